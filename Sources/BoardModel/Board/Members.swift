import HashTreeCollections

/// The roles of a board's members, for the question that every operation asks.
struct MemberIndex: Sendable {
  private(set) var roles: TreeDictionary<String, Role> = [:]
  /// Users whose role was ever written, their roles as they are.
  private var known: TreeSet<String> = []
  private(set) var owners = 0

  /// Where nobody was ever given a role, everyone owns the board.
  var isOpen: Bool { roles.isEmpty }
  var knownCount: Int { known.count }

  func isKnown(_ user: String) -> Bool { known.contains(user) }

  subscript(user: String) -> Role? { isOpen ? .owner : roles[user] ?? roles[""] }

  mutating func set(_ user: String, _ role: Role?) {
    if roles[user] == .owner { owners -= 1 }
    if role == .owner { owners += 1 }
    roles[user] = role
    known.insert(user)
  }
}

// Who may do what on a board, as it answers.
extension Board {
  /// What a user may do; nil where they may not even comment on anything, nor are listed.
  /// Where nobody has a role, everyone is an owner.
  public func role(of user: String) -> Role? { memberIndex[user] }

  /// Users with a role of their own, in ascending order; an empty name is everyone else.
  public var members: [(user: String, role: Role)] {
    memberIndex.roles.sorted { $0.key < $1.key }.map { (user: $0.key, role: $0.value) }
  }
}
