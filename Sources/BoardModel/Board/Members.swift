import HashTreeCollections

/// The roles of a board's members, kept together because every operation asks for them.
struct MemberIndex: Sendable {
  private(set) var roles: TreeDictionary<String, Role> = [:]
  /// What `roles` has for everyone else.
  private var everyone: Role?
  /// The users whose role was ever written, also if they have none now.
  private var known: TreeSet<String> = []
  /// The number of users, everyone else not counted, who own the board.
  private(set) var owners = 0

  var knownCount: Int { known.count }

  /// The users whose role was ever written, in no order.
  var users: [String] { Array(known) }

  func isKnown(_ user: String) -> Bool { known.contains(user) }

  subscript(user: String) -> Role? {
    roles[user] ?? (user == Author.administrator.user ? .owner : everyone)
  }

  func isLastOwner(_ user: String) -> Bool {
    !user.isEmpty && owners == 1 && roles[user] == .owner
  }

  mutating func set(_ user: String, _ role: Role?) {
    if !user.isEmpty {
      if roles[user] == .owner { owners -= 1 }
      if role == .owner { owners += 1 }
    }
    roles[user] = role
    if user.isEmpty { everyone = role }
    known.insert(user)
  }
}

/// The roles of a board's members at one time; a copy costs nothing.
public struct MemberRoles: Sendable {
  fileprivate let roles: TreeDictionary<String, Role>
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

  /// The roles as they are now, to be compared with later ones.
  public var memberRoles: MemberRoles { MemberRoles(roles: memberIndex.roles) }

  /// What has to be written to an earlier list of the board's members so that it lists today's, in
  /// ascending order; nil for a user who has no role any longer. Where no role was written in
  /// between it costs nothing.
  public func memberChanges(since earlier: MemberRoles) -> [(user: String, role: Role?)] {
    let (old, new) = (earlier.roles, memberIndex.roles)
    guard old != new else { return [] }
    return Set(old.keys).union(new.keys).sorted().compactMap { user in
      old[user] == new[user] ? nil : (user: user, role: new[user])
    }
  }
}
