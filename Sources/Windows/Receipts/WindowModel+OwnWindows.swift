import BoardModel
import Wording
import WindowSync

// This part tells the person's windows apart: which one won, and which lost.
extension WindowModel {
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

  /// The number of receipts that wait to be read here. If another window of this person lost to
  /// this one, its receipt waits there, unless that window is closed.
  var unreadReceipts: Int { inbox.receipts.count { waitsHere($0) } }

  /// Whether this window has to show the receipt to its person.
  func waitsHere(_ receipt: Receipt) -> Bool {
    guard !inbox.isSeen(receipt), !wasToldElsewhere(receipt) else { return false }
    guard wonHere(receipt) else { return true }
    return inbox.windows.knowledge(of: receipt.mine.session) == .notListed
  }

  /// Asks for the titles of windows that receipts name.
  mutating func findWindows() {
    guard status == .saved else { return }
    let sessions = inbox.receipts.reversed().flatMap { receipt -> [SessionID] in
      guard let winner = receipt.winner, user(of: winner, in: receipt) == user else { return [] }
      return [winner, receipt.mine].filter { !isOwn($0) }.map(\.session)
    }
    if let next = inbox.windows.nextToFind(sessions) { effects.append(.findWindow(next)) }
  }

  /// - Parameter window: the window; nil where the coordinator lists no such window.
  mutating func found(_ session: SessionID, _ window: OwnWindow?) {
    inbox.windows.took(session, window)
    findWindows()
  }

  /// Asks again what could not be asked before the link changed.
  mutating func linkChanged() {
    inbox.linkChanged()
    findWindows()
  }

  /// The user who made the edit that won; nil where that is no longer known.
  func user(of winner: OperationID, in receipt: Receipt) -> String? {
    switch receipt.kind {
    case .displaced: receipt.cause.author.user
    case .superseded(let field, _): board?.author(of: winner, writing: field, for: user)
    case .rejected: nil
    }
  }

  /// The beginning of a sentence that names who won: another user, or one of this person's windows.
  func winner(of receipt: Receipt) -> String {
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
  func lost(in receipt: Receipt) -> String {
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
    return "window \(words.quoted(window.title)) (\(window.whereabouts))"
  }
}
