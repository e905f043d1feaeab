import BoardModel
import Files
import Foundation
import LogRecords
import OperationLog
import SampleHistory
import Synchronization
import Testing
import Wire

/// A folder of its own for one test, gone with it.
final class Fixture {
  let root: String
  var folder: String { root + "/store" }
  var database: String { folder + "/board.db" }

  /// - Parameter inMemory: on a disk in memory, where there is one: for tests that open thousands of
  ///   stores, and for which it does not matter when a sync is done.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory)
    let parent = isThere ? memory : FileManager.default.temporaryDirectory.path
    root = parent + "/board-log-\(UUID())"
    try Folder.make(root)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func open() throws -> Store {
    try Store.open(folder: folder)
  }

  /// A closed store with `groups` groups of `operations` operations on one board.
  func fill(groups: Int, operations: UInt64 = 3, board: BoardID = firstBoard) async throws {
    let store = try open()
    for index in 0..<groups {
      try await store.append(group(board, from: 1 + UInt64(index) * operations, count: operations))
    }
    try store.close()
  }

  func bytes(_ path: String) throws -> [UInt8] {
    try OpenFile(path, .read).contents(limit: 1 << 26)
  }

  func copy(to name: String) throws -> String {
    try Fixture.copy(folder, to: root + "/" + name)
    return root + "/" + name
  }

  static func copy(_ folder: String, to copy: String) throws {
    try Folder.make(copy)
    for file in try Folder.names(in: folder) where file != "lock" {
      let bytes = try OpenFile(folder + "/" + file, .read).contents(limit: 1 << 26)
      try OpenFile(copy + "/" + file, .replace).write(bytes, at: 0)
    }
  }
}

let firstBoard = BoardID(high: 1, low: 1)
let secondBoard = BoardID(high: 2, low: 2)
let session = SessionID(high: 7, low: 7)

func operations(_ from: UInt64, _ count: UInt64, length: Int = 20) -> [CommittedOperation] {
  (from..<(from + count)).map { sequence in
    CommittedOperation(
      sequence: sequence, time: 1_000 + sequence, author: Author(user: "ann", device: "desk"),
      operation: Operation(
        id: OperationID(session: session, epoch: 1, counter: sequence), base: sequence - 1,
        queued: false,
        intent: .boardRename(title: "title \(sequence) " + String(repeating: "x", count: length))),
      outcome: .applied)
  }
}

func encoded(_ board: BoardID, from: UInt64, count: UInt64, length: Int = 20) -> EncodedRow {
  EncodedRow(board, operations(from, count, length: length))
}

func row(_ board: BoardID, from: UInt64, count: UInt64, length: Int = 20) -> OperationRow {
  encoded(board, from: from, count: count, length: length).row
}

func summary(_ board: BoardID, _ sequence: UInt64) -> BoardSummary {
  BoardSummary(id: board, title: "board \(board.low)", sequence: sequence, time: 1_000 + sequence)
}

func group(_ board: BoardID, from: UInt64, count: UInt64, length: Int = 20) -> CommitGroup {
  CommitGroup(
    operations: [encoded(board, from: from, count: count, length: length)],
    summaries: [summary(board, from + count - 1)],
    sessions: [record(acknowledged: from + count - 1)])
}

func record(_ id: SessionID = session, acknowledged: UInt64) -> SessionRecord {
  SessionRecord(
    id: id, board: firstBoard, author: Author(user: "ann", device: "desk"), configuration: .board,
    instance: InstanceID(high: 3, low: 3), epoch: 1, firstEpoch: 1,
    acknowledgedCounter: acknowledged,
    acknowledgedSequence: acknowledged, lastSeen: 5)
}

func snapshot(_ board: BoardID, at sequence: UInt64) -> StoredSnapshot {
  StoredSnapshot(
    board: board, sequence: sequence,
    bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: 9_000))
}

/// A board as it is read from the store.
struct StoredBoard: Hashable {
  var snapshot: StoredSnapshot?
  var rows: [OperationRow] = []
  var skipped: [UInt64] = []
}

extension Store {
  func append(_ group: CommitGroup) async throws {
    try await withCheckedContinuation { continuation in
      append(group) { continuation.resume(returning: $0) }
    }.get()
  }

  func read(_ board: BoardID, from: UInt64, through: UInt64) async throws -> [OperationRow] {
    try await withCheckedContinuation { continuation in
      read(board, from: from, through: through) { continuation.resume(returning: $0) }
    }.get()
  }

  /// All rows from the first on, in as many reads as it takes.
  func readAll(_ board: BoardID, through: UInt64) async throws -> [OperationRow] {
    var rows: [OperationRow] = []
    while (rows.last?.last ?? 0) < through {
      let more = try await read(board, from: (rows.last?.last ?? 0) + 1, through: through)
      guard !more.isEmpty else { break }
      rows += more
    }
    return rows
  }

  func load(_ board: BoardID) throws -> StoredBoard {
    var stored = StoredBoard()
    stored.skipped = try load(board) { piece in
      switch piece {
      case .snapshot(let snapshot): stored.snapshot = snapshot
      case .row(let row): stored.rows.append(row)
      }
    }
    return stored
  }

  func saveSnapshot(_ snapshot: StoredSnapshot) async throws {
    try await withCheckedContinuation { continuation in
      saveSnapshot(snapshot) { continuation.resume(returning: $0) }
    }.get()
  }

  func saveSnapshot(
    _ snapshot: StoredSnapshot,
    completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    saveSnapshot(
      of: snapshot.board, at: snapshot.sequence, [snapshot.bytes], completion: completion)
  }

  func saveSnapshot(
    of board: BoardID, at sequence: UInt64, _ pieces: [[UInt8]],
    completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    saveSnapshot(
      of: board, at: sequence, pieces.map(\.count), piece: { pieces[$0] }, completion: completion)
  }

  func check() async throws -> IntegrityReport {
    try await withCheckedContinuation { continuation in
      check { continuation.resume(returning: $0) }
    }.get()
  }

  func backup(to folder: String) async throws {
    let copy = try CopyFolder(of: self.folder, in: folder)
    defer { copy.discard() }
    try await self.copy(into: try CopyFile(copy.path))
    try copy.publish()
  }

  func copy(
    into file: CopyFile, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    try await withCheckedContinuation { continuation in
      copy(into: file, isCancelled: isCancelled) { continuation.resume(returning: $0) }
    }.get()
  }
}

/// Waits for what a request completes with.
func blocking<Value: Sendable>(
  _ request: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
) -> Result<Value, StoreError> {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, StoreError>>(.failure(.closed))
  request { answer in
    result.withLock { $0 = answer }
    done.signal()
  }
  done.wait()
  return result.withLock { $0 }
}
