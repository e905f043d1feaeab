/// A column and the cards in it. A deleted column stays as a tombstone: it keeps its title, so that
/// history can name it and undo can bring it back, and the archived cards that were in it.
public struct Column: Hashable, Sendable {
  public let id: ColumnID
  public var title: Field<String>
  /// The stamp of the column's last move; its place is its index in the board's order.
  public var placed: Stamp
  public var deleted: Field<Bool>
  /// Every card of the column.
  public internal(set) var cards = CardList()

  public init(
    id: ColumnID, title: Field<String>, placed: Stamp, deleted: Field<Bool>
  ) {
    self.id = id
    self.title = title
    self.placed = placed
    self.deleted = deleted
  }
}
