import BoardModel
import Files
import WindowSync
import Wire

/// One entry of a window's journal.
///
/// On disk: the length of what follows the checksum (u32), CRC-32C over the entry's offset in the
/// file (u64), its kind and its body (u32), kind (u8), body. The checksum covers the offset so that
/// bytes which an earlier, longer write left behind are never taken for an entry.
enum JournalRecord: Hashable, Sendable {
  case session(SavedSession)
  /// Operations that become durable together: all of them or none.
  case operations([Operation])
  case forget(through: UInt64)

  static let headBytes = 8
  /// The byte that says that a record is of operations.
  static let operationsKind: UInt8 = 2
  /// The most bytes of the kind and the body. The largest operation fits a frame, and a batch of
  /// them stays well below this.
  static let limit = 16 << 20

  func bytes(at offset: Int) -> [UInt8] {
    var body = ByteWriter()
    switch self {
    case .session(let session):
      body.uint8(session.window == nil ? 1 : 4)
      body.savedSession(session)
      if let window = session.window {
        body.value(window.activity)
        body.identifier(window.instance)
        body.value(window.confirmed)
      }
    case .operations(let operations):
      body.uint8(Self.operationsKind)
      body.value(operations)
    case .forget(let counter):
      body.uint8(3)
      body.uint64(counter)
    }
    var writer = ByteWriter(reservingCapacity: body.bytes.count + Self.headBytes)
    writer.uint32(UInt32(clamping: body.bytes.count))
    writer.uint32(Self.checksum(body.bytes[...], at: offset))
    writer.raw(body.bytes)
    return writer.bytes
  }

  /// - Returns: the record that begins at `offset` and where the next begins; nil if it is cut
  ///   short or damaged.
  static func read(_ bytes: [UInt8], at offset: Int) -> (record: JournalRecord, end: Int)? {
    guard bytes.count - offset >= headBytes else { return nil }
    let count = Int(word(bytes, at: offset))
    let start = offset + headBytes
    guard count > 0, count <= limit, count <= bytes.count - start else { return nil }
    let body = bytes[start..<(start + count)]
    guard checksum(body, at: offset) == word(bytes, at: offset + 4),
      let record = try? JournalRecord(body: Array(body))
    else { return nil }
    return (record, start + count)
  }

  private init(body: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(body)
    switch try reader.uint8() {
    case 1: self = .session(try reader.savedSession())
    case Self.operationsKind: self = .operations(try reader.value())
    case 3: self = .forget(through: try reader.uint64())
    case 4:
      var session = try reader.savedSession()
      session.window = SavedWindow(
        activity: try reader.value(), instance: try reader.identifier(),
        confirmed: try reader.value())
      self = .session(session)
    default: throw MalformedBytes(.unknownCase, at: 0)
    }
    try reader.finish()
  }

  private static func checksum(_ body: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    var sum = CRC32C()
    sum.update(UInt64(offset))
    sum.update(body)
    return sum.value
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension ByteWriter {
  mutating func savedSession(_ value: SavedSession) {
    identifier(value.board)
    identifier(value.session)
    uint8(value.configuration.rawValue)
    uint32(value.epoch)
    identifier(value.incarnation)
    uint64(value.forgottenThrough)
  }
}

extension ByteReader {
  mutating func savedSession() throws(MalformedBytes) -> SavedSession {
    SavedSession(
      board: try identifier(), session: try identifier(), configuration: try enumeration(),
      epoch: try uint32(), incarnation: try identifier(), forgottenThrough: try uint64())
  }
}
