import BoardModel
import Files
import Foundation
import GRDB

/// A copy that is a store of its own.
enum StoreBackup {
  static func write(_ db: Database, to folder: String, incarnation: IncarnationID) throws {
    try Folder.make(folder)
    let path = StoreFormat.path(in: folder)
    guard try Folder.size(of: path) == nil else {
      throw StoreError.file(FileError("make", path, code: EEXIST))
    }
    let fresh = path + ".backup"
    do {
      // What an interrupted backup left. SQLite writes into an empty file, with its mode.
      try Folder.remove(fresh)
      do { _ = try OpenFile(fresh, .new) }
      try db.execute(sql: "VACUUM INTO ?", arguments: [fresh])
      try rename(fresh, incarnation)
      do { try OpenFile(fresh, .existing).sync() }
      try Folder.rename(fresh, to: path)
      try Folder.sync(folder)
    } catch {
      _ = try? Folder.remove(fresh)
      throw error
    }
  }

  /// Gives the copy another incarnation.
  private static func rename(_ path: String, _ incarnation: IncarnationID) throws {
    let copy = try DatabaseQueue(path: path)
    try copy.write { db in
      try db.execute(
        sql: "UPDATE meta SET value = ? WHERE name = 'incarnation'",
        arguments: [incarnation.stored])
    }
    try copy.close()
  }
}
