public import BoardModel
import Files
import GRDB
import Glibc
import Synchronization

/// A folder that becomes a store of its own. This value holds the folder's lock from before the
/// first page is written until the last rename, so that nobody else makes a store there. Unless the
/// copy is published, everything written is removed with this value.
public final class CopyFolder: Sendable {
  /// The file for the pages of the store, which `Store.copy` or a coordinator fills.
  public let path: String
  private let source: String
  private let folder: String
  /// What was known of the end of the source's log before the copy was made.
  private let witness: Witness.Record?
  private let state: Mutex<State>

  private struct State {
    var lock: FileLock?
    /// The folders that were made for the copy, the deepest first.
    var made: [String]
    var published = false
  }

  /// Makes `folder` with an empty file at `path` in it.
  ///
  /// - Throws: `file` with `EEXIST` if there is a store, `folderTaken`, `noRoom`.
  public init(of source: String, in folder: String) throws(StoreError) {
    self.source = source
    self.folder = folder
    witness = Witness.record(in: source)
    // A new name each time: a copy that was given up, but is still being written by a coordinator,
    // never meets another.
    path = folder + "/" + CopyFolder.prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    state = Mutex(State(made: CopyFolder.missing(folder)))
    do {
      try prepare()
    } catch {
      discard()
      switch StoreError(error, path: folder) {
      case .inUse(_, let process): throw .folderTaken(folder, by: process)
      case .full:
        let size = (try? Folder.size(of: StoreFormat.path(in: source))) ?? nil
        throw .noRoom(folder: folder, needed: size ?? 0, free: 0)
      case let error: throw error
      }
    }
  }

  deinit { discard() }

  /// Reads the whole copy and compares it with its checksums, as `Store.check` does.
  public func check() -> IntegrityReport { examine().report }

  /// - Returns: also whether a coordinator would serve the boards that are whole.
  private func examine() -> (report: IntegrityReport, isServed: Bool) {
    do {
      let connection = try DatabaseQueue(path: path, configuration: CopyFolder.alone)
      let result = connection.writeWithoutTransaction { db in
        let report = IntegrityCheck.run(db, thorough: true, witness: witness)
        return (
          report,
          report.isSound || IntegrityCheck.quick(db, everyPage: true, witness: witness).isSound
        )
      }
      try connection.close()
      return result
    } catch {
      let fault = (error as? DatabaseError)?.message ?? "\(error)"
      return (IntegrityReport(faults: [fault]), false)
    }
  }

  /// Makes the copy the folder's store, with an incarnation of its own, by which windows see that
  /// it is not the store they knew. Damaged boards are copied as they are, and the others with
  /// them.
  ///
  /// - Parameter now: when the copy was made, in milliseconds since 1970.
  /// - Returns: what is damaged.
  /// - Throws: `damaged` if the damage of the copied store is not only in some of its boards.
  @discardableResult
  public func publish(
    incarnation: IncarnationID = .random(), now: UInt64 = CopyFolder.milliseconds
  ) throws(StoreError) -> IntegrityReport {
    let (report, isServed) = examine()
    guard isServed else { throw .damaged(path: StoreFormat.path(in: source), report) }
    do {
      try setIncarnation(incarnation, now: now)
      do { try OpenFile(path, .existing).sync() }
      try state.withLock { state in
        guard state.lock != nil else { throw StoreError.cancelled }
        try refuseStore()
        try Folder.rename(path, to: StoreFormat.path(in: folder))
        state.published = true
        state.lock = nil
      }
      try Folder.sync(folder)
      return report
    } catch let error as DatabaseError {
      throw .copyFailed(to: path, error.message ?? error.resultCode.description)
    } catch {
      throw StoreError(error, path: folder)
    }
  }

  /// Removes everything that was written, folders included, unless the copy was published.
  public func discard() {
    state.withLock { state in
      guard !state.published, state.lock != nil || !state.made.isEmpty else { return }
      if state.lock != nil { _ = try? removeFiles() }
      // The lock's file stays in a folder that was there before, since others may hold it; in a
      // folder that this copy made it is removed.
      if state.lock != nil, !state.made.isEmpty {
        _ = try? Folder.remove(folder + "/" + StoreFormat.lockName)
      }
      for folder in state.made { _ = try? Folder.removeEmpty(folder) }
      state.made = []
      state.lock = nil
    }
  }
}

extension CopyFolder {
  private func prepare() throws {
    try Folder.make(folder)
    try refuseStore()
    let lock = try StoreOpening.lock(folder)
    state.withLock { $0.lock = lock }
    // The check is repeated, since only now can nobody else make a store.
    try refuseStore()
    try removeFiles()
    // SQLite writes into this empty file and keeps its mode.
    do { _ = try OpenFile(path, .new) }
  }

  private func refuseStore() throws(FileError) {
    let final = StoreFormat.path(in: folder)
    guard try Folder.size(of: final) == nil else { throw FileError("make", final, code: EEXIST) }
  }

  /// Removes the files of copies. Call it only with the lock: then they are this copy's, or an
  /// interrupted one's.
  private func removeFiles() throws(FileError) {
    for name in try Folder.names(in: folder) where name.hasPrefix(CopyFolder.prefix) {
      try Folder.remove(folder + "/" + name)
    }
  }

  private static let prefix = StoreFormat.fileName + ".backup-"

  private func setIncarnation(_ incarnation: IncarnationID, now: UInt64) throws {
    let copy = try DatabaseQueue(path: path, configuration: CopyFolder.alone)
    try copy.writeWithoutTransaction { db in
      // With this journal mode the store is one file, with no journal beside it.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try StoreMeta.change(db) { inventory in
        try StoreMeta.set(
          StoreMeta.incarnation, [UInt8](incarnation.stored), &inventory, db)
        try StoreAccess.markCopied(at: now, &inventory, db)
      }
    }
    try copy.close()
  }

  /// The settings for a copy that nobody else has open.
  private static var alone: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          """)
    }
    return configuration
  }

  /// The present, in milliseconds since 1970.
  public static var milliseconds: UInt64 { UInt64(clamping: time(nil)) * 1_000 }

  /// The folders that do not exist, of `folder` and those above it, the deepest first.
  private static func missing(_ folder: String) -> [String] {
    var (missing, path): ([String], String) = ([], folder)
    while path != "/", path != ".", (try? Folder.size(of: path) == nil) ?? false {
      missing.append(path)
      path = Folder.parent(of: path)
    }
    return missing
  }
}
