import HashTreeCollections

// Who may do what (SPEC.md APL, members and roles).
extension Board {
  /// - Parameter needed: the role that is needed; nil for what everybody may do.
  func rejection(ofAuthor author: Author, of needed: Role?) -> Rejection? {
    guard let needed, !memberIndex.isOpen else { return nil }
    if let role = memberIndex[author.user], role >= needed { return nil }
    return .forbidden(needed: needed)
  }

  /// What is wrong with giving a user a role, or with taking it from them; nil if nothing is.
  func rejection(
    ofRole role: Role?, for user: String, by author: Author
  ) -> Rejection? {
    guard user.isEmpty || Author.isName(user) else { return .invalidMember }
    let members = memberIndex
    guard members.isKnown(user) || members.knownCount < BoardLimits.members else {
      return .limitReached(.members)
    }
    if members.isOpen {
      // The user who closes the board must not be locked out of it.
      return user == author.user && role == .owner ? nil : .lastOwner
    }
    let losesOwner = members.roles[user] == .owner && role != .owner
    return losesOwner && members.owners == 1 ? .lastOwner : nil
  }
}

extension FieldAddress {
  /// The lowest role that may write the field; nil where everybody may.
  public var neededRole: Role? {
    switch self {
    case .favourite: nil
    case .commentBody, .commentRemoved: .commenter
    case .memberRole: .owner
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody, .cardPlace,
      .cardArchived, .wipLimitBlocks, .columnWIPLimit, .labelName, .labelColour, .labelRemoved,
      .cardDue, .cardPriority, .itemText, .itemDone, .itemPlace, .itemRemoved, .cardLabel,
      .cardAssignee, .cardBlocker:
      .editor
    }
  }
}

extension UndoRecord {
  /// The lowest role that may take all of the record back.
  public var neededRole: Role? { steps.compactMap(\.field.neededRole).max() }
}
