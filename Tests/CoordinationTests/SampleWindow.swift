import BoardModel
import Coordination
import LogRecords
import Testing
import Wire

/// The names a test gives to things.
func board(_ number: UInt64) -> BoardID { BoardID(high: 0xB0, low: number) }
func column(_ number: UInt64) -> ColumnID { ColumnID(high: 0xC0, low: number) }
func card(_ number: UInt64) -> CardID { CardID(high: 0xCA, low: number) }
func session(_ number: UInt64) -> SessionID { SessionID(high: 0x5E, low: number) }

/// A window that is attached: it counts its own operations.
struct SampleWindow {
  let connection: ConnectionID
  let session: SessionID
  let attached: Attached
  var counter: UInt64

  func operation(
    _ intent: Intent, counter: UInt64, base: UInt64 = 1, queued: Bool = false, epoch: UInt32? = nil
  ) -> Operation {
    Operation(
      id: OperationID(session: session, epoch: epoch ?? attached.epoch, counter: counter),
      base: base, queued: queued, intent: intent)
  }
}

extension CoordinatorHarness {
  /// A board with one column and a first card, on which everyone may do everything.
  /// - Parameter everyone: the role of everyone but who makes it.
  mutating func makeBoard(
    _ id: BoardID = board(1), as user: String = "ann", everyone: Role? = .owner
  ) throws {
    let connection = try greeted(user: user)
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: id.low), epoch: 0, counter: 1), base: 0,
      queued: false,
      intent: .batch([
        .boardCreate(title: "Work"), .set(.memberRole(""), .role(everyone)),
        .columnCreate(column(1), title: "To do", at: Anchors()),
        .cardCreate(card(1), in: column(1), title: "First", body: "", at: Anchors()),
      ]))
    let reply = try request(connection, CreateBoard(board: id, operation: operation))
    guard case .outcome(let message) = reply, message.stored.outcome == .applied else {
      throw Unexpected(reply)
    }
    handle(.closed(connection))
  }

  mutating func attach(
    _ number: UInt64, user: String = "ann", device: String = "laptop", instance: UInt64 = 1,
    epoch: UInt32 = 0, sequence: UInt64 = 0, firstPending: UInt64 = 1, board id: BoardID = board(1)
  ) throws -> SampleWindow {
    let connection = try greeted(user: user, device: device)
    let reply = try request(
      connection,
      attachBody(
        number, instance: instance, epoch: epoch, sequence: sequence, firstPending: firstPending,
        board: id))
    guard case .attached(let attached) = reply else { throw Unexpected(reply) }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached,
      counter: attached.lastCounter)
  }

  func attachBody(
    _ number: UInt64, instance: UInt64 = 1, epoch: UInt32 = 0, sequence: UInt64 = 0,
    firstPending: UInt64 = 1, board id: BoardID = board(1),
    as configuration: Configuration = .board, wantsSnapshot: Bool = false
  ) -> Attach {
    Attach(
      board: id, session: session(number), instance: InstanceID(high: 9, low: instance),
      configuration: configuration, epoch: epoch, incarnation: IncarnationID(high: 0, low: 0),
      sequence: sequence, firstPending: firstPending, level: ModelLevels.released.newest,
      wantsSnapshot: wantsSnapshot)
  }

  /// Attaches and fetches the board.
  mutating func window(
    _ number: UInt64, user: String = "ann", device: String = "laptop"
  ) throws -> (SampleWindow, Board) {
    let window = try attach(number, user: user, device: device)
    return (window, try snapshot(window.connection))
  }

  mutating func snapshot(_ id: ConnectionID, board: BoardID = board(1)) throws -> Board {
    let chunks = try chunks(id, begin(id, FetchSnapshot()))
    return try Board(
      id: board, sequence: chunks[0].sequence, entities: chunks.flatMap(\.entities))
  }

  /// Takes a whole snapshot out of what arrived, of which there is at least one chunk.
  mutating func chunks(_ id: ConnectionID, _ request: UInt64) throws -> [Snapshot] {
    var chunks: [Snapshot] = []
    repeat {
      let reply = try answer(id, request)
      guard case .snapshot(let chunk) = reply else { throw Unexpected(reply) }
      chunks.append(chunk)
    } while chunks.reduce(0) { $0 + $1.entities.count } < Int(chunks[0].total)
    return chunks
  }

  /// Submits the window's next operation.
  mutating func submit(
    _ window: inout SampleWindow, _ intent: Intent, base: UInt64 = 1, queued: Bool = false
  ) throws -> StoredOutcome {
    window.counter += 1
    let operation = window.operation(
      intent, counter: window.counter, base: base, queued: queued)
    let reply = try request(window.connection, Submit(operation: operation))
    guard case .outcome(let message) = reply else { throw Unexpected(reply) }
    return message.stored
  }
}
