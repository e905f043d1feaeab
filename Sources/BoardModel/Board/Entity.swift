import HashTreeCollections

/// A piece of a snapshot. Sent in an order from which the board can be rebuilt: header, columns
/// from left to right, then for each column its cards from top to bottom, each followed by its
/// body, then favourites, proposals and undo records.
public enum Entity: Hashable, Sendable {
  case header(BoardHeader)
  /// Without its cards: they follow as entities of their own.
  case column(Column)
  /// Without its body; it goes to the end of its column.
  case card(Card)
  /// The next runs of a card's body.
  case text(CardID, [TextRun])
  /// The next marks of a user, in the order of the cards' identifiers.
  case favourites(user: String, [Favourite])
  case proposal(Proposal)
  case undo(UndoRecord)
}

public struct BoardHeader: Hashable, Sendable {
  public let id: BoardID
  public let level: UInt16
  public let title: Field<String>

  public init(id: BoardID, level: UInt16, title: Field<String>) {
    self.id = id
    self.level = level
    self.title = title
  }
}

/// Why entities do not make up a board.
public enum SnapshotFault: Error, Hashable, Sendable {
  case noHeader
  case otherBoard
  case repeated
  case columnMissing(ColumnID)
  case cardMissing(CardID)
}

extension Board {
  var header: BoardHeader? {
    title.map { BoardHeader(id: id, level: level, title: $0) }
  }

  /// Scalars in one text entity: with them it stays well below a chunk of 64 KiB.
  static let scalarsPerTextEntity = 4_096
  static let favouritesPerEntity = 256

  /// The board in pieces, none larger than a snapshot chunk may be.
  public func entities() -> [Entity] {
    guard let header else { return [] }
    var result: [Entity] = [.header(header)]
    let inOrder = columnOrder.compactMap { columns[$0] }
    result += inOrder.map { .column($0) }
    for column in inOrder {
      for card in column.cards.compactMap({ cards[$0] }) {
        result.append(.card(card))
        result += Board.textEntities(of: card)
      }
    }
    for user in favourites.keys.sorted() {
      let marked = favourites[user]?.inOrder ?? []
      for start in stride(from: 0, to: marked.count, by: Board.favouritesPerEntity) {
        let end = min(start + Board.favouritesPerEntity, marked.count)
        result.append(.favourites(user: user, Array(marked[start..<end])))
      }
    }
    result += proposalsInOrder.map { .proposal($0) }
    result += undo.inOrder.map { .undo($0) }
    return result
  }

  /// What a run costs beside its scalars, in scalars.
  private static let scalarsPerRun = 12

  private static func textEntities(of card: Card) -> [Entity] {
    var result: [Entity] = []
    var runs: [TextRun] = []
    var room = scalarsPerTextEntity
    for var run in card.body.runs {
      while run.scalars.count + scalarsPerRun > room {
        if room > scalarsPerRun {
          runs.append(run.prefix(room - scalarsPerRun))
          run = run.dropping(room - scalarsPerRun)
        }
        result.append(.text(card.id, runs))
        (runs, room) = ([], scalarsPerTextEntity)
      }
      runs.append(run)
      room -= run.scalars.count + scalarsPerRun
    }
    if !runs.isEmpty { result.append(.text(card.id, runs)) }
    return result
  }

  /// The board that `entities` make up.
  /// - Throws: `SnapshotFault` where they do not fit together.
  public init(id: BoardID, sequence: UInt64, entities: [Entity]) throws(SnapshotFault) {
    self.init(id: id)
    self.sequence = sequence
    for entity in entities { try take(entity) }
    if sequence > 0, !exists, !entities.isEmpty { throw .noHeader }
  }

  private mutating func take(_ entity: Entity) throws(SnapshotFault) {
    switch entity {
    case .header(let header):
      guard header.id == id else { throw .otherBoard }
      guard title == nil else { throw .repeated }
      title = header.title
      level = header.level
      touch(.header)
    case .column(var column):
      guard columns[column.id] == nil else { throw .repeated }
      column.cards = []
      columns[column.id] = column
      columnOrder.append(column.id)
      touch(.column(column.id))
    case .card(var card):
      guard cards[card.id] == nil else { throw .repeated }
      guard columns[card.column.value] != nil else { throw .columnMissing(card.column.value) }
      card.body = Text()
      cards[card.id] = card
      columns[card.column.value]?.cards.append(card.id)
      touch(.card(card.id))
    case .text(let id, let runs):
      guard cards[id] != nil else { throw .cardMissing(id) }
      cards[id]?.body.append(contentsOf: runs)
    case .favourites(let user, let marked):
      for favourite in marked {
        favourites[user, default: [:]][favourite.card] = favourite.marked
      }
      touch(.favourites(user))
    case .proposal(let proposal):
      proposals[proposal.key] = proposal
      touch(.proposal(proposal.key))
    case .undo(let record):
      for dropped in undo.insert(record) { touch(.undo(dropped)) }
      touch(.undo(record.stamp.operation))
    }
  }
}

extension TreeDictionary<CardID, Field<Bool>> {
  var inOrder: [Favourite] {
    sorted { $0.key < $1.key }.map { Favourite(card: $0.key, marked: $0.value) }
  }
}
