import HashTreeCollections

// The board in pieces, and the board that pieces make up.
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
        result += Board.pieces(of: card.body).map { .text(card.id, $0) }
        if level > 1 { result += detailEntities(of: card.id) }
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
    if level > 1 { result += fieldEntities + receiptEntities }
    return result
  }

  /// What a run costs beside its scalars, in scalars.
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
      if !card.archived.value { count(1, in: card.column.value) }
      touch(.card(card.id))
    case .text(let id, let runs):
      guard cards[id] != nil else { throw .cardMissing(id) }
      cards[id]?.body.append(contentsOf: runs)
    case .favourites(let user, let marked):
      for favourite in marked {
        favourites[user, default: [:]][favourite.card] = favourite.marked
      }
      touch(.favourites(user))
    case .proposal(var proposal):
      if case .text(let fragment) = proposal.value {
        let empty = TextFragment(context: fragment.context)
        proposal = Proposal(field: proposal.field, value: .text(empty), stamp: proposal.stamp)
      }
      proposals[proposal.key] = proposal
      touch(.proposal(proposal.key))
    case .undo(let record):
      for dropped in undo.insert(record) { touch(.undo(dropped)) }
      touch(.undo(record.stamp.operation))
    case .field, .item, .comment, .commentText, .elements, .receipt, .compacted, .proposalText:
      guard level > 1 else { throw .aboveLevel }
      try takeDetail(entity)
    }
  }
}

extension TreeDictionary<CardID, Field<Bool>> {
  var inOrder: [Favourite] {
    sorted { $0.key < $1.key }.map { Favourite(card: $0.key, marked: $0.value) }
  }
}
