import BoardModel
@testable import Coordination
import Wire

// What users want to be called is told to those who share a board with them, and to nobody else.
extension World {
  /// Everybody, and a stranger, says what they want to be called; then the coordinator starts again,
  /// and must know it still.
  mutating func checkNames() throws {
    let users = Names.users + ["zoe"]
    for user in users { try setName(of: user) }
    coordinator = nil
    try startCoordinator()
    let id = try connect("zoe", features: [Feature.members])
    try tell(.received(id, FindUsers(users: users).frame(request: 2).bytes))
    let found = try hangUp(id).compactMap(\.users).flatMap(\.users)
    let expected = users.map { UserEntry(user: $0, isSeen: true, name: displayName(of: $0)) }
    guard found == expected else {
      throw Violation(.names, "after a restart users are called \(found.map(\.name))")
    }
  }

  private func displayName(of user: String) -> String { "\(user) of world \(seed)" }

  private mutating func setName(of user: String) throws {
    let id = try connect(named(user), features: [Feature.members])
    let name = SetName(name: displayName(of: user))
    try tell(.received(id, name.frame(request: 2).bytes))
    while !groups.isEmpty { try finishCommit() }
    let entry = UserEntry(user: user, isSeen: true, name: displayName(of: user))
    guard try hangUp(id).compactMap(\.users).map(\.users) == [[entry]] else {
      throw Violation(.names, "\(user) is not answered with their own display name")
    }
    for index in processes.indices { try checkTold(index, entry) }
  }

  /// For whom the coordinator takes who says what they want to be called.
  private func named(_ user: String) -> String {
    bug == .nameOfAnother && user == Names.users[0] ? Names.users[1] : user
  }

  /// A window hears of users who may read its board, at once, and of no others.
  private mutating func checkTold(_ index: Int, _ entry: UserEntry) throws {
    guard let id = processes[index].link, let link = links[id] else { return }
    let told = frames(in: link.toWindow).compactMap(\.users).flatMap(\.users)
    links[id]?.toWindow = []
    let isAttached = coordinator?.connections[id]?.window != nil
    guard told == (isAttached && mayRead(entry.user) ? [entry] : []) else {
      throw Violation(
        .names,
        "process \(index) is told the display names of \(told.map(\.user)) when \(entry.user) "
          + (mayRead(entry.user) ? "changes theirs" : "does, who may not read its board"))
    }
  }
}

extension Frame {
  fileprivate var users: Users? {
    if case .users(let users)? = try? Message(self) { users } else { nil }
  }
}
