import BoardModel
import LoadParts
import Wire

/// A board of honest people.
final class HonestBoard {
  /// Whoever makes a board for a measurement.
  struct Maker {
    let device: Identities.Device
    /// The users who may edit the board.
    let members: [String]
  }

  static let cards = 200
  /// The edits that were made before: more than a coordinator keeps at hand of a board, so that what
  /// it has in memory before an attack is what it has of boards that people work on.
  private static let history = 1_200
  let id: BoardID
  var windows: [HonestWindow] = []

  init(number: UInt64, run: UInt64) { id = BoardID(high: run, low: number) }

  static func card(_ index: Int) -> CardID { CardID(high: 0xCA, low: UInt64(index + 1)) }

  /// Makes the board, lets its members in, and works on it.
  func make(by maker: Maker, session: SessionID, port: UInt16, _ loop: Loop) throws {
    let columns = (1...5).map {
      Intent.columnCreate(ColumnID(high: 0xC0, low: $0), title: "Column \($0)", at: Anchors())
    }
    let cards = (0..<Self.cards).map { index in
      Intent.cardCreate(
        Self.card(index), in: ColumnID(high: 0xC0, low: UInt64(index % 5 + 1)),
        title: "What is to be done, number \(index)",
        body: String(repeating: "How, and why, and until when. ", count: 10), at: Anchors())
    }
    let members = maker.members.map {
      Intent.set(.memberRole($0), .role(.editor))
    }
    let creation = CreateBoard(
      board: id,
      operation: Operation(
        id: OperationID(session: session, epoch: 0, counter: 1), base: 0, queued: false,
        intent: .newBoard(title: "Board \(id.low)", contents: columns + cards)))
    let client = BoardClient(
      try Link(loop, maker.device.credentials, port: port, from: maker.device.address), board: id,
      session: SessionID(high: session.high, low: session.low | 1 << 40), card: Self.card(0),
      content: .none, creating: creation)
    try loop.run("making a board") { client.isReady }
    if !members.isEmpty { client.submit(.batch(members)) }
    try loop.run("letting members in") { client.completed == (members.isEmpty ? 0 : 1) }
    let expected = client.completed + Self.history
    for _ in 0..<Self.history { client.edit() }
    try loop.run("working on a board") { client.completed == expected }
    client.drop()
  }
}
