import BoardModel
import Files
import WindowSync

/// The end of a journal that was no whole record and was cut off.
public struct CutTail: Hashable, Sendable {
  /// The file that the bytes are kept in.
  public let path: String
  public let bytes: Int

  static func path(of journal: String) -> String { journal + ".cut" }

  /// Takes out of the file beside a journal what is no operation that may wait for the coordinator,
  /// and of those the words around what they type.
  static func dropPast(of journal: String, _ state: JournalState) throws(WindowStoreError) {
    let path = path(of: journal)
    do throws(FileError) {
      guard try Folder.size(of: path) != nil else { return }
      let bytes = try OpenFile(path, .read).contents(limit: Journal.limit)
      let left = waiting(in: bytes, of: state.session)
      if left.isEmpty {
        try Folder.remove(path)
      } else if left != bytes {
        try Folder.replace(path, with: left, synced: true)
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
          $0.id.session != session.session || $0.id.counter > session.forgottenThrough
        }.bytes
      start = end
    }
    return result
  }
}
