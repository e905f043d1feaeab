import HashTreeCollections

// How a board is cut into the pieces of a snapshot.
extension Board {
  var header: BoardHeader? {
    title.map { BoardHeader(id: id, level: level, nextNumber: numbering.next, title: $0) }
  }

  /// The most scalars in one text entity, which then stays well below a chunk of 64 KiB.
  static let scalarsPerTextEntity = 4_096
  static let favouritesPerEntity = 256

  /// The entities of the board, none larger than a snapshot chunk may be.
  public func entities() -> [Entity] {
    guard let header else { return [] }
    var result: [Entity] = [.header(header)]
    let inOrder = columnOrder.compactMap { columns[$0] }
    result += inOrder.map { .column($0) }
    for column in inOrder {
      for card in column.cards.compactMap({ cards[$0] }) {
        result.append(.card(card))
        result += Board.pieces(of: card.body).map { .text(card.id, $0) }
        result += cardEntities(of: card.id)
      }
    }
    for user in favourites.keys.sorted() {
      let marked = favourites[user]?.inOrder ?? []
      for start in stride(from: 0, to: marked.count, by: Board.favouritesPerEntity) {
        let end = min(start + Board.favouritesPerEntity, marked.count)
        result.append(.favourites(user: user, Array(marked[start..<end])))
      }
    }
    result += proposalsInOrder.flatMap { Board.entities(of: $0) }
    result += undo.inOrder.map { .undo($0) }
    result += fieldEntities + receiptEntities + purges.entities
    return result
  }

  /// The bytes of a run beside its scalars, counted as so many scalars.
  private static let scalarsPerRun = 12

  /// The runs of a text, cut so that each list of them fits an entity.
  static func pieces(of text: Text) -> [[TextRun]] {
    var result: [[TextRun]] = []
    var runs: [TextRun] = []
    var room = scalarsPerTextEntity
    for var run in text.runs {
      while run.scalars.count + scalarsPerRun > room {
        if room > scalarsPerRun {
          runs.append(run.prefix(room - scalarsPerRun))
          run = run.dropping(room - scalarsPerRun)
        }
        result.append(runs)
        (runs, room) = ([], scalarsPerTextEntity)
      }
      runs.append(run)
      room -= run.scalars.count + scalarsPerRun
    }
    if !runs.isEmpty { result.append(runs) }
    return result
  }
}

extension TreeDictionary<CardID, Field<Bool>> {
  var inOrder: [Favourite] {
    sorted { $0.key < $1.key }.map { Favourite(card: $0.key, marked: $0.value) }
  }
}
