import BoardModel
import LogRecords
import Wire

// What follows where roles were given or taken: those whom it concerns are told, and nobody else, and
// who may not read a board any longer gets nothing more of it (SPEC.md BRD-013 and further).
extension Coordinator {
  /// Takes roles that are durable now. The answers to what their users ordered before are given.
  mutating func tellMembers(_ records: [MemberRecord]) {
    guard !records.isEmpty else { return }
    for board in Set(records.map(\.board)).sorted() { cutReaders(of: board) }
    for id in connections.keys.sorted() {
      guard let user = author(of: id)?.user, hasAgreed(id, on: Feature.members) else { continue }
      var told: Set<BoardID> = []
      for record in records where concerns(user, record) && told.insert(record.board).inserted {
        _ = sendAside(membership(of: user, on: record.board).frame().bytes, to: id)
      }
    }
  }

  private func concerns(_ user: String, _ record: MemberRecord) -> Bool {
    record.user == user || record.user.isEmpty && !boards.members.isNamed(user, on: record.board)
  }

  private func membership(of user: String, on board: BoardID) -> Membership {
    let role = boards.members.role(of: user, on: board)
    return Membership(
      board: board, role: role, title: role == nil ? "" : boards.title(of: board))
  }

  /// Ends what users do on a board that they may not read any longer. What they have not sent, or
  /// were not answered, stays with them.
  private mutating func cutReaders(of board: BoardID) {
    for id in boards.subscribers(of: board) {
      guard let user = author(of: id)?.user, !boards.mayRead(board, user) else { continue }
      let session = attachment(of: id)
      endAttachment(
        of: id,
        saying: ErrorMessage(code: .readingLost, text: "You may not read this board any longer."))
      // No command comes back for its session, and none can close it from here on.
      if let session, sessions[session]?.record.configuration == .command { forget(session) }
    }
    for drag in drags.carried(from: board) where !boards.mayRead(board, drag.author.user) {
      drags.end(.lapsed, by: drag.author, at: "")
    }
  }
}
