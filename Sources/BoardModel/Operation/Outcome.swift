/// The result of an operation. A conflict is a result, not an error.
public enum Outcome: Hashable, Sendable {
  /// The operation took effect. The operations in `displaced` wrote the same field after its base,
  /// from other sessions.
  case applied(displaced: [OperationID], notes: [Note])
  /// The operation took effect beside what others did to the same text.
  case merged(notes: [Note])
  /// The operation did not take effect: `by` wrote the field meanwhile. A proposal holds its value.
  case superseded(by: OperationID, field: FieldAddress)
  /// The operation did not take effect and never will.
  case rejected(Rejection)

  public static let applied = Outcome.applied(displaced: [], notes: [])

  public var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }

  /// Whether all of the operation took effect.
  public var isWhole: Bool {
    switch self {
    case .applied(_, let notes), .merged(let notes):
      !notes.contains { if case .supersededPart = $0 { true } else { false } }
    case .superseded, .rejected: false
    }
  }
}

/// Something that the author must be told beside the outcome.
public enum Note: Hashable, Sendable {
  /// The edit landed on a card that someone archived.
  case onArchivedCard(CardID)
  /// The card's column was gone, so the card is in "Unsorted".
  case inUnsorted(CardID)
  /// The deletion's author had not seen this card: it was not archived.
  case keptUnseen(CardID)
  /// The undo left this field alone: something came after what it takes back.
  case undoSkipped(FieldAddress)
  /// This part of a batch or of a multi-card move was superseded.
  case supersededPart(FieldAddress, by: OperationID)
  /// This part of a multi-card move names no card of this board.
  case unknownCard(CardID)
  /// The element stays: `by` attached it after what the author had seen.
  case staleRemoval(FieldAddress, by: OperationID)
  /// The column holds more cards than its limit says.
  case overWIPLimit(ColumnID)
  /// The compaction took out as much as one may; the text holds more that is deleted.
  case deletedLeft(FieldAddress)
}

/// Why an operation was refused for good.
public enum Rejection: Hashable, Sendable {
  case boardExists
  case noBoard
  case identifierInUse
  case unknownColumn(ColumnID)
  case unknownCard(CardID)
  case columnDeleted(ColumnID)
  case emptyTitle
  case titleTooLong
  case bodyTooLong
  case limitReached(Limit)
  /// "Unsorted" cannot be deleted while it holds cards.
  case unsortedHoldsCards
  /// The cards of a deleted column cannot go to that same column.
  case dispositionIsSelf
  /// The splice names text that this card does not have.
  case unknownText
  case emptyOperation
  /// There is no record of the operation: it never was undoable, was undone already, or is too long
  /// ago.
  case notUndoable
  /// Only the user who made an operation may undo it.
  case notYourOperation
  /// Something came after every part of it; `force` would take it back nevertheless.
  case undoGuarded([FieldAddress])
  /// The item of the batch with this index failed, so nothing of it was done.
  indirect case batchItem(UInt32, Rejection)
  /// The intent is a batch within a batch, or another that may not stand in one.
  case notInBatch
  /// The board has a lower model level than this one, which the intent needs.
  case levelNeeded(UInt16)
  /// This program does not know the level that the board is to be raised to.
  case unknownLevel
  /// The author's role does not allow it; `needed` is the lowest one that does.
  case forbidden(needed: Role)
  /// The last owner cannot go: somebody must remain who decides on roles.
  case lastOwner
  /// The text is not the name of a user.
  case invalidMember
  case unknownLabel(LabelID)
  case labelRemoved(LabelID)
  case unknownItem(ItemID)
  case itemRemoved(ItemID)
  case unknownComment(CommentID)
  case commentRemoved(CommentID)
  /// Only the author of a comment may edit it; the author and owners may remove it.
  case notYourComment
  case valueOutOfRange
  /// The proposal was accepted, dismissed, replaced or withdrawn.
  case proposalGone
  /// The column is at its limit, and the board refuses further cards there.
  case limitBlocked(ColumnID)
  /// A card cannot be blocked by itself.
  case blocksItself

  public enum Limit: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    case columns = 1
    case cards = 2
    case proposals = 3
    case batch = 4
    case spliceParts = 5
    case labels = 6
    case items = 7
    case comments = 8
    case members = 9
    case elements = 10
    case scalars = 11
    case vacatedCards = 12
  }
}
