public import BoardModel
import Files
import Foundation
import GRDB
public import LogRecords
import Synchronization
import Wire

/// The durable log of a coordinator: every board's operations, sessions and snapshots, in one
/// SQLite database behind one connection and one thread.
///
/// Requests are carried out in the order they are made. Completions are called on the log's own
/// thread and must not call back into the store synchronously; hand over and return.
public final class Store: Sendable {
  public let folder: String
  public var path: String { StoreFormat.path(in: folder) }

  /// The boards that were found damaged when the store was opened. The others are whole.
  public let damagedBoards: [DamagedBoard]

  let access: DatabaseAccess
  /// The one connection. All requests run on its queue, one at a time.
  let connection: DatabaseQueue
  /// The queue on which copies wait for their turn and for their disk, while the connection does
  /// other things.
  let copying = DispatchQueue(label: "copies of the operation log")
  /// What the log's thread knows of the log. Nobody else asks for it, and so nobody waits.
  private let log: Mutex<Log>
  private let state: Mutex<State>

  private struct Log {
    var tail: LogTail
    let witness: Witness
  }

  private struct State {
    var failure: StoreError?
    /// The store is being closed, so no copy goes on.
    var isClosing = false
    var lock: FileLock?
    /// The boards that could not be read. They take no more operations, since new ones would bury
    /// what can be saved of them.
    var damaged: [BoardID: StoreError] = [:]
    /// The bytes written since the journal was last moved into the database file.
    var journalBytes = 0
    /// The journal may have pages as they were before a purge.
    var journalHasPurged = false
    let reserve: Reserve
  }

