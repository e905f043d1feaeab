import BoardModel
import Files
import Synchronization
import WindowSync

/// The board that a window keeps in its folder, as this process knows it. Another process of the
/// device removes it when it learns first that something in it was purged, or that the board is lost
/// to its user.
final class BoardFile: Sendable {
  private let path: String
  /// The last purge that the file's board knows of; nil where this process has none there.
  private let kept = Mutex<UInt64?>(nil)

  init(folder: String) {
    path = Self.path(folder)
  }

  private static func path(_ folder: String) -> String { folder + "/board" }
  private var damagedPath: String { path + ".damaged" }

  /// Writes the board, unless another process removed the one before and this one knows of no purge
  /// since: a window whose connection went without a word takes itself for connected still.
  func write(_ board: SavedBoard, session: SessionID) throws(WindowStoreError) {
    let purge = board.lastPurge
    let result = kept.withLock { kept in
      Result { () throws(FileError) in
        if let known = kept, purge <= known, try Folder.size(of: path) == nil { return }
        try Folder.replace(path, with: BoardCache.bytes(of: board, session: session), synced: false)
        kept = purge
      }
    }
    do throws(FileError) { try result.get() } catch { throw .file(error) }
  }

  /// Removes the file, for this process to write it anew.
  func remove() throws(WindowStoreError) {
    kept.withLock { $0 = nil }
    try Self.remove(path, before: .max)
  }

  /// Removes the board that a window keeps in that folder if it is older than operation `purge`.
  static func remove(inFolder folder: String, before purge: UInt64) throws(WindowStoreError) {
    try remove(path(folder), before: purge)
  }

  private static func remove(_ path: String, before purge: UInt64) throws(WindowStoreError) {
    if purge < .max, let saved = BoardCache.sequence(in: path), saved >= purge { return }
    do throws(FileError) { try Folder.remove(path) } catch { throw .file(error) }
  }

  /// Removes a board that was put aside.
  func removeDamaged() throws(FileError) { try Folder.remove(damagedPath) }

  /// The board in that folder, or nil where it cannot be read.
  static func peek(_ folder: String, _ session: SavedSession) -> SavedBoard? {
    try? read(path(folder), session)
  }

  private static func read(_ path: String, _ session: SavedSession) throws -> SavedBoard {
    let bytes = try OpenFile(path, .read).contents(limit: BoardCache.limit)
    return try BoardCache.read(bytes, for: session)
  }

  /// Reads the file. One that is damaged is put aside, and the window opens without it.
  func read(for session: SavedSession, _ warnings: inout [String]) -> SavedBoard? {
    do {
      let board = try Self.read(path, session)
      kept.withLock { $0 = board.lastPurge }
      return board
    } catch let error as CacheFault {
      _ = try? Folder.rename(path, to: damagedPath)
      warnings.append(
        "the copy of the board on this disk was not used: \(error.reason); it is in \(damagedPath)")
    } catch let error as FileError where error.isMissing {
    } catch {
      warnings.append("the copy of the board on this disk was not used: \(error)")
    }
    return nil
  }
}
