import BoardModel
import Files
import Foundation
import GRDB

/// The steps before the store's one connection is opened: none changes a store that holds anything.
enum StoreOpening {
  /// Takes the lock of the store's folder, and makes the folder if it is missing.
  ///
  /// - Parameter waiting: if given, it is called with the holder's process number, and then the
  ///   lock is waited for; otherwise a store that is held is refused.
  static func lock(
    _ folder: String, waiting: ((Int32?) -> Void)? = nil
  ) throws(StoreError) -> FileLock {
    do throws(FileError) {
      let parent = Folder.parent(of: folder)
      // Who may exchange the folder could exchange the store.
      if try Folder.size(of: parent) != nil { try Folder.requireTrusted(parent) }
      try Folder.make(folder)
    } catch {
      throw StoreError(error, path: folder)
    }
    let path = folder + "/" + StoreFormat.lockName
    do throws(LockFailure) {
      return try FileLock(path)
    } catch {
      switch error {
      case .held(let process) where waiting != nil:
        waiting?(process)
        do throws(LockFailure) {
          return try FileLock(waitingFor: path)
        } catch {
          throw .inUse(folder: folder, by: process)
        }
      case .held(let process): throw .inUse(folder: folder, by: process)
      case .file(let error): throw StoreError(error, path: folder)
      }
    }
  }

  /// Makes the store if there is none; otherwise checks that it is one, undamaged, and of a format
  /// this program knows.
  /// - Returns: the damage of single boards.
  static func prepare(
    _ folder: String, cluster: String?, newIncarnation: IncarnationID, _ access: DatabaseAccess
  ) throws -> [DamagedBoard] {
    let path = StoreFormat.path(in: folder)
    for name in try Folder.names(in: folder) where StoreFormat.isSecret(name) {
      try Folder.requireClosed(file: folder + "/" + name)
    }
    let journal = try Folder.size(of: path + "-wal") ?? 0
    switch try Folder.size(of: path) {
    case nil where journal > 0:
      // SQLite would discard the journal with all that is in it.
      throw damaged(path, "the database file is gone, its journal \(path)-wal is still there")
    case nil:
      try create(path, newIncarnation, access)
      return []
    case 0?:
      // A new store gets its name only when it is complete, so an empty file was once a full one.
      throw damaged(path, "the database file is empty")
    case _?:
      try checkHeader(path)
      return try inspect(folder, for: cluster, journal: journal, access)
    }
  }

  private static func damaged(_ path: String, _ fault: String) -> StoreError {
    .damaged(path: path, IntegrityReport(faults: [fault]))
  }

