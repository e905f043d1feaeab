public import BoardModel
import Files
import GRDB
import Glibc
import Synchronization

/// A folder that becomes a store of its own, from the first page that is brought there to the last
/// rename. While there is such a value nobody else makes a store in the folder. What it has written
/// is gone with it, unless it was published.
public final class CopyFolder: Sendable {
  /// Brings the pages of the store into the file: `Store.copy`, or a coordinator's.
  public let path: String
  private let source: String
  private let folder: String
  private let state: Mutex<State>

  private struct State {
    var lock: FileLock?
    /// Folders that were not there before, the deepest first.
    var made: [String]
    var published = false
  }

  /// Makes `folder` with an empty file at `path` in it.
  ///
  /// - Throws: `file` with `EEXIST` if there is a store, `folderTaken`, `noRoom`.
  public init(of source: String, in folder: String) throws(StoreError) {
    self.source = source
    self.folder = folder
    // Its own name each time: what was asked of a coordinator and given up never meets another.
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

  /// Reads everything of the copy and compares it with its checksums, as `Store.check` does.
  public func check() -> IntegrityReport { examine().report }

  /// - Returns: also whether a coordinator would serve the boards that are whole.
  private func examine() -> (report: IntegrityReport, isServed: Bool) {
    do {
      let connection = try DatabaseQueue(path: path, configuration: CopyFolder.alone)
      let result = connection.writeWithoutTransaction { db in
        let report = IntegrityCheck.run(db, thorough: true)
        return (report, report.isSound || IntegrityCheck.quick(db, everyPage: true).isSound)
      }
      try connection.close()
      return result
    } catch {
      let fault = (error as? DatabaseError)?.message ?? "\(error)"
      return (IntegrityReport(faults: [fault]), false)
    }
  }

  /// Makes the copy the folder's store, with an incarnation of its own: windows that meet it know
  /// that it is not what they knew. Boards that are damaged are in it as they are, and do not keep
  /// the others out.
  ///
  /// - Returns: what is damaged.
  /// - Throws: `damaged` if the store that was copied is, and not only some boards of it.
  @discardableResult
  public func publish(
    incarnation: IncarnationID = .random()
  ) throws(StoreError) -> IntegrityReport {
    let (report, isServed) = examine()
    guard isServed else { throw .damaged(path: StoreFormat.path(in: source), report) }
    do {
      try setIncarnation(incarnation)
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

  /// Removes what was written, folders included, unless it was published.
  public func discard() {
    state.withLock { state in
      guard !state.published, state.lock != nil || !state.made.isEmpty else { return }
      if state.lock != nil { _ = try? removeFiles() }
      // A lock's file stays where others may hold it; a folder that nobody knew goes with it.
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
    // Again, now that nobody can make one.
    try refuseStore()
    try removeFiles()
    // SQLite writes into an empty file, with its mode.
    do { _ = try OpenFile(path, .new) }
  }

  private func refuseStore() throws(FileError) {
    let final = StoreFormat.path(in: folder)
    guard try Folder.size(of: final) == nil else { throw FileError("make", final, code: EEXIST) }
  }

  /// Only with the lock: then they are this one's, or what an interrupted one left.
  private func removeFiles() throws(FileError) {
    for name in try Folder.names(in: folder) where name.hasPrefix(CopyFolder.prefix) {
      try Folder.remove(folder + "/" + name)
    }
  }

  private static let prefix = StoreFormat.fileName + ".backup-"

  private func setIncarnation(_ incarnation: IncarnationID) throws {
    let copy = try DatabaseQueue(path: path, configuration: CopyFolder.alone)
    try copy.writeWithoutTransaction { db in
      // One file and nothing beside it.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(
        sql: "UPDATE meta SET value = ? WHERE name = 'incarnation'",
        arguments: [incarnation.stored])
    }
    try copy.close()
  }

  /// Nobody else has the copy open.
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

  /// `folder` and those above it that are not there, the deepest first.
  private static func missing(_ folder: String) -> [String] {
    var (missing, path): ([String], String) = ([], folder)
    while path != "/", path != ".", (try? Folder.size(of: path) == nil) ?? false {
      missing.append(path)
      path = Folder.parent(of: path)
    }
    return missing
  }
}
