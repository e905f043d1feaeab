import Dispatch
import Files
import GRDB
import GRDBSQLite

// SQLite's online backup, which GRDB offers only as one access to the connection from the first
// page to the last: commit groups would wait for all of it.

extension Store {
  /// Brings every page of the store into `file`, some at a time between other requests: a group
  /// that is appended meanwhile waits for one step, and is in the copy. The copy is what the store
  /// is when the last step is done, incarnation included.
  ///
  /// One copy is made at a time; others stand in line. A copy that is not completed is removed;
  /// no failure of it is one of the store.
  ///
  /// - Parameters:
  ///   - isCancelled: asked before each step, on a thread of the store.
  ///   - completion: called on a thread of the store, with `cancelled`, `closed` or `copyFailed`
  ///     if there is no copy.
  public func copy(
    into file: CopyFile, isCancelled: @escaping @Sendable () -> Bool = { false },
    completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    copying.async {
      do {
        try self.copyPages(into: file, isCancelled)
        completion(.success(()))
      } catch {
        file.remove()
        completion(.failure(self.describe(error, of: file)))
      }
    }
  }

  private func copyPages(into file: CopyFile, _ isCancelled: () -> Bool) throws {
    if isCancelled() { throw StoreError.cancelled }
    let target = try DatabaseQueue(path: file.path, configuration: PageCopy.target)
    try target.writeWithoutTransaction { target in
      let copy = try connection.writeWithoutTransaction { try PageCopy(of: $0, into: target) }
      defer { connection.writeWithoutTransaction { _ in copy.abandon() } }
      var knowsRoom = false
      while true {
        if isCancelled() { throw StoreError.cancelled }
        let done = try connection.writeWithoutTransaction { _ in
          if let reason = reasonNotToCopy { throw reason }
          return try copy.step()
        }
        if done { break }
        // How many pages there are is known once the first of them were read.
        if !knowsRoom { try requireRoom(for: copy, file) }
        knowsRoom = true
        if copy.takeSyncDue() { try file.sync() }
      }
    }
    try target.close()
    try file.sync()
  }

  private func requireRoom(for copy: PageCopy, _ file: CopyFile) throws {
    let folder = Folder.parent(of: file.path)
    let free = try Folder.room(in: folder)
    let needed = copy.bytes + PageCopy.slack(for: copy.bytes)
    guard free + copy.bytesDone >= needed else {
      throw StoreError.noRoom(folder: folder, needed: needed, free: free + copy.bytesDone)
    }
  }

  private func describe(_ error: any Error, of file: CopyFile) -> StoreError {
    switch error {
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      .noRoom(
        folder: Folder.parent(of: file.path),
        needed: (try? Folder.size(of: self.path)).flatMap { $0 } ?? 0, free: 0)
    case let error as DatabaseError:
      .copyFailed(to: file.path, error.message ?? error.resultCode.description)
    case let error as FileError: .copyFailed(to: file.path, error.reason)
    default: StoreError(error, path: path)
    }
  }
}

/// One run of SQLite's online backup. The source's connection keeps it true to what that connection
/// writes between two steps; so everything here happens in accesses to that connection.
final class PageCopy {
  private var backup: OpaquePointer?
  private var pace = CopyPace()
  /// Pages since the target was last synced.
  private var unsynced: Int32 = 0

  init(of source: Database, into target: Database) throws {
    backup = sqlite3_backup_init(
      target.sqliteConnection, "main", source.sqliteConnection, "main")
    guard backup != nil else { throw failure(sqlite3_errcode(target.sqliteConnection)) }
  }

  /// - Returns: whether that was the last.
  func step() throws -> Bool {
    let pages = pace.pages
    let code = sqlite3_backup_step(backup, pages)
    switch code {
    case SQLITE_DONE:
      let end = sqlite3_backup_finish(backup)
      backup = nil
      guard end == SQLITE_OK else { throw failure(end) }
      return true
    case SQLITE_OK:
      pace.stepped(remaining: sqlite3_backup_remaining(backup))
      unsynced += pages
      return false
    default:
      throw failure(code)
    }
  }

  /// What the store has, and what of it is still to come, in bytes; known after the first step.
  var bytes: Int { Int(sqlite3_backup_pagecount(backup)) * PageCopy.pageBytes }
  var bytesLeft: Int { Int(sqlite3_backup_remaining(backup)) * PageCopy.pageBytes }
  var bytesDone: Int { bytes - bytesLeft }

  /// SQLite's default, which the store has.
  private static let pageBytes = 4_096

  /// Left over on the disk, on which a coordinator may keep its store: in proportion, since a
  /// small store grows slowly.
  static func slack(for bytes: Int) -> Int { min(bytes / 4, 16 << 20) }

  /// Whether the target should be synced now, since the sync of a commit group may have to wait
  /// for all that is written to the same disk.
  func takeSyncDue() -> Bool {
    guard unsynced >= Self.syncPages else { return false }
    unsynced = 0
    return true
  }

  /// Lets go of an unfinished copy.
  func abandon() {
    guard let backup else { return }
    sqlite3_backup_finish(backup)
    self.backup = nil
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
  }

  /// 4 MiB.
  private static let syncPages: Int32 = 1_024

  /// No journal and no syncs: a copy that is not completed is removed, and `CopyFile` syncs.
  static var target: Configuration {
    var configuration = Configuration()
    configuration.label = "copy of the operation log"
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    return configuration
  }
}

/// How many pages of 4 KiB a step takes: few, as groups wait for it.
struct CopyPace: Hashable, Sendable {
  private(set) var pages: Int32 = 128
  private var remaining = Int32.max

  /// A store that grows as fast as it is copied gets larger steps, so that the copy ends.
  mutating func stepped(remaining: Int32) {
    if remaining >= self.remaining { pages = min(pages, Self.limit / 2) * 2 }
    self.remaining = remaining
  }

  /// 64 GiB: no store has more.
  private static let limit: Int32 = 1 << 24
}
