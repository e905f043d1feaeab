/// Names one field of a board, in outcomes, proposals and undo.
public enum FieldAddress: Hashable, Sendable {
  case boardTitle
  case columnTitle(ColumnID)
  case columnPlace(ColumnID)
  case columnDeleted(ColumnID)
  case cardTitle(CardID)
  case cardBody(CardID)
  case cardPlace(CardID)
  case cardArchived(CardID)
  /// Of the user who authored the operation.
  case favourite(CardID)
}