  private static func create(
    _ path: String, _ incarnation: IncarnationID, _ access: DatabaseAccess
  ) throws {
    let fresh = path + ".new"
    for suffix in ["", "-journal", "-wal", "-shm"] { try Folder.remove(fresh + suffix) }
    // SQLite gives its other files the mode of this one, so it is made here, for its owner only.
    do { _ = try OpenFile(fresh, .new) }
    let connection = try DatabaseQueue(path: access.name(of: fresh))
    try connection.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA page_size = \(StoreFormat.pageSize);
          PRAGMA auto_vacuum = NONE;
          PRAGMA synchronous = FULL;
          PRAGMA application_id = \(StoreFormat.applicationID);
          PRAGMA user_version = \(StoreFormat.version);
          BEGIN IMMEDIATE;
          \(StoreFormat.tables)
          """)
      var inventory = Inventory()
      try StoreMeta.set(
        StoreMeta.incarnation, [UInt8](incarnation.stored), &inventory, db)
      try inventory.write(db)
      try db.execute(sql: "COMMIT")
    }
    try connection.close()
    do { try OpenFile(fresh, .existing).sync() }
    try Folder.rename(fresh, to: path)
    try Folder.sync(Folder.parent(of: path))
  }

  /// Reads what SQLite's file format puts at the head of every database, before SQLite sees it.
  private static func checkHeader(_ path: String) throws {
    let header = try OpenFile(path, .existing).read(100)
    guard header.starts(with: Array("SQLite format 3\0".utf8)), header.count == 100 else {
      throw StoreError.notAStore(path: path, reason: "it does not begin like an SQLite database")
    }
    func word(at offset: Int) -> UInt32 {
      header[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard word(at: 68) == UInt32(bitPattern: StoreFormat.applicationID) else {
      throw StoreError.notAStore(path: path, reason: "another program's database")
    }
    try checkFormat(path, Int(word(at: 60)))
    // What is purged would not be gone from pages of another size, or that are moved.
    guard word(at: 16) >> 16 == StoreFormat.pageSize, word(at: 52) == 0 else {
      throw damaged(path, "its pages are not as they were made")
    }
  }

  private static func checkFormat(_ path: String, _ found: Int) throws {
    guard found <= StoreFormat.version else {
      throw StoreError.newerFormat(path: path, found: found, known: StoreFormat.version)
    }
    guard found > 0 else { throw damaged(path, "its format is \(found), which never was one") }
    guard found == StoreFormat.version else {
      throw StoreError.olderFormat(path: path, found: found, known: StoreFormat.version)
    }
  }

  /// Checks the store through a connection that cannot write and is closed before the real one is
  /// opened: closing one that can write would move the journal into a file that may be damaged.
  private static func inspect(
    _ folder: String, for cluster: String?, journal: Int, _ access: DatabaseAccess
  ) throws -> [DamagedBoard] {
    let path = StoreFormat.path(in: folder)
    let size = try Folder.size(of: path) ?? 0
    // A journal that was left behind shows that a coordinator did not stop in order.
    let everyPage = journal > 0 || size <= access.alwaysCheckedBytes
    var configuration = Configuration()
    configuration.readonly = true
    // As the real one has it: it finds what that would find, and says where.
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
    do {
      let tables = "how the tables are defined"
      let connection = try reading(tables) {
        try DatabaseQueue(path: access.name(of: path), configuration: configuration)
      }
      let damagedBoards = try connection.unsafeRead { db in
        let version = try reading(tables) { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        try checkFormat(path, version)
        guard try reading(tables, { try StoreFormat.isDefined(in: db) }) else {
          throw damaged(path, "its tables are not defined as they were")
        }
        let witness = Witness.record(in: folder)
        guard IntegrityCheck.quick(db, everyPage: everyPage, witness: witness).isSound else {
          throw StoreError.damaged(
            path: path, IntegrityCheck.run(db, thorough: true, witness: witness))
        }
        if let cluster, let owner = try owner(db), owner != cluster {
          throw StoreError.foreignCluster(folder: folder, of: owner, asked: cluster)
        }
        return everyPage ? try IntegrityCheck.damagedBoards(db) : []
      }
      try connection.close()
      return damagedBoards
    } catch let error as DatabaseError where isDamage(error) {
      throw damaged(path, error.message ?? error.resultCode.description)
    }
  }

  /// The cluster whose boards the store holds; nil where no coordinator has named one yet.
  static func owner(_ db: Database) throws -> String? {
    try StoreMeta.value(StoreMeta.cluster, db).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes a store that belongs to no cluster yet one of this cluster.
  static func claim(_ db: Database, for cluster: String) throws {
    guard try owner(db) == nil else { return }
    try StoreMeta.change(db) { inventory in
      try StoreMeta.set(StoreMeta.cluster, Array(cluster.utf8), &inventory, db)
    }
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    // SQLITE_ERROR says that one of the store's tables is missing, or its definition is garbled.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: true
    default: false
    }
  }

  static func writing(maximumPages: Int?) -> Configuration {
    var configuration = Configuration()
    configuration.label = "operation log"
    configuration.prepareDatabase { db in
      // With exclusive locking the wal-index stays in this process, and no other program can open
      // the file as a second connection (SQLite before 3.51 may corrupt a journal that two reset).
      try db.execute(
        sql: """
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON;
          PRAGMA wal_autocheckpoint = 0;
          """)
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DatabaseError(resultCode: .SQLITE_IOERR, message: "no write-ahead log possible")
      }
      if let maximumPages {
        try db.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
      }
    }
    return configuration
  }
}
