import Dispatch
import Files
import GRDB
import GRDBSQLite

// SQLite's online backup, which GRDB offers only as one access to the connection from the first
// page to the last: commit groups would wait for all of it.

extension Store {
  /// Copies every page of the store into `file`, some at a time between other requests: a group
  /// that is appended meanwhile waits for one step, and is in the copy. The copy has the state of
  /// the store after the last step, incarnation included.
  ///
  /// One copy is made at a time; further ones wait. A copy that is not completed is removed, and
  /// its failure is not one of the store.
  ///
  /// - Parameters:
  ///   - isCancelled: asked before each step, on a thread of the store.
  ///   - completion: called on a thread of the store, with `cancelled`, `closed`, `noRoom` or
  ///     `copyFailed` if there is no copy.
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
    let target = try DatabaseQueue(
      path: access.name(of: file.path), configuration: PageCopy.target)
    try target.writeWithoutTransaction { target in
      let copy = try connection.writeWithoutTransaction { db in
        completeIndex(db)
        return try PageCopy(of: db, into: target)
      }
      defer { connection.writeWithoutTransaction { _ in copy.abandon() } }
      var knowsRoom = false
      while true {
        if isCancelled() { throw StoreError.cancelled }
        let done = try connection.writeWithoutTransaction { _ in
          if let reason = reasonNotToCopy { throw reason }
          return try copy.step()
        }
        if done { break }
        // The number of pages is known only after the first step.
        if !knowsRoom { try requireRoom(for: copy, file) }
        knowsRoom = true
        if copy.takeSyncDue() { try PageCopy.sync(target) }
      }
      try PageCopy.sync(target)
    }
    try target.close()
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
        needed: (try? Folder.size(of: path)).flatMap { $0 } ?? 0, free: 0)
    case let error as DatabaseError:
      .copyFailed(to: file.path, error.message ?? error.resultCode.description)
    case let error as FileError: .copyFailed(to: file.path, error.reason)
    default: StoreError(error, path: path)
    }
  }
}

/// One run of SQLite's online backup. SQLite updates the copy with what the source's connection
/// writes between two steps, so everything here must run in accesses to that connection.
final class PageCopy {
  private var backup: OpaquePointer?
  private var pace = CopyPace()
  /// The pages copied since the target was last synced.
  private var unsynced: Int32 = 0

  init(of source: Database, into target: Database) throws {
    backup = sqlite3_backup_init(
      target.sqliteConnection, "main", source.sqliteConnection, "main")
    guard backup != nil else { throw failure(sqlite3_errcode(target.sqliteConnection)) }
  }

  /// Copies some pages.
  /// - Returns: whether they were the last.
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

  /// The sizes of the store and of the parts still to come and already copied, in bytes; known
  /// after the first step.
  var bytes: Int { Int(sqlite3_backup_pagecount(backup)) * PageCopy.pageBytes }
  var bytesLeft: Int { Int(sqlite3_backup_remaining(backup)) * PageCopy.pageBytes }
  var bytesDone: Int { bytes - bytesLeft }

  private static let pageBytes = StoreFormat.pageSize

  /// The bytes that a copy must leave free on its disk, since a coordinator may keep its store
  /// there: in proportion to the copy, since a small store grows slowly.
  static func slack(for bytes: Int) -> Int { min(bytes / 4, 16 << 20) }

  /// Whether the target should be synced now, since the sync of a commit group may have to wait
  /// for all that is written to the same disk.
  func takeSyncDue() -> Bool {
    guard unsynced >= Self.syncPages else { return false }
    unsynced = 0
    return true
  }

  /// Ends an unfinished copy.
  func abandon() {
    guard let backup else { return }
    sqlite3_backup_finish(backup)
    self.backup = nil
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
  }

  /// The pages after which the target is synced: 4 MiB.
  private static let syncPages: Int32 = 1_024

  /// Has what was copied so far reach the disk. Nothing of the source waits for it.
  static func sync(_ target: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      target.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let sync = file?.pointee.pMethods?.pointee.xSync else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    let end = sync(file, SQLITE_SYNC_NORMAL)
    guard end == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: end)) }
  }

  /// The settings of the target's connection. It needs no journal, as a copy that is not completed
  /// is removed, and is synced by `sync` alone.
  static var target: Configuration {
    var configuration = Configuration()
    configuration.label = "copy of the operation log"
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    return configuration
  }
}

/// The number of pages of 4 KiB that a step copies: few, as commit groups wait for it.
struct CopyPace: Hashable, Sendable {
  private(set) var pages: Int32 = 128
  private var remaining = Int32.max

  /// Doubles the step where the store grows as fast as it is copied, so that the copy ends.
  mutating func stepped(remaining: Int32) {
    if remaining >= self.remaining { pages = min(pages, Self.limit / 2) * 2 }
    self.remaining = remaining
  }

  /// The most pages in a step: 64 GiB, more than any store has.
  private static let limit: Int32 = 1 << 24
}
