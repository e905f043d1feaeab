import BoardModel
import WindowSync
import Wording

/// What this window can say of receipts: which edit each is about, who won and what was lost, and
/// whether its person has yet to read it here.
struct ReceiptReader: Sendable {
  let session: SessionID
  let inbox: Inbox
  let edits: EditLedger
  let view: BoardView
  let clock: ModelClock

  private var user: String { view.user }

  /// The edit that a receipt is about; nil where it is not known here.
  func intent(of receipt: Receipt) -> Intent? {
    edits.intent(of: receipt.mine) ?? inbox.intent(of: receipt.mine)
  }

  // MARK: Where it waits

  /// Whether an edit was made in this window, also under an earlier identifier.
  func isOwn(_ operation: OperationID) -> Bool {
    operation.session == session || inbox.formerSessions.contains(operation.session)
  }

  /// Whether an edit of this window displaced one of another window: the person who sees this
  /// window has what they wanted.
  func wonHere(_ receipt: Receipt) -> Bool {
    guard let winner = receipt.winner else { return false }
    return isOwn(winner) && !isOwn(receipt.mine)
  }

  /// Whether a command or another window was told at once that its edit was refused. Its receipt
  /// stays in the list.
  func wasToldElsewhere(_ receipt: Receipt) -> Bool {
    guard case .rejected = receipt.kind, receipt.mine.session != session else { return false }
    return edits.intent(of: receipt.mine) == nil
  }

  /// Whether this window has to show the receipt to its person.
  func waitsHere(_ receipt: Receipt) -> Bool {
    guard !inbox.isSeen(receipt), !wasToldElsewhere(receipt) else { return false }
    guard wonHere(receipt) else { return true }
    return inbox.windows.knowledge(of: receipt.mine.session) == .notListed
  }

  /// The number of receipts that wait to be read here, and of drafts whose card was purged. If another window of this person lost to
  /// this one, its receipt waits there, unless that window is closed.
  var unread: Int { inbox.receipts.count { waitsHere($0) } + edits.orphans.count }

  /// The person's other windows that receipts name, the newest receipt first.
  var namedWindows: [SessionID] {
    inbox.receipts.reversed().flatMap { receipt -> [SessionID] in
      guard let winner = receipt.winner else {
        return isOwn(receipt.mine) ? [] : [receipt.mine.session]
      }
      guard user(of: winner, in: receipt) == user else { return [] }
      return [winner, receipt.mine].filter { !isOwn($0) }.map(\.session)
    }
  }

  // MARK: In words

  /// A sentence that says who did what, when, and what both wanted.
  func headline(of receipt: Receipt) -> String {
    view.words.headline(
      receipt, winner: winner(of: receipt), lost: lost(in: receipt),
      age: clock.age(of: receipt.cause.time), mine: intent(of: receipt))
  }

  /// A sentence that says who purged the card of a draft, and what the draft was to be.
  func headline(of draft: ViewState.Draft) -> String {
    let stamp = draft.card.flatMap { view.board?.purge(of: $0) }
    let what =
      switch draft {
      case .title: "title"
      case .comment: "comment"
      case .item: "item"
      case .edit, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm, .columnTitle,
        .boardTitle, .newBoard, .refused:
        "text"
      }
    let who = stamp.map { $0.author.user == user ? "You" : $0.author.user } ?? "Somebody"
    let age = stamp.map { ", \(clock.age(of: $0.time))" } ?? ""
    return "\(who) purged the card of your \(what) \(view.words.quoted(draft.text))\(age)."
  }

  /// The user who made the edit that won; nil where that is no longer known.
  private func user(of winner: OperationID, in receipt: Receipt) -> String? {
    switch receipt.kind {
    case .displaced: receipt.cause.author.user
    case .superseded(let field, _): view.board?.author(of: winner, writing: field, for: user)
    case .rejected: nil
    }
  }

  /// The beginning of a sentence that names who won: another user, or one of this person's windows.
  private func winner(of receipt: Receipt) -> String {
    guard let winner = receipt.winner, let other = user(of: winner, in: receipt) else {
      return "Somebody"
    }
    guard other == user else { return other }
    // The window may have got another identifier in between.
    if isOwn(winner) { return isOwn(receipt.mine) ? "You" : "This window" }
    switch inbox.windows.knowledge(of: winner.session) {
    case .notListed: return "A command of yours, or a window that is closed,"
    case .listed, .unknown: return "Your \(name(ofWindow: winner.session))"
    }
  }

  /// The lost edit, as the subject of `was`.
  private func lost(in receipt: Receipt) -> String {
    guard let winner = receipt.winner, user(of: winner, in: receipt) == user, !isOwn(receipt.mine)
    else { return "yours" }
    guard inbox.windows.knowledge(of: receipt.mine.session) != .notListed else {
      return "what you wrote elsewhere"
    }
    return "what you wrote in your \(name(ofWindow: receipt.mine.session))"
  }

  private func name(ofWindow session: SessionID) -> String {
    guard case .listed(let window) = inbox.windows.knowledge(of: session) else {
      return "window \(session.description.prefix(8))"
    }
    return "window \(view.words.quoted(window.title)) (\(window.whereabouts))"
  }
}
