import BoardModel
import LogRecords
import Wire

/// The edits of an administrator that wait for their boards to be read.
struct AwaitedEdits: Sendable {
  struct Edit: Sendable {
    let token: AdministratorToken
    let edit: AdministratorEdit
    let session: SessionID
  }

  private var byBoard: [BoardID: [Edit]] = [:]

  mutating func wait(_ edit: Edit, for board: BoardID) { byBoard[board, default: []].append(edit) }

  mutating func take(_ board: BoardID) -> [Edit] { byBoard.removeValue(forKey: board) ?? [] }
}

// What an administrator on the host does to boards and windows, whoever owns them. Boards are edited by
// operations like all others, whose author is `Author.administrator` (SPEC.md APL-145, EDT-039).
extension Coordinator {
  mutating func edit(_ board: BoardID, _ edit: AwaitedEdits.Edit) {
    if case .own(let user) = edit.edit, !Author.isUserName(user) {
      return answer(edit.token, .refused("\(user) is no user's name"))
    }
    switch boards[board] {
    case nil: answer(edit.token, .refused(Coordinator.unknownBoard(board)))
    case .damaged(let reason):
      answer(edit.token, .refused("the board \(board) is damaged: \(reason)"))
    case .stored, .loading, .reloading:
      awaitedEdits.wait(edit, for: board)
      if boards.beginLoading(board) { loads.add(board, of: .network(nil)) }
    case .loaded: order(edit, on: board)
    }
  }

  /// Takes the edits that waited for a board, which is in memory now or damaged.
  mutating func takeEdits(of board: BoardID) {
    for edit in awaitedEdits.take(board) { self.edit(board, edit) }
  }

  private mutating func order(_ edit: AwaitedEdits.Edit, on board: BoardID) {
    guard case .serving = life else { return answer(edit.token, .stopping) }
    guard let tip = boards.loaded(board)?.tip, tip.exists else {
      return answer(edit.token, .refused(Coordinator.unknownBoard(board)))
    }
    if case .purgeEmpty(let user) = edit.edit {
      guard tip.cardCount == 0 else {
        return answer(edit.token, .refused("the board \(board) has a card now"))
      }
      guard tip.members.filter({ $0.role == .owner }).map(\.user) == [user] else {
        return answer(
          edit.token, .refused("\(user) is not the only owner of the board \(board) now"))
      }
    }
    let author = Author.administrator
    if let refusal = refusalForFullGroup(by: author) {
      return answer(edit.token, .refused(refusal.text))
    }
    let operation = Operation(
      id: OperationID(session: edit.session, epoch: 0, counter: 1), base: tip.sequence,
      queued: false, intent: edit.edit.intent)
    // What would be rejected is not ordered: there is nobody whom that would have to be told later.
    var tried = tip
    let outcome = tried.apply(
      operation, sequence: tip.sequence + 1, time: now.wall, author: author)
    guard !outcome.isRejected,
      let ordered = boards.change(
        board,
        { [now] in
          $0.order(SubmittedOperation(operation), by: author, now: now)
        })
    else {
      return answer(edit.token, .refused("the board \(board) does not take that: \(outcome)"))
    }
    add(ordered, on: board, from: "")
    switch edit.edit {
    case .archive, .unarchive:
      commits.note(
        AuditRecord(
          time: now.wall, kind: .archived,
          detail: "board \(board)\(edit.edit == .archive ? "" : " was taken back")"))
    case .own, .purge, .purgeEmpty: break
    }
    commits.answer(.edited(edit.token))
  }

  mutating func drop(
    _ token: AdministratorToken, _ session: SessionID, withDrafts: Bool, away: Bool
  ) {
    guard let record = sessions.record(of: session), record.isDroppable else {
      return answer(
        token, .refused("there is no window \(session): boardd windows lists those there are"))
    }
    let isConnected = sessions[session]?.route != nil
    guard !away || !isConnected else {
      return answer(token, .refused("the window \(session) is connected again"))
    }
    if let window = record.window {
      guard withDrafts || !window.holdsSomething else {
        return answer(
          token,
          .refused(
            "the window \(session) of \(record.author.user) says that it holds \(window.drafts) drafts "
              + "and \(window.unsent) unsent edits: give --with-drafts to end it all the same. They stay "
              + "on the device \(record.author.device), where board unsent prints what was not sent"
          ))
      }
      end(session, .standard, "an administrator ended it", by: .administrator)
    } else {
      // There is nobody to be told. What the program may still send again is refused as of an unknown session.
      guard !isConnected else {
        return answer(
          token,
          .refused(
            "\(session) of \(record.author.user) has no window and is in use: end the program, or revoke "
              + "its device \(record.author.device)"))
      }
      forget(session)
    }
    access.note(
      AuditRecord(
        time: now.wall, kind: .dropped, subject: DeviceName(record.author),
        detail: "window \(session) on board \(record.board)"))
    commits.answer(.administered(token, .done(1)))
  }

  /// Adds what was ordered to what the log gets next, with what an operator may have to know of it.
  ///
  /// - Parameter address: where it came from; empty for the host itself.
  mutating func add(_ ordered: OrderedOperation, on board: BoardID, from address: String) {
    let isFirst = commits.add(ordered, on: board)
    turnCost.telling += MessageCost.ofTelling(
      boards.read(board) { $0.subscribers.count } ?? 0, ordered.encoded.bytes.count,
      isFirst: isFirst)
    for record in ordered.audit(on: board, from: address) { commits.note(record) }
  }

  private static func unknownBoard(_ board: BoardID) -> String {
    "there is no board \(board): boardd boards lists those there are"
  }
}

extension AdministratorAnswer {
  static let stopping = AdministratorAnswer.refused("this coordinator is stopping")
}

extension OrderedOperation {
  /// The roles that it gave and took, and the purge that it was.
  fileprivate func audit(on board: BoardID, from address: String) -> [AuditRecord] {
    let who = author == .administrator ? nil : author
    if let purge {
      return [
        AuditRecord(
          time: stored.time, kind: .purged, author: who, address: address,
          detail: purge.target.words + "board \(board)")
      ]
    }
    return roles.map { change in
      AuditRecord(
        time: stored.time, kind: .role,
        subject: DeviceName(user: change.user.isEmpty ? "everyone" : change.user, device: ""),
        author: who, address: address,
        detail: (change.role.map { "\($0) on" } ?? "no role on") + " board \(board)")
    }
  }
}

extension PurgeTarget {
  /// Names what was purged by its identifiers alone.
  fileprivate var words: String {
    switch self {
    case .board: ""
    case .card(let card): "card \(card) on "
    case .comment(let card, let comment): "comment \(comment) on card \(card) on "
    case .past: "what a field held before on "
    }
  }
}
