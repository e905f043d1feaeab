import BoardModel
import Files
import WindowSync

/// The file in which a window keeps its session and its pending operations: records are added at
/// the end, and the whole is rewritten when most of it is past.
struct Journal: ~Copyable, Sendable {
  private(set) var state: JournalState
  private let path: String
  private var file: OpenFile
  /// Where the next record goes.
  private var end: Int
  /// Of the file as it was after it was last rewritten.
  private var compactBytes: Int
  /// Bytes behind the last whole record that were found when it was opened, and are now in a file
  /// of their own.
  let cut: CutTail?

  /// "board window journal", format 1.
  static let magic: [UInt8] = Array("BRDWJ\0\0\u{1}".utf8)
  /// A window that is offline for months fills no disk.
  static let limit = 64 << 20
  private static let compactionBytes = 64 << 10

  private init(
    _ path: String, _ file: consuming OpenFile, _ state: JournalState, end: Int, cut: CutTail?
  ) {
    self.path = path
    self.file = file
    self.state = state
    self.end = end
    self.cut = cut
    compactBytes = end
  }

  /// Makes the file.
  init(_ path: String, holding state: JournalState) throws(WindowStoreError) {
    let written = try Self.write(state, to: path)
    try Self.syncName(path)
    self.init(path, written.file, state, end: written.end, cut: nil)
  }

  /// Puts everything at once in the place of what is there, on the disk when it returns.
  /// - Throws: after which `state` is what the file holds, the old or the new.
  mutating func replace(with state: JournalState) throws(WindowStoreError) {
    let written = try Self.write(state, to: path)
    self = Journal(path, written.file, state, end: written.end, cut: cut)
    try Self.syncName(path)
  }

  private struct Written: ~Copyable {
    let file: OpenFile
    let end: Int
  }

  private static func write(
    _ state: JournalState, to path: String
  ) throws(WindowStoreError) -> Written {
    var bytes = magic
    for record in state.records { bytes += record.bytes(at: bytes.count) }
    guard bytes.count <= limit else { throw .tooLarge(path: path) }
    do throws(FileError) {
      let file = try OpenFile(path + ".new", .replace)
      try file.write(bytes, at: 0)
      try file.sync()
      try Folder.rename(path + ".new", to: path)
      return Written(file: file, end: bytes.count)
    } catch {
      _ = try? Folder.remove(path + ".new")
      throw .file(error)
    }
  }

  private static func syncName(_ path: String) throws(WindowStoreError) {
    do throws(FileError) {
      try Folder.sync(Folder.parent(of: path))
    } catch {
      throw .file(error)
    }
  }

  /// Opens the file and cuts what a kill or a power cut left unfinished at its end; the cut bytes
  /// are kept beside it.
  init(opening path: String) throws(WindowStoreError) {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, .existing)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    let found: (state: JournalState, end: Int)
    var cut: CutTail?
    do {
      let bytes = try file.contents(limit: Self.limit)
      found = try Self.read(bytes, path: path)
      if found.end < bytes.count {
        let tail = CutTail(path: path + ".cut", bytes: bytes.count - found.end)
        try Folder.replace(tail.path, with: Array(bytes[found.end...]), synced: true)
        try file.truncate(to: found.end)
        cut = tail
      }
    } catch let error as FileError {
      throw .file(error)
    } catch let error as WindowStoreError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    self.init(path, file, found.state, end: found.end, cut: cut)
  }

  /// What a journal holds, without opening it for writing.
  static func peek(_ path: String) throws(WindowStoreError) -> JournalState {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile(path, .read).contents(limit: limit)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    return try read(bytes, path: path).state
  }

  /// - Returns: what the whole records at the beginning add up to, and where they end.
  private static func read(
    _ bytes: [UInt8], path: String
  ) throws(WindowStoreError) -> (state: JournalState, end: Int) {
    guard bytes.starts(with: magic) else {
      let reason =
        bytes.starts(with: magic.dropLast()) ? "a newer program wrote it" : "it is no journal"
      throw .unreadable(path: path, reason: reason)
    }
    var end = magic.count
    guard case (.session(let session), let next)? = JournalRecord.read(bytes, at: end) else {
      throw .unreadable(path: path, reason: "its first record is damaged")
    }
    var state = try JournalState(session: session)
    end = next
    while let (record, next) = JournalRecord.read(bytes, at: end) {
      do throws(WindowStoreError) {
        try state.take(record)
      } catch {
        break
      }
      end = next
    }
    return (state, end)
  }

  /// Adds a record; a reader finds all of it or nothing, whatever happens meanwhile.
  /// - Parameter synced: return when it is on the disk, not only with the system.
  mutating func add(_ record: JournalRecord, synced: Bool) throws(WindowStoreError) {
    try state.check(record)
    if end >= max(Self.compactionBytes, 2 * compactBytes) {
      var next = state
      try next.take(record)
      do throws(WindowStoreError) {
        return try replace(with: next)
      } catch {
        if state == next { throw error }
        // There may be room for one more record where there is none for a second file.
        compactBytes = end
      }
    }
    let bytes = record.bytes(at: end)
    guard bytes.count <= JournalRecord.limit, end + bytes.count <= Self.limit else {
      throw .tooLarge(path: path)
    }
    do throws(FileError) {
      try file.write(bytes, at: end)
      if synced { try file.sync() }
    } catch {
      // Who is told that nothing was kept must not find it later.
      do throws(FileError) {
        try file.truncate(to: end)
      } catch {
        try? file.write([UInt8](repeating: 0, count: JournalRecord.headBytes), at: end)
      }
      throw .file(error)
    }
    end += bytes.count
    try state.take(record)
  }
}

/// The end of a journal that made no whole record.
public struct CutTail: Hashable, Sendable {
  /// Where it is kept.
  public let path: String
  public let bytes: Int
}
