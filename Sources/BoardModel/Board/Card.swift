/// A card. It is in exactly one column's list, also while it is archived.
///
/// A board looks its cards up, and copies the tables they are in, many times for each edit: a copy of
/// a card is one reference, and shares what it holds until one of them changes.
public struct Card: Hashable, Sendable {
  public let id: CardID
  /// Always one. An array is changed in place where nothing shares it.
  private var contents: [Contents]

  private struct Contents: Hashable, Sendable {
    let number: UInt32
    let created: Stamp
    var title: Field<String>
    var body: Text
    var bodyStamp: Stamp
    var column: Field<ColumnID>
    var archived: Field<Bool>

    mutating func change<Result>(_ change: (inout Text, inout Stamp) -> Result) -> Result {
      change(&body, &bodyStamp)
    }
  }

  public init(
    id: CardID, number: UInt32, created: Stamp, title: Field<String>, body: Text, bodyStamp: Stamp,
    column: Field<ColumnID>, archived: Field<Bool>
  ) {
    self.id = id
    contents = [
      Contents(
        number: number, created: created, title: title, body: body, bodyStamp: bodyStamp,
        column: column, archived: archived)
    ]
  }

  /// The number of the card on its board. Others than this module read it by `Board.number`, which
  /// shows no predicted one.
  var number: UInt32 { contents[0].number }

  public var created: Stamp { contents[0].created }

  public var title: Field<String> {
    get { contents[0].title }
    set { contents[0].title = newValue }
  }

  public var body: Text {
    get { contents[0].body }
    _modify { yield &contents[0].body }
  }

  /// The stamp of the body's last splice, or of the card's creation.
  public var bodyStamp: Stamp {
    get { contents[0].bodyStamp }
    set { contents[0].bodyStamp = newValue }
  }

  public var column: Field<ColumnID> {
    get { contents[0].column }
    set { contents[0].column = newValue }
  }

  public var archived: Field<Bool> {
    get { contents[0].archived }
    set { contents[0].archived = newValue }
  }

  /// Whether it is archived now. The stamp of that is not copied.
  var isArchived: Bool { contents[0].archived.value }

  /// Changes the body and its stamp in place.
  mutating func change<Result>(_ change: (inout Text, inout Stamp) -> Result) -> Result {
    contents[0].change(change)
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
