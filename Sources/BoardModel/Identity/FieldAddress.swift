/// The name of one field of a board, in outcomes, proposals and undo.
public enum FieldAddress: Hashable, Sendable {
  case boardTitle
  case columnTitle(ColumnID)
  case columnPlace(ColumnID)
  case columnDeleted(ColumnID)
  case cardTitle(CardID)
  case cardBody(CardID)
  case cardPlace(CardID)
  case cardArchived(CardID)
  /// The mark on a card by the user who authored the operation.
  case favourite(CardID)
  /// Whether the board is left out where boards are listed.
  case boardArchived
  /// Whether a column at its limit refuses cards.
  case wipLimitBlocks
  /// The role of a user; with an empty name, of everyone who is not listed.
  case memberRole(String)
  case columnWIPLimit(ColumnID)
  case labelName(LabelID)
  case labelColour(LabelID)
  case labelRemoved(LabelID)
  case cardDue(CardID)
  /// The number of the card's `Priority`.
  case cardPriority(CardID)
  case itemText(CardID, ItemID)
  case itemDone(CardID, ItemID)
  case itemPlace(CardID, ItemID)
  case itemRemoved(CardID, ItemID)
  case commentBody(CardID, CommentID)
  case commentRemoved(CardID, CommentID)
  /// Whether the card has the label.
  case cardLabel(CardID, LabelID)
  /// Whether the user is assigned to the card.
  case cardAssignee(CardID, user: String)
  /// Whether the card is blocked by the other.
  case cardBlocker(CardID, blocker: CardID)
}

extension FieldAddress {
  /// The card whose field this is.
  public var card: CardID? {
    switch self {
    case .cardTitle(let id), .cardBody(let id), .cardPlace(let id), .cardArchived(let id),
      .favourite(let id), .cardDue(let id), .cardPriority(let id), .itemText(let id, _),
      .itemDone(let id, _), .itemPlace(let id, _), .itemRemoved(let id, _), .commentBody(let id, _),
      .commentRemoved(let id, _), .cardLabel(let id, _), .cardAssignee(let id, _),
      .cardBlocker(let id, _):
      id
    case .boardTitle, .boardArchived, .columnTitle, .columnPlace, .columnDeleted, .wipLimitBlocks,
      .memberRole,
      .columnWIPLimit, .labelName, .labelColour, .labelRemoved:
      nil
    }
  }

  /// The column whose field this is.
  public var column: ColumnID? {
    switch self {
    case .columnTitle(let id), .columnPlace(let id), .columnDeleted(let id),
      .columnWIPLimit(let id):
      id
    case .boardTitle, .boardArchived, .cardTitle, .cardBody, .cardPlace, .cardArchived, .favourite,
      .wipLimitBlocks,
      .memberRole, .labelName, .labelColour, .labelRemoved, .cardDue, .cardPriority, .itemText,
      .itemDone, .itemPlace, .itemRemoved, .commentBody, .commentRemoved, .cardLabel, .cardAssignee,
      .cardBlocker:
      nil
    }
  }

  /// Whether the field holds a text of which operations write parts.
  public var isText: Bool {
    switch self {
    case .cardBody, .commentBody: true
    default: false
    }
  }
}