  /// Whether `folder` holds a store, whole or not.
  public static func isThere(_ folder: String) throws(StoreError) -> Bool {
    let path = StoreFormat.path(in: folder)
    do throws(FileError) {
      for name in [path, path + "-wal"] where try Folder.size(of: name) != nil { return true }
      return false
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Opens the store in `folder`, or makes one if there is none.
  ///
  /// - Parameters:
  ///   - cluster: the cluster of the coordinator that opens it. A store that is made now, or
  ///     belongs to no cluster yet, belongs to it from now on; one of another cluster is refused.
  ///     Nil for a program that only reads.
  ///   - newIncarnation: the incarnation of the store if it is made now.
  ///   - maximumPages: the most pages of 4 KiB that the database may have; nil for as many as fit.
  ///   - waiting: if given, a store that another process holds is waited for, and this is called
  ///     with that process's number, where known; otherwise it is refused.
  public static func open(
    folder: String, cluster: String? = nil, newIncarnation: IncarnationID = .random(),
    maximumPages: Int? = nil,
    waiting: ((Int32?) -> Void)? = nil
  ) throws(StoreError) -> Store {
    try open(
      folder: folder, cluster: cluster, newIncarnation: newIncarnation, maximumPages: maximumPages,
      waiting: waiting, by: DatabaseAccess())
  }

  static func open(
    folder: String, cluster: String? = nil, newIncarnation: IncarnationID = .random(),
    maximumPages: Int? = nil, waiting: ((Int32?) -> Void)? = nil, by access: DatabaseAccess
  ) throws(StoreError) -> Store {
    let lock = try StoreOpening.lock(folder, waiting: waiting)
    let path = StoreFormat.path(in: folder)
    do {
      let damagedBoards = try StoreOpening.prepare(
        folder, cluster: cluster, newIncarnation: newIncarnation, access)
      let connection = try DatabaseQueue(
        path: access.name(of: path), configuration: StoreOpening.writing(maximumPages: maximumPages)
      )
      let (isEmptied, log) = try connection.writeWithoutTransaction { db in
        // One that was left behind by a crash may have pages as they were before a purge.
        let isEmptied = (try? db.checkpoint(.truncate)) != nil
        if let cluster { try StoreOpening.claim(db, for: cluster) }
        let incarnation = try StoreReading.requireIncarnation(db, path: path)
        return (
          isEmptied, Log(tail: try LogTail(db), witness: Witness(in: folder, of: incarnation))
        )
      }
      return Store(
        folder: folder, access, lock: lock, connection: connection, log: log,
        isEmptied: isEmptied, damagedBoards: damagedBoards)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private init(
    folder: String, _ access: DatabaseAccess, lock: FileLock, connection: DatabaseQueue,
    log: sending Log, isEmptied: Bool, damagedBoards: [DamagedBoard]
  ) {
    self.folder = folder
    self.access = access
    self.damagedBoards = damagedBoards
    self.connection = connection
    self.log = Mutex(log)
    state = Mutex(
      State(lock: lock, journalHasPurged: !isEmptied, reserve: Reserve(in: folder)))
  }

  /// Appends a group. Completes after it is on disk: all of it, or nothing.
  ///
  /// Fails with `gap` or `unfit` without writing if the group does not continue its boards.
  public func append(
    _ group: CommitGroup, completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    perform { db in
      let bytes = try self.append(group, db)
      self.emptyJournal(db, after: group)
      return bytes
    } completion: {
      completion($0.map { _ in })
      guard case .success(let bytes) = $0 else { return }
      self.log.withLock { $0.witness.note($0.tail) }
      self.wrote(bytes)
    }
  }

  /// Empties the journal behind a purge, as it still has the pages as they were. The purge is
  /// durable: where this fails it is tried again with every group, and when the store is opened.
  private func emptyJournal(_ db: Database, after group: CommitGroup) {
    guard !group.purges.isEmpty || state.withLock({ $0.journalHasPurged }) else { return }
    let isEmptied = (try? db.checkpoint(.truncate)) != nil
    state.withLock { $0.journalHasPurged = !isEmptied }
  }

  private func append(_ group: CommitGroup, _ db: Database) throws -> Int {
    let damaged = state.withLock { $0.damaged }
    for row in group.operations { if let error = damaged[row.board] { throw error } }
    guard group.operations.isEmpty else {
      try requireReserve()
      return try write(group, db)
    }
    do {
      return try write(group, db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      guard state.withLock({ $0.reserve.release() }) else { throw error }
      // After a checkpoint the journal begins anew, in the room that it has already.
      _ = try? db.checkpoint(.passive)
      return try write(group, db)
    }
  }

  private func write(_ group: CommitGroup, _ db: Database) throws -> Int {
    try log.withLock { try StoreWriting.append(group, to: &$0.tail, db) }
  }

  /// Reads the whole store and compares it with its checksums. Other requests wait meanwhile; where
  /// there are any, make a copy and check that (`CopyFolder`).
  public func check(
    completion: @escaping @Sendable (Result<IntegrityReport, StoreError>) -> Void
  ) {
    perform { db in
      IntegrityCheck.run(db, thorough: true, witness: Witness.record(in: self.folder))
    } completion: {
      completion($0)
    }
  }

  /// Closes the store after all earlier requests are done, and returns then. Later requests fail
  /// with `closed`, and so does a copy that is not completed.
  public func close() throws(StoreError) {
    state.withLock { $0.isClosing = true }
    copying.sync {}
    do {
      let closedBefore = connection.writeWithoutTransaction { db in
        let closedBefore = state.withLock { $0.failure == .closed }
        state.withLock { $0.failure = .closed }
        // A journal that cannot be moved into the database file now is moved when the store is
        // opened.
        if !closedBefore {
          completeIndex(db)
          _ = try? db.checkpoint(.truncate)
          state.withLock { $0.reserve.remove() }
        }
        return closedBefore
      }
      if closedBefore { return }
      try connection.close()
    } catch {
      throw StoreError(error, path: path)
    }
    state.withLock { $0.lock = nil }
  }

  /// Writes into the database what only memory has of the log's end, so that whoever reads the file
  /// alone can tell whether it is whole.
  func completeIndex(_ db: Database) {
    log.withLock { log in
      // Where that fails, the next start finds it in the rows.
      _ = try? StorePlaces.complete(&log.tail, db)
      _ = try? log.witness.sync()
    }
  }

  /// What is known of the log, for the log's thread.
  var tail: LogTail { log.withLock { $0.tail } }

  /// Takes what is durable now, and notes how far that is.
  func take(_ growth: LogTail.Growth) {
    log.withLock { log in
      log.tail.take(growth)
      log.witness.note(log.tail)
    }
  }

  func requireReserve() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try state.reserve.requireHeld(for: path)
    }
  }

  /// The reason why no copy can go on; nil while copies can.
  var reasonNotToCopy: StoreError? {
    state.withLock { $0.isClosing ? .closed : $0.failure }
  }

  /// Moves the journal into the database file once it is large. This runs after the
  /// acknowledgement, so that only the next group may wait for it.
  func wrote(_ bytes: Int) {
    let due = state.withLock { state in
      state.journalBytes += bytes
      guard state.journalBytes >= Self.journalLimit else { return false }
      state.journalBytes = 0
      return true
    }
    guard due else { return }
    perform { db in
      // Pages that do not reach the file are then missed by the witness.
      _ = try? self.log.withLock { try $0.witness.sync() }
      _ = try db.checkpoint(.passive)
    } completion: { _ in
    }
  }

  /// The bytes of journal after which it is moved: larger journals make the next start slower,
  /// smaller ones cost more syncs.
  private static let journalLimit = 4 << 20
}

extension Store {
  /// Runs `body` on the log's thread, unless the store has failed for good or is closed.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
  ) {
    connection.asyncWriteWithoutTransaction { db in completion(self.attempt(db, body)) }
  }

  func wait<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.writeWithoutTransaction { db in attempt(db, body) }.get()
  }

  private func attempt<Value>(
    _ db: Database, _ body: (Database) throws -> Value
  ) -> Result<Value, StoreError> {
    if let failure = state.withLock({ $0.failure }) { return .failure(failure) }
    do {
      return .success(try body(db))
    } catch {
      let failure = StoreError(error, path: path)
      if failure.isLasting { state.withLock { $0.failure = failure } }
      if case .boardDamaged(_, let board, _) = failure {
        state.withLock { $0.damaged[board] = failure }
      }
      return .failure(failure)
    }
  }
}

extension Identifier where Kind == IncarnationKind {
  public static func random() -> IncarnationID {
    IncarnationID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
  }
}
