import BoardModel
import Files
import WindowSync

/// The end of a journal that was no whole record and was cut off.
public struct CutTail: Hashable, Sendable {
  /// The file that the bytes are kept in.
  public let path: String
  public let bytes: Int

  /// Keeps the bytes beside a journal, in a file of their own.
  static func keep(_ bytes: [UInt8], of journal: String) throws(FileError) {
    let kept = try all(of: journal).map(\.path)
    var path = journal + ".cut"
    var number = 1
    while kept.contains(path) {
      number += 1
      path = journal + ".cut\(number)"
    }
    try Folder.replace(path, with: bytes, synced: true)
  }

  /// What was cut off a journal and is still there.
  static func all(of journal: String) throws(FileError) -> [CutTail] {
    let folder = Folder.parent(of: journal)
    var tails: [CutTail] = []
    for name in try Folder.names(in: folder) where !name.hasSuffix(".new") {
      let path = folder + "/" + name
      guard path.hasPrefix(journal + ".cut"), let size = try Folder.size(of: path) else { continue }
      tails.append(CutTail(path: path, bytes: size))
    }
    return tails
  }

  /// Takes out of the files beside a journal what is no operation that may wait for the coordinator,
  /// and of those the words around what they type.
  static func dropPast(of journal: String, _ state: JournalState) throws(WindowStoreError) {
    do throws(FileError) {
      for tail in try all(of: journal) {
        let bytes = try OpenFile(tail.path, .read).contents(limit: Journal.limit)
        let left = waiting(in: bytes, of: state.session)
        if left.isEmpty {
          try Folder.remove(tail.path)
        } else if left != bytes {
          try Folder.replace(tail.path, with: left, synced: true)
        }
      }
    } catch {
      throw .file(error)
    }
  }

  /// The part of the bytes that may be operations which no coordinator has. The checksums are over
  /// places in the journal, and are not looked at.
  private static func waiting(in bytes: [UInt8], of session: SavedSession) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    while bytes.count - start > JournalRecord.headBytes {
      let body = start + JournalRecord.headBytes
      let end = body + bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard end > body else { break }
      let record = RecoveredRecord(
        Array(bytes[body..<min(end, bytes.count)]), isTorn: end > bytes.count)
      result +=
        record.filter {
          $0.session != session.session || $0.counter > session.forgottenThrough
        }.bytes
      start = end
    }
    return result
  }
}
