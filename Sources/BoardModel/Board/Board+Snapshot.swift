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
    var result: [Entity] = []
    forEachPart { result += entities(of: $0) }
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
