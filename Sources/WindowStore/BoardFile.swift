import BoardModel
import Files
import WindowSync

/// The board that a window keeps in its folder. Another process of the device takes it away when it
/// learns first that something in it was purged, or that the user may not read it any longer: the
/// window's connection may have gone without a word. It leaves a mark then in the file's place, which
/// says what a board must know of to be written there.
struct BoardFile: Sendable {
  private let folder: String

  init(inFolder folder: String) {
    self.folder = folder
  }

  private var path: String { folder + "/board" }
  private var damagedPath: String { path + ".damaged" }
  /// Held from the look at what the file holds until another stands in its place.
  private var lockPath: String { path + ".lock" }

  /// Writes the board, unless a mark of another process forbids it.
  func write(
    _ board: SavedBoard, picture: [UInt8], session: SessionID
  ) throws(WindowStoreError) {
    let bytes = BoardCache.bytes(of: board, picture: picture, session: session)
    try locked { () throws(FileError) in
      guard ClearedMark.purge(in: path) ?? 0 <= board.lastPurge else { return }
      try Folder.replace(path, with: bytes, synced: false)
    }
  }

  /// Removes the file, with a mark too.
  func remove() throws(WindowStoreError) {
    do throws(FileError) { try Folder.remove(path) } catch { throw .file(error) }
  }

  /// Puts the board aside, where there is one.
  func putAside() { _ = try? Folder.rename(path, to: damagedPath) }

  /// Removes a board that was put aside.
  func removeDamaged() throws(FileError) { try Folder.remove(damagedPath) }

  /// Removes the board of a window that no process shows if it is older than operation `purge`.
  func remove(before purge: UInt64) throws(WindowStoreError) {
    if BoardCache.sequence(in: path) ?? 0 < purge { try remove() }
  }

  /// Takes away the board of a window that another process shows if it is older than operation
  /// `purge`, so that only one that knows of the purge takes its place.
  /// - Parameter purge: `ClearedMark.reading` where the window has to be told first that its user may
  ///   read the board.
  func clear(before purge: UInt64) throws(WindowStoreError) {
    guard isOlder(than: purge) else { return }
    try locked { () throws(FileError) in
      guard isOlder(than: purge) else { return }
      try Folder.replace(path, with: ClearedMark.bytes(purge), synced: false)
    }
  }

  private func isOlder(than purge: UInt64) -> Bool {
    BoardCache.sequence(in: path) ?? ClearedMark.purge(in: path) ?? 0 < purge
  }

  /// Notes that the user may read the board as of now.
  /// - Returns: whether a mark said otherwise.
  func allowReading() throws(WindowStoreError) -> Bool {
    guard ClearedMark.purge(in: path) == ClearedMark.reading else { return false }
    try locked { () throws(FileError) in
      if ClearedMark.purge(in: path) == ClearedMark.reading { try Folder.remove(path) }
    }
    return true
  }

  private func locked(_ work: () throws(FileError) -> Void) throws(WindowStoreError) {
    do throws(LockFailure) {
      let lock = try FileLock(waitingFor: lockPath)
      defer { withExtendedLifetime(lock) {} }
      do throws(FileError) { try work() } catch { throw .file(error) }
    } catch {
      switch error {
      case .held(let process): throw .inUse(by: process)
      case .file(let error): throw error.isMissing ? .gone : .file(error)
      }
    }
  }

  /// The board, or nil where it cannot be read.
  func peek(for session: SavedSession) -> SavedBoard? { (try? contents(for: session))?.board }

  private func contents(for session: SavedSession) throws -> KeptBoard? {
    let bytes = try OpenFile(path, .read).contents(limit: BoardCache.limit)
    return ClearedMark.isMark(bytes) ? nil : try BoardCache.read(bytes, for: session)
  }

  /// Reads the file. One that is damaged is put aside, and the window opens without it.
  func read(for session: SavedSession, _ warnings: inout [String]) -> KeptBoard? {
    do {
      return try contents(for: session)
    } catch let error as CacheFault {
      putAside()
      warnings.append(
        "the copy of the board on this disk was not used: \(error.reason); it is in \(damagedPath)")
    } catch let error as FileError where error.isMissing {
    } catch {
      warnings.append("the copy of the board on this disk was not used: \(error)")
    }
    return nil
  }
}

/// What stands in the place of a board that another process took away: magic, sequence number of a
/// purge.
enum ClearedMark {
  /// The first bytes of the file: "board window mark", format 1.
  private static let magic: [UInt8] = Array("BRDWM\0\0\u{1}".utf8)

  /// In the place of a sequence number, which is never so large: no board is to be written before the
  /// coordinator says that the user may read it.
  static let reading = UInt64.max

  static func bytes(_ purge: UInt64) -> [UInt8] {
    magic + (0..<8).map { UInt8(truncatingIfNeeded: purge >> UInt64(56 - 8 * $0)) }
  }

  static func isMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// The sequence number in a file; nil where that is no mark.
  static func purge(in path: String) -> UInt64? {
    guard let bytes = try? OpenFile(path, .read).read(magic.count + 8), isMark(bytes) else {
      return nil
    }
    return bytes.dropFirst(magic.count).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
