public import BoardModel
import DequeModule
public import LogRecords
import Wire

/// Why the rows and the snapshot that the store holds of a board do not make up a board.
public enum BoardFault: Error, Hashable, Sendable, CustomStringConvertible {
  case snapshot(MalformedBytes)
  case entities(SnapshotFault)
  case row(first: UInt64, MalformedBytes)
  case gap(after: UInt64, found: UInt64)
  case otherOutcome(sequence: UInt64)
  /// The store lists other members of the board than its operations come to.
  case otherMembers
  /// The log does not end where it ended when this coordinator wrote to it last.
  case otherEnd(durable: UInt64, found: UInt64)
  case empty

  public var description: String {
    switch self {
    case .snapshot(let fault): "its snapshot is malformed at byte \(fault.offset)"
    case .entities(let fault): "its snapshot does not fit together (\(fault))"
    case .row(let first, let fault):
      "the row that begins at edit \(first) is malformed at byte \(fault.offset)"
    case .gap(let after, let found):
      "edit \(found) stands where edit \(after + 1) belongs"
    case .otherOutcome(let sequence):
      "edit \(sequence) has another outcome than when it was written"
    case .otherMembers: "its members are not those which are listed beside it"
    case .otherEnd(let durable, let found):
      "its log ends at edit \(found), and edit \(durable) was the last one written"
    case .empty: "it has no edits"
    }
  }
}

/// A board and what its sessions may still ask for, from the newest snapshot and the rows after it.
/// That takes as long as they are many, so it is not done by the thread that serves people.
public struct RestoredBoard: Sendable {
  private(set) var state: Board
  private(set) var ledgers: [SessionID: Session.Ledger] = [:]
  private var creation: LoadedBoard.Creation?
  private(set) var lastTime: UInt64 = 0
  private var snapshotSequence: UInt64 = 0
  /// The last operations, encoded, and how many bytes they are.
  private var recent: Deque<LoadedBoard.EncodedOperation> = []
  private var recentSize = 0
  /// The most bytes of them that are kept in memory.
  private let recentBytes: Int

  /// A board without anything, to be restored.
  public init(_ id: BoardID, _ configuration: CoordinatorConfiguration) {
    state = Board(id: id, levels: configuration.levels)
    recentBytes = configuration.recentBytes
  }

  public var id: BoardID { state.id }

  /// How many cards it has, archived ones included.
  public var cardCount: Int { state.cardCount }

  /// Ends the restoring, once every row is replayed.
  public func finish() throws(BoardFault) {
    if creation == nil { throw .empty }
  }

  func board(now: UInt64) -> LoadedBoard {
    // `finish` threw if there was no creation.
    let creation =
      creation
      ?? LoadedBoard.Creation(
        author: Author(user: "", device: ""),
        operation: OperationID(session: SessionID(high: 0, low: 0), epoch: 0, counter: 0),
        hash: nil, stored: StoredOutcome(counter: 0, sequence: 0, time: 0, outcome: .applied))
    var board = LoadedBoard(
      tip: state, durable: LoadedBoard.Durable(state), lastTime: lastTime, creation: creation,
      snapshotSequence: snapshotSequence, idleSince: now)
    board.remember(Array(recent), limit: recent.count, bytes: recentBytes)
    return board
  }

  /// Replays what of a row is not in the board yet.
  public mutating func replay(_ row: OperationRow) throws(BoardFault) {
    var reader = ByteReader(row.bytes)
    let operations: [CommittedOperation]
    do throws(MalformedBytes) {
      operations = try reader.committedList()
      try reader.finish()
    } catch {
      throw .row(first: row.first, error)
    }
    for committed in operations where committed.sequence > state.sequence {
      guard committed.sequence == state.sequence + 1 else {
        throw .gap(after: state.sequence, found: committed.sequence)
      }
      guard state.apply(committed) == committed.outcome else {
        throw .otherOutcome(sequence: committed.sequence)
      }
      note(committed)
    }
  }

  private mutating func note(_ committed: CommittedOperation) {
    lastTime = committed.time
    let id = committed.id
    let stored = StoredOutcome(committed)
    let hash = committed.hash
    if committed.sequence == 1 {
      creation = LoadedBoard.Creation(
        author: committed.author, operation: id, hash: hash, stored: stored)
    } else {
      // Counters begin at 1: what is noted before was of a session that was forgotten.
      if id.counter == 1 { ledgers[id.session] = nil }
      ledgers[id.session, default: Session.Ledger()].append(
        Session.Ledger.Entry(
          mark: hash.map { OperationMark(hash: $0) }, epoch: id.epoch, stored: stored))
    }
    var writer = ByteWriter()
    writer.value(committed)
    recent.append(
      LoadedBoard.EncodedOperation(sequence: committed.sequence, bytes: writer.bytes))
    recentSize += writer.bytes.count
    while recentSize > recentBytes, let first = recent.popFirst() {
      recentSize -= first.bytes.count
    }
  }
}

// The bytes of a stored snapshot: format, creation, ledgers, entities.
extension RestoredBoard {
  static let format: UInt8 = 4

  /// Takes the board as a snapshot has it. Nothing was replayed before.
  public mutating func restore(_ snapshot: StoredSnapshot) throws(BoardFault) {
    snapshotSequence = snapshot.sequence
    let entities: [Entity]
    do throws(MalformedBytes) {
      entities = try read(snapshot)
    } catch {
      throw .snapshot(error)
    }
    do throws(SnapshotFault) {
      state = try Board(
        id: state.id, sequence: snapshot.sequence, entities: entities, levels: state.levels)
    } catch {
      throw .entities(error)
    }
  }

  private mutating func read(_ snapshot: StoredSnapshot) throws(MalformedBytes) -> [Entity] {
    var reader = ByteReader(snapshot.bytes)
    guard try reader.uint8() == RestoredBoard.format else {
      throw MalformedBytes(.outOfRange, at: 0)
    }
    lastTime = try reader.uint64()
    creation = LoadedBoard.Creation(
      author: try reader.value(), operation: try reader.value(),
      hash: try RestoredBoard.hash(&reader),
      stored: try reader.value())
    let pairs = try reader.list(minimum: 32) { (reader) throws(MalformedBytes) in
      (try reader.identifier(SessionKind.self), try RestoredBoard.ledger(&reader))
    }
    for (session, ledger) in pairs { ledgers[session] = ledger }
    let entities = try reader.value([Entity].self)
    try reader.finish()
    return entities
  }

  /// - Returns: nil for a hash that a purge took.
  private static func hash(_ reader: inout ByteReader) throws(MalformedBytes) -> [UInt8]? {
    let bytes = try reader.data()
    return bytes.isEmpty ? nil : bytes
  }

  private static func ledger(
    _ reader: inout ByteReader
  ) throws(MalformedBytes) -> Session.Ledger {
    let (counter, epoch) = (try reader.uint64(), try reader.uint32())
    let entries = try reader.list(minimum: 33) { (reader) throws(MalformedBytes) in
      Session.Ledger.Entry(
        mark: try hash(&reader).map { OperationMark(hash: $0) }, epoch: try reader.uint32(),
        stored: try reader.value())
    }
    return Session.Ledger(forgottenCounter: counter, forgottenEpoch: epoch, entries: entries)
  }
}
