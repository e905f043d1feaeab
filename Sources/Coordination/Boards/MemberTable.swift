import BoardModel
import LogRecords

/// Who has which role on which board, as it is durable: also of boards that are not in memory, so
/// that nobody can tell a board that they may not read from one that there is not (SPEC.md BRD-008).
struct MemberTable: Hashable, Sendable {
  /// The roles of each board by user; the empty name stands for everyone else.
  private var roles: [BoardID: [String: Role]] = [:]
  /// The boards on which each user, or everyone else, has a role.
  private var boards: [String: Set<BoardID>] = [:]

  /// Takes what became durable.
  mutating func take(_ record: MemberRecord) {
    roles[record.board, default: [:]][record.user] = record.role
    if record.role == nil {
      boards[record.user]?.remove(record.board)
      if boards[record.user]?.isEmpty == true { boards[record.user] = nil }
      if roles[record.board]?.isEmpty == true { roles[record.board] = nil }
    } else {
      boards[record.user, default: []].insert(record.board)
    }
  }

  /// The role of a user on a board; nil where they may not read it, or there is none.
  func role(of user: String, on board: BoardID) -> Role? {
    guard let roles = roles[board] else { return nil }
    return roles[user] ?? roles[""]
  }

  /// Whether the user has a role that everyone else does not have with them.
  func isNamed(_ user: String, on board: BoardID) -> Bool { roles[board]?[user] != nil }

  /// The boards that a user may read, in ascending order. It costs those alone.
  func boards(readBy user: String) -> [BoardID] {
    (boards[user] ?? []).union(boards[""] ?? []).sorted()
  }

  /// The boards on which a user has a role of their own, in no order.
  func boards(naming user: String) -> Set<BoardID> { boards[user] ?? [] }

  /// The users who have a role of their own on some board, in no order.
  var users: [String] { boards.keys.filter { !$0.isEmpty } }

  /// The users with a role of their own on a board, in ascending order.
  func named(on board: BoardID) -> [(user: String, role: Role)] {
    (roles[board] ?? [:]).filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
      .map { (user: $0.key, role: $0.value) }
  }

  /// Whether anybody may read a board: a purged one has no members.
  func mayBeRead(_ board: BoardID) -> Bool { roles[board] != nil }

  /// Whether these are the roles of the board.
  func agrees(with board: Board) -> Bool {
    let members = Dictionary(uniqueKeysWithValues: board.members.map { ($0.user, $0.role) })
    return roles[board.id, default: [:]] == members
  }
}
