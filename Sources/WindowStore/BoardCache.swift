import BoardModel
import Files
import WindowSync
import Wire

/// The format of a file with a confirmed board: magic, CRC-32C of the rest (u32), session, board,
/// sequence, own counter, length (u32) and bytes of the picture, entities.
enum BoardCache {
  /// The first bytes of the file: "board window cache", format 2.
  static let magic: [UInt8] = Array("BRDWC\0\0\u{2}".utf8)
  /// The largest file read, in bytes: far above the largest board.
  static let limit = 512 << 20

  static func bytes(of saved: SavedBoard, picture: [UInt8] = [], session: SessionID) -> [UInt8] {
    let entities = saved.entities
    var body = ByteWriter(reservingCapacity: entities.count * 256 + picture.count)
    body.identifier(session)
    body.identifier(saved.board)
    body.uint64(saved.sequence)
    body.uint64(saved.ownThrough)
    body.uint32(UInt32(picture.count))
    body.raw(picture)
    body.value(entities)
    var writer = ByteWriter(reservingCapacity: body.bytes.count + 12)
    writer.raw(magic)
    writer.uint32(CRC32C.of(body.bytes))
    writer.raw(body.bytes)
    return writer.bytes
  }

  /// The sequence number of the board in a file, read without the rest; nil where it has none.
  static func sequence(in path: String) -> UInt64? {
    guard let file = try? OpenFile(path, .read), let head = try? file.read(headBytes),
      head.starts(with: magic), head.count == headBytes
    else { return nil }
    return head.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes up to and with the sequence number.
  private static let headBytes = 52

  /// Decodes the file. A board that was written for another session holds no operations of this
  /// one, so its own counter becomes 0.
  static func read(_ bytes: [UInt8], for session: SavedSession) throws(CacheFault) -> KeptBoard {
    let (writtenFor, kept) = try read(bytes)
    let saved = kept.board
    guard saved.board == session.board else { throw CacheFault("it is of another board") }
    guard writtenFor != session.session else { return kept }
    return KeptBoard(
      board: SavedBoard(
        board: saved.board, sequence: saved.sequence, entities: saved.entities, ownThrough: 0),
      picture: kept.picture)
  }

  /// Decodes the file, whichever session it was written for.
  static func read(_ bytes: [UInt8]) throws(CacheFault) -> (SessionID, KeptBoard) {
    guard bytes.starts(with: magic), bytes.count >= 12 else { throw CacheFault("not a board") }
    let sum = bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    let body = Array(bytes[12...])
    guard CRC32C.of(body) == sum else { throw CacheFault("it is not as it was written") }
    return try decode(body)
  }

  private static func decode(_ body: [UInt8]) throws(CacheFault) -> (SessionID, KeptBoard) {
    do throws(MalformedBytes) {
      var reader = ByteReader(body)
      let session = try reader.identifier(SessionKind.self)
      let board = try reader.identifier(BoardKind.self)
      let sequence = try reader.uint64()
      let ownThrough = try reader.uint64()
      let picture = try reader.raw(Int(try reader.uint32()))
      let entities = try reader.value([Entity].self)
      try reader.finish()
      let saved = SavedBoard(
        board: board, sequence: sequence, entities: entities, ownThrough: ownThrough)
      return (session, KeptBoard(board: saved, picture: picture))
    } catch {
      throw CacheFault("byte \(error.offset) is not what a board has there")
    }
  }
}

/// A board from a file, and what the window showed of it.
struct KeptBoard {
  let board: SavedBoard
  let picture: [UInt8]
}

struct CacheFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
