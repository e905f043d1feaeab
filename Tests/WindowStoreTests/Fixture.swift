import BoardModel
import Files
import Foundation
import WindowStore
import WindowSync
import Wire

/// A folder of its own for one test, gone with it.
final class Fixture {
  let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.path + "/board-windows-\(UUID())"
    try Folder.make(root)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func windows(
    _ cluster: String = "home", at coordinator: String = "board://home:1", user: String = "ann"
  ) throws -> DeviceWindows {
    try DeviceWindows(
      root: root + "/state", cluster: cluster, coordinator: coordinator, user: user)
  }
}

let boardID = BoardID(high: 1, low: 1)

func sessionID(_ number: UInt64) -> SessionID { SessionID(high: 9, low: number) }

func session(
  _ number: UInt64 = 1, board: BoardID = boardID, configuration: Configuration = .board,
  epoch: UInt32 = 0, forgotten: UInt64 = 0
) -> SavedSession {
  SavedSession(
    board: board, session: sessionID(number), configuration: configuration, epoch: epoch,
    incarnation: IncarnationID(high: 2, low: 2), forgottenThrough: forgotten)
}

func operation(
  _ counter: UInt64, of number: UInt64 = 1, title: String = "t", base: UInt64 = 3,
  around words: String? = nil
) -> BoardModel.Operation {
  BoardModel.Operation(
    id: OperationID(session: sessionID(number), epoch: 1, counter: counter), base: base,
    queued: true, intent: .boardRename(title: "\(title) \(counter)"),
    extensions: words.map {
      Extensions(leftOf: nil, context: TextContext(before: $0, after: ""))
    } ?? .none)
}

/// A board of `cards` cards with titles and bodies.
func filledBoard(cards: UInt64) -> Board {
  var board = Board(id: boardID)
  let column = ColumnID(high: 5, low: 1)
  var intents: [Intent] = [
    .boardCreate(title: "board"),
    .columnCreate(column, title: "column", at: Anchors()),
  ]
  for card in 0..<cards {
    intents.append(
      .cardCreate(
        CardID(high: 6, low: card), in: column, title: "Card number \(card)",
        body: String(repeating: "Some words about it. ", count: 8),
        at: Anchors()))
  }
  for (index, intent) in intents.enumerated() {
    let counter = UInt64(index) + 1
    _ = board.apply(
      BoardModel.Operation(
        id: OperationID(session: sessionID(99), epoch: 1, counter: counter), base: counter - 1,
        queued: false, intent: intent), sequence: counter, time: counter,
      author: Author(user: "ann", device: "desk"))
  }
  return board
}

/// A board on which a card was purged by its operation of that number.
func purgedBoard(at sequence: UInt64) -> Board {
  var board = filledBoard(cards: 1)
  _ = board.apply(
    BoardModel.Operation(
      id: OperationID(session: sessionID(99), epoch: 1, counter: sequence), base: sequence - 1,
      queued: false, intent: .purge(.card(CardID(high: 6, low: 0)))), sequence: sequence,
    time: sequence, author: Author(user: "ann", device: "desk"))
  return board
}

func saved(_ board: Board, ownThrough: UInt64 = 4) -> SavedBoard {
  SavedBoard(
    board: board.id, sequence: board.sequence, entities: board.entities(), ownThrough: ownThrough)
}

func bytes(_ path: String) throws -> [UInt8] {
  try OpenFile(path, .read).contents(limit: 1 << 26)
}

func write(_ bytes: [UInt8], _ path: String) throws {
  try OpenFile(path, .replace).write(bytes, at: 0)
}

/// Of the board that the entities make up: an entity of a live board holds more than its bytes.
func digest(of saved: SavedBoard?) throws -> BoardDigest? {
  guard let saved else { return nil }
  var board = try Board(id: saved.board, sequence: saved.sequence, entities: saved.entities)
  return board.digest()
}

extension DivergenceReports {
  /// The names of the files in the folder, but for the one that is locked.
  func names() throws -> [String] { try Folder.names(in: folder).filter { $0 != "lock" } }
}
