import BoardModel
import Wire

enum Fixture {
  static let board = BoardID(high: 0xB0, low: 1)
  static let stranger = SessionID(high: 9, low: 9)

  static func column(_ number: Int) -> ColumnID { ColumnID(high: 0xC0, low: UInt64(number)) }
  static func card(_ number: Int) -> CardID { CardID(high: 0xCA, low: UInt64(number)) }

  /// Somebody without a window makes the board.
  static func creation(columns: Int) -> [Operation] {
    let intents: [Intent] =
      [.batch([.boardCreate(title: "Plan"), .set(.memberRole(""), .role(.owner))])]
      + (0..<columns).map { .columnCreate(column($0), title: "Column \($0)", at: Anchors()) }
    return intents.enumerated().map { index, intent in
      Operation(
        id: OperationID(session: stranger, epoch: 1, counter: UInt64(index) + 1),
        base: UInt64(index), queued: false, intent: intent)
    }
  }

  /// The board once the coordinator has ordered these intents of somebody else.
  static func board(columns: Int, _ intents: [Intent] = []) -> Board {
    var coordinator = ScriptedCoordinator(board: board)
    for operation in creation(columns: columns) { _ = coordinator.order(operation) }
    for (index, intent) in intents.enumerated() {
      _ = coordinator.order(foreign(UInt64(index) + 1, base: coordinator.board.sequence, intent))
    }
    return coordinator.board
  }

  static func create(_ number: Int, in column: Int = 0, body: String = "") -> Intent {
    .cardCreate(
      card(number), in: self.column(column), title: "Card \(number)", body: body, at: Anchors())
  }

  /// Somebody else's operation.
  static func foreign(_ counter: UInt64, base: UInt64, _ intent: Intent) -> Operation {
    Operation(
      id: OperationID(session: SessionID(high: 8, low: 8), epoch: 1, counter: counter), base: base,
      queued: false, intent: intent)
  }

  static func frames(_ bytes: [UInt8]) -> [[UInt8]] {
    var decoder = FrameDecoder(limit: .max)
    decoder.feed(bytes)
    var frames: [[UInt8]] = []
    while let frame = try? decoder.next() { frames.append(frame.bytes) }
    return frames
  }
}
