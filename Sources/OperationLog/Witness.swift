import BoardModel
import Files
import GRDB
import Wire

/// A file beside the database that says how far the log goes, and how often what is not in it was
/// changed, so that a store that lost its end is not taken for an earlier one: rows at the end may be
/// gone, or the journal may be cut off or be missing, and with it a revocation.
///
/// It is written behind each group, when that is durable, and reaches the disk with the next
/// checkpoint. So it may lag behind the log, and is never ahead of it.
///
/// Used on the log's thread alone.
final class Witness {
  private let path: String
  private let incarnation: IncarnationID
  private var file: WitnessFile?
  /// Whether the file has to be written to the disk.
  private var isUnsynced = false

  init(in folder: String, of incarnation: IncarnationID) {
    path = folder + "/" + Witness.name
    self.incarnation = incarnation
  }

  /// Notes how far the durable log goes. Where that fails, the file lags behind.
  func note(_ tail: LogTail) {
    _ = try? write(Record(tail.end, changes: tail.inventory.changes, of: incarnation))
  }

  /// Returns when what was noted is on the disk.
  func sync() throws(FileError) {
    guard isUnsynced, let file else { return }
    try file.open.sync()
    isUnsynced = false
  }

  private func write(_ record: Record) throws(FileError) {
    let file = if let file { file } else { try WitnessFile(path) }
    self.file = file
    try file.open.write(record.bytes, at: 0)
    isUnsynced = true
  }

  static let name = "witness"
}

/// The witness while it is open.
private final class WitnessFile {
  let open: OpenFile

  /// Makes the file if there is none.
  init(_ path: String) throws(FileError) {
    let isNew = try Folder.size(of: path) == nil
    open = try OpenFile(path, .readWrite)
    if isNew { try Folder.sync(Folder.parent(of: path)) }
  }
}

extension Witness {
  /// What the file holds.
  struct Record: Hashable, Sendable {
    /// The store that it speaks of. A backup that was put in its place has another.
    let incarnation: IncarnationID
    /// The number of the last row.
    let row: Int64
    /// That row's link in the chain, which no purge changes.
    let link: Int64
    /// The number of changes in the inventory.
    let changes: UInt64

    init(_ end: LogEnd, changes: UInt64, of incarnation: IncarnationID) {
      (self.incarnation, self.changes) = (incarnation, changes)
      (row, link) = (end.number, end.link)
    }

    /// The record with its own checksum behind it.
    var bytes: [UInt8] {
      var writer = ByteWriter(reservingCapacity: 44)
      writer.identifier(incarnation)
      writer.uint64(UInt64(bitPattern: row))
      writer.uint64(UInt64(bitPattern: link))
      writer.uint64(changes)
      writer.uint32(CRC32C.of(writer.bytes))
      return writer.bytes
    }

    /// Nil where the bytes are no record: then nothing is known.
    init?(_ bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      do {
        incarnation = try reader.identifier(IncarnationKind.self)
        row = Int64(bitPattern: try reader.uint64())
        link = Int64(bitPattern: try reader.uint64())
        changes = try reader.uint64()
        let length = reader.offset
        guard try reader.uint32() == CRC32C.of(Array(bytes[..<length])) else { return nil }
      } catch {
        return nil
      }
    }
  }

  /// What the witness in a folder says; nil where there is none.
  static func record(in folder: String) -> Record? {
    let path = folder + "/" + name
    guard let bytes = try? OpenFile(path, .read).read(64) else { return nil }
    return Record(bytes)
  }
}
