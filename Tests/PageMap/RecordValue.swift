/// A value in a record of SQLite's. The store has no floating point.
public enum RecordValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case blob([UInt8])
  case text(String)

  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  public var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// - Parameter payload: the header with the type of each value, and the values.
  static func all(_ payload: [UInt8]) -> [RecordValue] {
    var header = RecordReader(payload, at: 0)
    let length = Int(header.varint())
    var body = RecordReader(payload, at: length)
    var values: [RecordValue] = []
    while header.offset < length { values.append(body.value(Int(header.varint()))) }
    return values
  }
}

/// Reads what SQLite wrote. What is read is undamaged.
struct RecordReader {
  private let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

  mutating func take(_ count: Int) -> [UInt8] {
    defer { offset += count }
    return Array(bytes[offset..<(offset + count)])
  }

  mutating func varint() -> Int64 {
    var value: UInt64 = 0
    for _ in 0..<8 {
      let byte = bytes[offset]
      offset += 1
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    offset += 1
    return Int64(bitPattern: value << 8 | UInt64(bytes[offset - 1]))
  }

  /// Where the first value of the record ends that begins here.
  var endOfFirstValue: Int {
    var header = self
    var body = RecordReader(bytes, at: offset + Int(header.varint()))
    _ = body.value(Int(header.varint()))
    return body.offset
  }

  /// - Parameter type: as in the header of a record.
  fileprivate mutating func value(_ type: Int) -> RecordValue {
    switch type {
    case 0: return .null
    case 1...6:
      let taken = take([1, 2, 3, 4, 6, 8][type - 1])
      return .integer(taken.reduce(taken[0] & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64($1) })
    case 8, 9: return .integer(Int64(type - 8))
    default:
      let taken = take((type - 12) / 2)
      return type & 1 == 0 ? .blob(taken) : .text(String(decoding: taken, as: UTF8.self))
    }
  }
}

extension [UInt8] {
  /// A number of `count` bytes, big-endian.
  func number(at offset: Int, _ count: Int) -> Int {
    self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
