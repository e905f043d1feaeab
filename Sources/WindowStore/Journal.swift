import BoardModel
import Files
import WindowSync

/// The file in which a window keeps its session and its pending operations. Records are added at
/// the end, and the file is rewritten when most of it is obsolete.
struct Journal: ~Copyable, Sendable {
  private(set) var state: JournalState
  private let path: String
  private var file: OpenFile
  /// The offset of the next record, in bytes.
  private var end: Int
  /// The size of the file after it was last rewritten, in bytes.
  private var compactBytes: Int

  /// The first bytes of the file: "board window journal", format 2.
  static let magic: [UInt8] = Array("BRDWJ\0\0\u{2}".utf8)
  /// The most bytes of a journal, so that a window that is offline for months does not fill the
  /// disk.
  static let limit = 64 << 20
  private static let compactionBytes = 64 << 10

  private init(_ path: String, _ file: consuming OpenFile, _ state: JournalState, end: Int) {
    self.path = path
    self.file = file
    self.state = state
    self.end = end
    compactBytes = end
  }

  /// Makes the file.
  init(_ path: String, holding state: JournalState) throws(WindowStoreError) {
    let written = try Self.write(state, to: path)
    try Self.syncName(path)
    self.init(path, written.file, state, end: written.end)
  }

  /// Rewrites the file in one step; it is on the disk when this returns.
  /// - Throws: an error after which `state` is still what the file holds, the old or the new.
  mutating func replace(with state: JournalState) throws(WindowStoreError) {
    let written = try Self.write(state, to: path)
    self = Journal(path, written.file, state, end: written.end)
    try Self.syncName(path)
  }

  /// Rewrites the file if it holds anything but what the state is made of.
  /// - Parameter purge: the words around edits that were made before this operation go too.
  mutating func dropPast(_ purge: UInt64) throws(WindowStoreError) {
    var next = state
    next.leaveOutContexts(before: purge)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try file.contents(limit: Self.limit)
    } catch {
      throw .file(error)
    }
    if bytes != Self.bytes(of: next) { try replace(with: next) }
  }

  private struct Written: ~Copyable {
    let file: OpenFile
    let end: Int
  }

  private static func bytes(of state: JournalState) -> [UInt8] {
    var bytes = magic
    for record in state.records { bytes += record.bytes(at: bytes.count) }
    return bytes
  }

  private static func write(
    _ state: JournalState, to path: String
  ) throws(WindowStoreError) -> Written {
    let bytes = bytes(of: state)
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

  /// Opens the file and cuts off the end that a kill or a power cut left unfinished. The bytes cut
  /// off are kept beside it.
  init(opening path: String) throws(WindowStoreError) {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, .existing)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    let found: (state: JournalState, end: Int)
    do {
      let bytes = try file.contents(limit: Self.limit)
      found = try Self.read(bytes, path: path)
      if found.end < bytes.count {
        try CutTail.keep(Array(bytes[found.end...]), of: path)
        try file.truncate(to: found.end)
      }
    } catch let error as FileError {
      throw .file(error)
    } catch let error as WindowStoreError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    self.init(path, file, found.state, end: found.end)
  }

  /// The state that a journal holds, and the number of bytes behind its last whole record, read
  /// without opening it for writing.
  static func peek(
    _ path: String
  ) throws(WindowStoreError) -> (state: JournalState, torn: Int) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile(path, .read).contents(limit: limit)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    let found = try read(bytes, path: path)
    return (found.state, bytes.count - found.end)
  }

  private static func fault(ofMagic bytes: [UInt8]) -> String {
    guard bytes.starts(with: magic.dropLast()), bytes.count >= magic.count else {
      return "it is no journal"
    }
    return bytes[magic.count - 1] > magic[magic.count - 1]
      ? "a newer program wrote it" : "a program older than 1.0 wrote it, and can show what is in it"
  }

  /// - Returns: the state that the whole records at the beginning add up to, and the offset of
  ///   their end.
  private static func read(
    _ bytes: [UInt8], path: String
  ) throws(WindowStoreError) -> (state: JournalState, end: Int) {
    guard bytes.starts(with: magic) else {
      throw .unreadable(path: path, reason: fault(ofMagic: bytes))
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

  /// Adds a record; a reader finds all of it or nothing, even after a crash.
  /// - Parameter synced: return only when it is on the disk, not only in the system's memory.
  mutating func add(_ record: JournalRecord, synced: Bool) throws(WindowStoreError) {
    try state.check(record)
    if end >= max(Self.compactionBytes, 2 * compactBytes) {
      var next = state
      try next.take(record)
      do throws(WindowStoreError) {
        return try replace(with: next)
      } catch {
        if state == next { throw error }
        // The disk may have room for one more record where it has none for a second file.
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
      // A caller who is told that the record was not kept must not find it later.
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
