import BoardModel
import LogRecords
import Wire

// Who was connected once, and what users want to be called: nothing of a board, and nothing that
// says who somebody is (SPEC.md USR-001 and further).
extension Coordinator {
  mutating func findUsers(_ id: ConnectionID, _ request: UInt64, _ body: FindUsers) {
    guard body.users.allSatisfy({ $0.utf8.count <= BoardLimits.userBytes }) else {
      return refuse(
        id, request, .requestTooLarge,
        "A user's name has at most \(BoardLimits.userBytes) bytes.")
    }
    respond(id, request, Users(users: body.users.map { users.entry(of: $0) }))
  }

  mutating func setName(_ id: ConnectionID, _ request: UInt64, _ body: SetName) {
    guard let user = author(of: id)?.user else { return }
    guard body.name.unicodeScalars.count <= Limits.displayNameScalars else {
      return refuse(
        id, request, .requestTooLarge,
        "A name to be called by has at most \(Limits.displayNameScalars) characters.")
    }
    guard case .serving = life else {
      return refuse(id, request, .notNow, "This coordinator is stopping.", retryAfter: 1_000)
    }
    let most = configuration.shares.users
    guard !users.isFull(for: user, most: most) else {
      return refuse(
        id, request, .limitReached,
        "The limit users is reached: this coordinator remembers \(most) users and no more, which "
          + "does not end by itself. You stay listed by your name as it is.")
    }
    users.call(user, TextRules.isBlank(body.name) ? "" : body.name)
    commits.answer(.users(id, request: request, user))
  }

  /// Tells the windows on boards that a user may read how the user is called now.
  mutating func tellNames(_ changed: [UserEntry]) {
    guard !changed.isEmpty else { return }
    for id in connections.keys.sorted() {
      guard hasAgreed(id, on: Feature.members), let board = window(of: id)?.board else { continue }
      let known = changed.filter { boards.mayRead(board, $0.user) }
      var rest = known[...]
      while !rest.isEmpty {
        let part = Users(users: Array(rest.prefix(Limits.usersAtOnce)))
        _ = sendAside(part.frame().bytes, to: id)
        rest = rest.dropFirst(Limits.usersAtOnce)
      }
    }
  }
}
