import BoardModel
import LogRecords
import Wire

/// A board cut into encoded entities, made once and shared by every window that fetches it.
final class SnapshotImage: Sendable {
  let sequence: UInt64
  let chunks: [Chunk]
  let total: UInt32
  /// The bytes of all entities.
  let byteCount: Int

  struct Chunk: Sendable {
    let cursor: UInt32
    let count: UInt32
    /// The bytes of the entities one after the other, without a count.
    let bytes: [UInt8]
  }

  init(of board: Board) {
    // The other fields of SNAPSHOT take much less than these 256 bytes.
    let room = Limits.chunkBytes - 256
    var chunks: [Chunk] = []
    var cursor: UInt32 = 0
    var count: UInt32 = 0
    var bytes: [UInt8] = []
    for entity in board.entities() {
      var writer = ByteWriter()
      writer.value(entity)
      if !bytes.isEmpty, bytes.count + writer.bytes.count > room {
        chunks.append(Chunk(cursor: cursor, count: count, bytes: bytes))
        cursor += count
        (count, bytes) = (0, [])
      }
      bytes += writer.bytes
      count += 1
    }
    chunks.append(Chunk(cursor: cursor, count: count, bytes: bytes))
    sequence = board.sequence
    total = cursor + count
    self.chunks = chunks
    byteCount = chunks.reduce(0) { $0 + $1.bytes.count }
  }

  func chunk(at cursor: UInt32) -> Chunk? {
    chunks.first { $0.cursor == cursor }
  }

  /// The payload of SNAPSHOT for one chunk.
  func payload(_ chunk: Chunk) -> [UInt8] {
    var writer = ByteWriter(reservingCapacity: chunk.bytes.count + 32)
    writer.uint64(sequence)
    writer.uint32(chunk.cursor)
    writer.uint32(total)
    writer.uint32(chunk.count)
    writer.raw(chunk.bytes)
    writer.extensions(.none)
    return writer.bytes
  }
}
