/// A card. It is in exactly one column's list, also while it is archived.
public struct Card: Hashable, Sendable {
  public let id: CardID
  /// The number of the card on its board. Others than this module read it by `Board.number`, which
  /// shows no predicted one.
  let number: UInt32
  public let created: Stamp
  public var title: Field<String>
  public var body: Text
  /// The stamp of the body's last splice, or of the card's creation.
  public var bodyStamp: Stamp
  public var column: Field<ColumnID>
  public var archived: Field<Bool>

  public init(
    id: CardID, number: UInt32, created: Stamp, title: Field<String>, body: Text, bodyStamp: Stamp,
    column: Field<ColumnID>, archived: Field<Bool>
  ) {
    self.id = id
    self.number = number
    self.created = created
    self.title = title
    self.body = body
    self.bodyStamp = bodyStamp
    self.column = column
    self.archived = archived
  }
}

/// Whether one user has marked one card.
public struct Favourite: Hashable, Sendable {
  public let card: CardID
  public let marked: Field<Bool>

  public init(card: CardID, marked: Field<Bool>) {
    self.card = card
    self.marked = marked
  }
}
