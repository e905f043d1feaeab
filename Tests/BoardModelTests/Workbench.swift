@testable import BoardModel

/// Who edits in these tests: a session of a user's device.
struct Editor: Hashable {
  let session: SessionID
  let author: Author

  init(_ number: UInt64, user: String, device: String = "laptop") {
    session = SessionID(high: 0x5E55, low: number)
    author = Author(user: user, device: device)
  }

  static let ann = Editor(1, user: "ann")
  static let ben = Editor(2, user: "ben")
  /// A second window of Ann's.
  static let annToo = Editor(3, user: "ann", device: "desk")
}

/// A board and the log that made it, with the little a coordinator adds: order, time, counters.
struct Workbench {
  var board: Board
  var log: [CommittedOperation] = []
  /// The last operation as its author made it.
  private(set) var lastMade: Operation?
  private var counters: [SessionID: UInt64] = [:]

  static let boardID = BoardID(high: 0xB0A4D, low: 1)

  /// A board that nobody created yet.
  init(empty id: BoardID = Workbench.boardID, levels: ModelLevels = .released) {
    board = Board(id: id, levels: levels)
  }

  /// A board of Ann's with the columns `todo`, `doing` and `done`, on which everyone may do
  /// everything.
  init(levels: ModelLevels = .released) {
    self.init(empty: Workbench.boardID, levels: levels)
    commit(.batch([.boardCreate(title: "Launch"), .set(.memberRole(""), .role(.owner))]))
    for (id, title) in [(todo, "To do"), (doing, "Doing"), (done, "Done")] {
      commit(.columnCreate(id, title: title, at: Anchors()))
    }
  }

  var sequence: UInt64 { board.sequence }

  func nextID(of editor: Editor) -> OperationID {
    OperationID(session: editor.session, epoch: 1, counter: (counters[editor.session] ?? 0) + 1)
  }

  var lastID: OperationID {
    log.last?.id ?? OperationID(session: SessionID(high: 0, low: 0), epoch: 0, counter: 0)
  }

  /// - Parameter base: what the author had seen; everything unless said otherwise.
  @discardableResult
  mutating func commit(
    _ intent: Intent, by editor: Editor = .ann, base: UInt64? = nil, queued: Bool = false,
    extensions: Extensions = .none
  ) -> Outcome {
    let id = nextID(of: editor)
    counters[editor.session] = id.counter
    let operation = Operation(
      id: id, base: base ?? board.sequence, queued: queued, intent: intent,
      extensions: extensions)
    let sequence = board.sequence + 1
    let time = 1_000 + sequence
    let outcome = board.apply(operation, sequence: sequence, time: time, author: editor.author)
    lastMade = operation
    log.append(
      CommittedOperation(
        sequence: sequence, time: time, author: editor.author, operation: operation,
        outcome: outcome))
    return outcome
  }

  @discardableResult
  mutating func addCard(
    _ id: CardID, _ title: String = "Card", in column: ColumnID = todo, body: String = "",
    by editor: Editor = .ann
  ) -> Outcome {
    commit(.cardCreate(id, in: column, title: title, body: body, at: Anchors()), by: editor)
  }

  func titles(in column: ColumnID) -> [String] {
    board.liveCards(in: column).map(\.title.value)
  }

  func order(in column: ColumnID) -> [CardID] {
    board.liveCards(in: column).map(\.id)
  }

  func body(of card: CardID) -> String { board.card(card)?.body.string ?? "" }

  func title(of card: CardID) -> String? { board.card(card)?.title.value }

  /// Replaces what lies between two positions of a body, as a window does.
  @discardableResult
  mutating func edit(
    _ card: CardID, _ range: Range<Int>, with text: String, by editor: Editor = .ann,
    seeing seen: Board? = nil
  ) -> Outcome {
    let body = (seen ?? board).card(card)?.body ?? Text()
    return commit(
      .cardSplice(card, body.splice(replacing: range, with: text)), by: editor,
      base: (seen ?? board).sequence)
  }
}

let todo = ColumnID(high: 0xC0, low: 1)
let doing = ColumnID(high: 0xC0, low: 2)
let done = ColumnID(high: 0xC0, low: 3)
let nowhere = ColumnID(high: 0xC0, low: 99)

func card(_ number: UInt64) -> CardID { CardID(high: 0xCA4D, low: number) }

extension Board {
  /// What a snapshot of the board holds, as bytes.
  var snapshotBytes: [UInt8] {
    var writer = ByteWriter()
    for entity in entities() { writer.value(entity) }
    return writer.bytes
  }

  /// The board as a window gets it from the coordinator: through bytes.
  func rebuilt() throws -> Board {
    var reader = ByteReader(snapshotBytes)
    var entities: [Entity] = []
    while reader.remaining > 0 { entities.append(try reader.value(Entity.self)) }
    return try Board(id: id, sequence: sequence, entities: entities)
  }
}

extension Board {
  /// What a rejection leaves as it was: all but the receipt that it is told by.
  var entitiesButReceipts: [Entity] {
    entities().filter { if case .receipt = $0 { false } else { true } }
  }
}
