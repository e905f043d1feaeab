import HashTreeCollections

extension MemberIndex {
  /// Why an author may not do what needs a role; nil where they may, and where it needs none.
  func rejection(of author: Author, needing needed: Role?) -> Rejection? {
    guard let needed else { return nil }
    if let role = self[author.user], role >= needed { return nil }
    return .forbidden(needed: needed)
  }
}

// Who may do what (SPEC.md APL, members and roles).
extension Board {
  /// - Parameter needed: the role that is needed; nil for what is checked in parts.
  func rejection(ofAuthor author: Author, of needed: Role?) -> Rejection? {
    memberIndex.rejection(of: author, needing: needed)
  }

  /// The role that an operation takes and its author does not have, and the sequence number at which
  /// that author's role was written last; nil where their role suffices.
  public func roleLacking(
    to author: Author, for operation: Operation
  ) -> (needed: Role, written: UInt64)? {
    guard let needed = neededRole(by: operation.intent) else { return nil }
    if let role = memberIndex[author.user], role >= needed { return nil }
    return (needed, roleWritten(of: author.user))
  }

  /// The highest of the roles that the parts of an intent take; nil where none takes any.
  private func neededRole(by intent: Intent) -> Role? {
    switch intent {
    case .batch(let parts): parts.compactMap { $0.traits.neededRole }.max()
    case .undo(let target, _): undo.record(of: target)?.neededRole
    default: intent.traits.neededRole
    }
  }

  private func roleWritten(of user: String) -> UInt64 {
    let own = field(.memberRole(user))?.stamp.sequence ?? 0
    guard memberIndex.roles[user] == nil else { return own }
    return max(own, field(.memberRole(""))?.stamp.sequence ?? 0)
  }

  /// What is wrong with giving a user a role, or with taking it from them; nil if nothing is.
  func rejection(ofRole role: Role?, for user: String) -> Rejection? {
    guard user.isEmpty || Author.isUserName(user) else { return .invalidMember }
    let members = memberIndex
    guard members.isKnown(user) || members.knownCount < BoardLimits.members else {
      return .limitReached(.members)
    }
    return role != .owner && members.isLastOwner(user) ? .lastOwner : nil
  }
}

extension FieldAddress {
  /// The lowest role that may write the field.
  public var neededRole: Role {
    switch self {
    case .favourite: .viewer
    case .commentBody, .commentRemoved: .commenter
    case .memberRole, .boardTitle, .boardArchived: .owner
    case .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody, .cardPlace,
      .cardArchived, .wipLimitBlocks, .columnWIPLimit, .labelName, .labelColour, .labelRemoved,
      .cardDue, .cardPriority, .itemText, .itemDone, .itemPlace, .itemRemoved, .cardLabel,
      .cardAssignee, .cardBlocker:
      .editor
    }
  }
}

extension UndoRecord {
  /// The lowest role that may take all of the record back.
  public var neededRole: Role { steps.map(\.field.neededRole).max() ?? .viewer }
}
