import HashTreeCollections

/// What model level 2 adds to a board.
struct BoardDetails: Sendable {
  /// A field that nobody has written is not here: `FieldAddress.unwritten`.
  private(set) var fields: TreeDictionary<FieldAddress, Field<PlainValue>> = [:]
  private(set) var members = MemberIndex()
  /// All labels the board ever had.
  private(set) var labels: TreeSet<LabelID> = []
  var checklists: TreeDictionary<CardID, Checklist> = [:]
  var threads: TreeDictionary<CardID, CommentThread> = [:]
  var elements: TreeDictionary<CardID, TreeDictionary<CardElement, Stamp>> = [:]
  /// Of texts that dropped what was deleted.
  var compactions: TreeDictionary<FieldAddress, Compaction> = [:]
  /// Of each user from the oldest to the newest.
  var receipts: TreeDictionary<String, [Receipt]> = [:]

  mutating func write(_ address: FieldAddress, _ field: Field<PlainValue>) {
    fields[address] = field
    switch (address, field.value) {
    case (.memberRole(let user), .role(let role)): members.set(user, role)
    case (.labelName(let id), _): labels.insert(id)
    default: break
    }
  }
}

/// The roles of a board's fields, for the question that every operation asks.
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
