import HashTreeCollections

/// The roles of a board's members, kept together because every operation asks for them.
struct MemberIndex: Sendable {
  private(set) var roles: TreeDictionary<String, Role> = [:]
  /// The users whose role was ever written, also if they have none now.
  private var known: TreeSet<String> = []
  /// The number of users, everyone else not counted, who own the board.
  private(set) var owners = 0

  var knownCount: Int { known.count }

  func isKnown(_ user: String) -> Bool { known.contains(user) }

  subscript(user: String) -> Role? { roles[user] ?? roles[""] }

  func isLastOwner(_ user: String) -> Bool {
    !user.isEmpty && owners == 1 && roles[user] == .owner
  }

  mutating func set(_ user: String, _ role: Role?) {
    if !user.isEmpty {
      if roles[user] == .owner { owners -= 1 }
      if role == .owner { owners += 1 }
    }
    roles[user] = role
    known.insert(user)
  }
}

// How roles are read from a board.
extension Board {
  /// The role of a user; nil for whoever may not even read the board: they have none, and everyone
  /// else has none.
  public func role(of user: String) -> Role? { memberIndex[user] }

  /// The users with a role of their own, in ascending order; the empty name stands for everyone
  /// else.
  public var members: [(user: String, role: Role)] {
    memberIndex.roles.sorted { $0.key < $1.key }.map { (user: $0.key, role: $0.value) }
  }

  /// What has to be written to a list of an earlier board's members so that it lists this one's, in
  /// ascending order; nil for a user who has no role any longer. Where no role was written in
  /// between it costs nothing.
  public func memberChanges(since earlier: Board) -> [(user: String, role: Role?)] {
    let (old, new) = (earlier.memberIndex.roles, memberIndex.roles)
    guard old != new else { return [] }
    return Set(old.keys).union(new.keys).sorted().compactMap { user in
      old[user] == new[user] ? nil : (user: user, role: new[user])
    }
  }
}
