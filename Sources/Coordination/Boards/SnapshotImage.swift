import BoardModel
import HashTreeCollections
import LogRecords
import Wire

/// A board in encoded parts, shared by every window that fetches it. A later image of the board
/// shares the parts that did not change.
final class SnapshotImage: Sendable {
  let sequence: UInt64
  let chunks: [Chunk]
  let total: UInt32
  /// The bytes of all entities.
  let byteCount: Int
  private let parts: TreeDictionary<BoardPart, [Piece]>

  /// Some entities of one part, one after the other, in no more bytes than fit a chunk.
  struct Piece: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var count: UInt32 = 0
  }

  struct Chunk: Sendable {
    let cursor: UInt32
    let count: UInt32
    let byteCount: Int
    fileprivate let pieces: ArraySlice<Piece>

    /// Appends the bytes of the entities, without a count.
    func write(to writer: inout ByteWriter) {
      for piece in pieces { writer.raw(piece.bytes) }
    }
  }

  /// - Parameters:
  ///   - changed: the parts that changed since `previous`; nil where all of them may have.
  ///   - previous: an earlier image of the board.
  init(
    of board: Board, changed: TreeSet<BoardPart>? = nil, since previous: SnapshotImage? = nil
  ) {
    var parts: TreeDictionary<BoardPart, [Piece]> = [:]
    if let changed, let previous {
      parts = previous.parts
      for part in changed { parts[part] = nil }
    }
    var pieces: [Piece] = []
    board.forEachPart { part in
      if let known = parts[part] {
        pieces += known
      } else {
        let encoded = SnapshotImage.encode(board.entities(of: part))
        pieces += encoded
        parts[part] = encoded
      }
    }
    chunks = SnapshotImage.chunks(of: pieces)
    sequence = board.sequence
    total = chunks.last.map { $0.cursor + $0.count } ?? 0
    byteCount = chunks.reduce(0) { $0 + $1.byteCount }
    self.parts = parts
  }

  /// The bytes of a chunk's entities: the other fields of SNAPSHOT take much less than 256 bytes.
  private static let room = Limits.chunkBytes - 256

  private static func encode(_ entities: [Entity]) -> [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    func end() {
      // It is kept for long, and grew by doubling.
      piece.bytes = piece.bytes.fitted(to: piece.bytes.count)
      pieces.append(piece)
      piece = Piece()
    }
    for entity in entities {
      var writer = ByteWriter()
      writer.value(entity)
      if piece.count > 0, piece.bytes.count + writer.bytes.count > room { end() }
      piece.bytes += writer.bytes
      piece.count += 1
    }
    if piece.count > 0 { end() }
    return pieces
  }

  private static func chunks(of pieces: [Piece]) -> [Chunk] {
    var chunks: [Chunk] = []
    var start = 0
    var (cursor, count, bytes): (UInt32, UInt32, Int) = (0, 0, 0)
    func cut(before end: Int) {
      chunks.append(
        Chunk(cursor: cursor, count: count, byteCount: bytes, pieces: pieces[start..<end]))
      cursor += count
      (start, count, bytes) = (end, 0, 0)
    }
    for (index, piece) in pieces.enumerated() {
      if bytes > 0, bytes + piece.bytes.count > room { cut(before: index) }
      count += piece.count
      bytes += piece.bytes.count
    }
    cut(before: pieces.count)
    return chunks
  }

  /// The payload of SNAPSHOT for one chunk.
  func payload(_ chunk: Chunk) -> [UInt8] {
    var writer = ByteWriter(reservingCapacity: chunk.byteCount + 32)
    writer.uint64(sequence)
    writer.uint32(chunk.cursor)
    writer.uint32(total)
    writer.uint32(chunk.count)
    chunk.write(to: &writer)
    writer.extensions(.none)
    return writer.bytes
  }

  /// The bytes of a chunk's entities, without a count.
  func bytes(_ chunk: Chunk) -> [UInt8] {
    var writer = ByteWriter(reservingCapacity: chunk.byteCount)
    chunk.write(to: &writer)
    return writer.bytes
  }
}
