/// A place in an order: right after `after` if that is there, else right before `before`, else at
/// the start where only `before` is named, else at the end. It is never an index, so that it still
/// means something when it arrives.
public struct Anchors<Kind>: Hashable, Sendable {
  public let after: Identifier<Kind>?
  public let before: Identifier<Kind>?

  public init(after: Identifier<Kind>? = nil, before: Identifier<Kind>? = nil) {
    self.after = after
    self.before = before
  }

  /// The index at which to insert into `order`, which no longer holds what is moved.
  public func index(in order: [Identifier<Kind>]) -> Int {
    if let after, let index = order.firstIndex(of: after) { return index + 1 }
    if let before, let index = order.firstIndex(of: before) { return index }
    return after == nil && before != nil ? 0 : order.count
  }

  /// The start of the order, whatever came there meanwhile (SPEC.md APL-140).
  /// - Parameter thing: what is made or moved there.
  public static func start(for thing: Identifier<Kind>) -> Anchors { Anchors(before: thing) }
}

/// What becomes of the cards that the author of a column's deletion saw in it.
public enum CardDisposition: Hashable, Sendable {
  case archive
  case move(to: ColumnID)
}

/// What an operation wants, addressed by identifiers.
public enum Intent: Hashable, Sendable {
  /// Creates the board; it is the first operation of every board, and stands nowhere else.
  case boardCreate(title: String)
  case boardRename(title: String)
  case columnCreate(ColumnID, title: String, at: Anchors<ColumnKind>)
  case columnRename(ColumnID, title: String)
  case columnMove(ColumnID, at: Anchors<ColumnKind>)
  /// Deletes a column; `seen` are the cards that its author saw in it.
  case columnDelete(ColumnID, seen: [CardID], disposition: CardDisposition)
  case cardCreate(CardID, in: ColumnID, title: String, body: String, at: Anchors<CardKind>)
  case cardRetitle(CardID, title: String)
  case cardSplice(CardID, Splice)
  /// Moves the cards, in this order, to stand together; decided per card.
  case cardMove([CardID], to: ColumnID, at: Anchors<CardKind>)
  case cardArchive(CardID)
  /// Brings a card back to the column it was archived in, or to "Unsorted" where that is gone.
  case cardRestore(CardID)
  case cardFavourite(CardID, marked: Bool)
  /// Raises the level of the board, and never lowers it.
  case boardRaise(level: UInt16)
  /// Writes a plain field: see `FieldAddress.fits`.
  case set(FieldAddress, FieldValue)
  case labelCreate(LabelID, name: String, colour: UInt8)
  case itemAdd(CardID, ItemID, text: String, at: Anchors<ItemKind>)
  case commentAdd(CardID, CommentID, text: String)
  case attach(CardID, CardElement)
  /// Takes away the element that the operation `seen` attached; one attached later stays.
  case detach(CardID, CardElement, seen: OperationID)
  case commentSplice(CardID, CommentID, Splice)
  /// Accepts or dismisses the open proposal that `operation` of `user` made for the field.
  case settle(FieldAddress, user: String, operation: OperationID, accept: Bool)
  /// The author's user has seen the receipts up to this sequence number.
  case receiptsSeen(through: UInt64)
  /// One receipt is seen while older ones wait: the sequence number of its cause, and its index
  /// there.
  case receiptSeen(cause: UInt64, index: UInt16)
  /// Drops the deleted scalars of a card's body, or of a comment's text, if nobody has written in
  /// it above `horizon`.
  case textCompact(CardID, CommentID?, horizon: UInt64)
  /// Takes something away for good. It stands in no batch, and nothing takes it back.
  case purge(PurgeTarget)
  /// Does all of the intents or none. None of them is a batch, an undo or a purge.
  case batch([Intent])
  /// Takes back what `target` did where nothing came after it; with `force` also where something
  /// did.
  case undo(target: OperationID, force: Bool)
}

extension Intent {
  /// Whether the intent edits one text and nothing else.
  var isSplice: Bool {
    if case .cardSplice = self { return true }
    if case .commentSplice = self { return true }
    return false
  }

  /// Whether cards get their numbers by it.
  public var createsCards: Bool {
    switch self {
    case .cardCreate: true
    case .batch(let intents): intents.contains(where: \.createsCards)
    default: false
    }
  }

  /// - Parameter contents: the intents that fill the new board.
  public static func newBoard(title: String, contents: [Intent] = []) -> Intent {
    .batch([.boardCreate(title: title)] + contents)
  }
}
