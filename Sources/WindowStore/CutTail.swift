import BoardModel
import Files
import WindowSync

/// The end of a journal that was no whole record and was cut off.
public struct CutTail: Hashable, Sendable {
  /// The file that the bytes are kept in.
  public let path: String
  public let bytes: Int

  static func path(of journal: String) -> String { journal + ".cut" }

  /// Takes out of the file beside a journal what is no operation that may wait for the coordinator.
  /// - Parameter purge: the words around operations that were made before this one go too.
  static func dropPast(
    of journal: String, _ state: JournalState, _ purge: UInt64
  ) throws(WindowStoreError) {
    let path = path(of: journal)
    do throws(FileError) {
      guard try Folder.size(of: path) != nil else { return }
      let bytes = try OpenFile(path, .read).contents(limit: Journal.limit)
      let left = waiting(in: bytes, of: state, purge)
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
  private static func waiting(
    in bytes: [UInt8], of state: JournalState, _ purge: UInt64
  ) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    while bytes.count - start > JournalRecord.headBytes {
      let body = start + JournalRecord.headBytes
      let end = body + bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard end <= bytes.count, end > body,
        let record = JournalRecord(uncheckedBody: Array(bytes[body..<end]))
      else {
        // What is torn cannot be read: whoever wants it looks for their own words in the file.
        if bytes[body] == JournalRecord.operationsKind { result += bytes[start...] }
        break
      }
      if case .operations(let operations) = record {
        let waiting = operations.filter {
          $0.id.session != state.session.session || $0.id.counter > state.session.forgottenThrough
        }.map { $0.withoutContext(before: purge) ?? $0 }
        if waiting == operations {
          result += bytes[start..<end]
        } else if !waiting.isEmpty {
          result += JournalRecord.operations(waiting).bytes(at: result.count)
        }
      }
      start = end
    }
    return result
  }
}
