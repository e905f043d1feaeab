import HashTreeCollections

/// The roles of a board's members, kept together because every operation asks for them.
struct MemberIndex: Sendable {
  private(set) var roles: TreeDictionary<String, Role> = [:]
  /// The users whose role was ever written, also if they have none now.
  private var known: TreeSet<String> = []
  private(set) var owners = 0

  /// Whether nobody has a role, so that everyone owns the board.
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

// How roles are read from a board.
extension Board {
  /// The role of a user; nil if they have none and everyone else has none. Where nobody has a role,
  /// everyone is an owner.
  public func role(of user: String) -> Role? { memberIndex[user] }

  /// The users with a role of their own, in ascending order; the empty name stands for everyone
  /// else.
  public var members: [(user: String, role: Role)] {
    memberIndex.roles.sorted { $0.key < $1.key }.map { (user: $0.key, role: $0.value) }
  }
}
