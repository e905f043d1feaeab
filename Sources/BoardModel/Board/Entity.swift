/// A piece of a snapshot. The pieces are sent in an order from which the board can be rebuilt:
/// header, columns from left to right, then for each column its cards from top to bottom, each
/// followed by its body, items, elements and comments, then favourites, proposals, undo records,
/// fields, receipts and what was purged (SPEC.md SNP-006).
public enum Entity: Hashable, Sendable {
  case header(BoardHeader)
  /// A column without its cards, which follow as entities of their own.
  case column(Column)
  /// A card without its body; it goes to the end of its column.
  case card(Card)
  /// The next runs of a card's body.
  case text(CardID, [TextRun])
  /// The next marks of a user, in the order of the cards' identifiers.
  case favourites(user: String, [Favourite])
  /// A proposal without the text it may hold.
  case proposal(Proposal)
  case undo(UndoRecord)
  case field(FieldAddress, Field<FieldValue>)
  /// An item; it goes to the end of its card's checklist.
  case item(CardID, ItemID, created: Stamp)
  /// A comment without its body; it goes after the comments of its card.
  case comment(CardID, CardComment)
  /// The next runs of a comment's body.
  case commentText(CardID, CommentID, [TextRun])
  /// All elements of a card, in the order of their bytes.
  case elements(CardID, [HeldElement])
  case receipt(Receipt)
  /// The compaction of a card's body, or of a comment's.
  case compacted(CardID, CommentID?, Compaction)
  /// The next runs of the text that a proposal holds.
  case proposalText(Proposal.Key, [TextRun])
  /// The identifier of a purged card, or of a purged comment on one that is there.
  case purged(CardID, CommentID?, Stamp)
  /// The sequence number of the last purge.
  case lastPurge(UInt64)
}

/// An element that a card has, and the stamp of its last attachment.
public struct HeldElement: Hashable, Sendable {
  public let element: CardElement
  public let stamp: Stamp

  public init(_ element: CardElement, _ stamp: Stamp) {
    self.element = element
    self.stamp = stamp
  }
}

public struct BoardHeader: Hashable, Sendable {
  public let id: BoardID
  public let level: UInt16
  /// The number of the card that is created next.
  public let nextNumber: UInt32
  public let title: Field<String>

  public init(id: BoardID, level: UInt16, nextNumber: UInt32, title: Field<String>) {
    self.id = id
    self.level = level
    self.nextNumber = nextNumber
    self.title = title
  }
}

/// Why entities do not make up a board.
public enum SnapshotFault: Error, Hashable, Sendable {
  case noHeader
  case otherBoard
  case repeated
  /// A text has two scalars of one identity.
  case repeatedScalar
  case columnMissing(ColumnID)
  case cardMissing(CardID)
  case proposalMissing
  /// The last purge is none of the operations up to the snapshot.
  case purgeOutOfRange(UInt64)
  /// A card's number was not given before, or there can be no such number.
  case numberOutOfRange(UInt32)
}
