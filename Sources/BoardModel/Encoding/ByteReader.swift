/// Bytes that are not the one encoding of any value.
public struct MalformedBytes: Error, Hashable, Sendable {
  public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
    case truncated = 1
    case trailingBytes = 2
    case notBool = 3
    case notUTF8 = 4
    case forbiddenScalar = 5
    case unknownCase = 6
    /// A count that the remaining bytes cannot hold.
    case countTooLarge = 7
    case extensionOrder = 8
    case tooDeep = 9
    /// A number outside the range its field allows.
    case outOfRange = 10

    /// What is wrong, in words for whoever looks for the fault in what they sent.
    public var words: String {
      switch self {
      case .truncated: "it ends too early"
      case .trailingBytes: "bytes are left over"
      case .notBool: "a bool is neither 00 nor 01"
      case .notUTF8: "a text is not UTF-8"
      case .forbiddenScalar: "a text holds a character that is not allowed"
      case .unknownCase: "a case is unknown"
      case .countTooLarge: "a list claims more than there is"
      case .extensionOrder: "extensions do not ascend"
      case .tooDeep: "a batch or rejection stands within another"
      case .outOfRange: "a number is out of its range"
      }
    }
  }

  public let reason: Reason
  /// The offset of the byte at fault, from the start of what was being read.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// Reads what `ByteWriter` writes, and refuses everything else with the offset of the fault.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  public private(set) var offset = 0

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public var remaining: Int { bytes.count - offset }

  /// - Throws: `trailingBytes` if something is left.
  public func finish() throws(MalformedBytes) {
    if remaining > 0 { throw MalformedBytes(.trailingBytes, at: offset) }
  }

  public mutating func uint8() throws(MalformedBytes) -> UInt8 {
    let start = try take(1)
    return bytes[start]
  }

  public mutating func uint16() throws(MalformedBytes) -> UInt16 {
    let start = try take(2)
    return UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])
  }

  public mutating func uint32() throws(MalformedBytes) -> UInt32 {
    let start = try take(4)
    return UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
      | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3])
  }

  public mutating func uint64() throws(MalformedBytes) -> UInt64 {
    guard remaining >= 8 else { throw MalformedBytes(.truncated, at: bytes.count) }
    let high = try uint32()
    let low = try uint32()
    return UInt64(high) << 32 | UInt64(low)
  }

  public mutating func bool() throws(MalformedBytes) -> Bool {
    let start = offset
    switch try uint8() {
    case 0: return false
    case 1: return true
    default: throw MalformedBytes(.notBool, at: start)
    }
  }

  public mutating func identifier<Kind>(
    _ kind: Kind.Type = Kind.self
  ) throws(MalformedBytes) -> Identifier<Kind> {
    guard remaining >= 16 else { throw MalformedBytes(.truncated, at: bytes.count) }
    let high = try uint64()
    let low = try uint64()
    return Identifier(high: high, low: low)
  }

  /// - Parameter allows: which scalars the text may hold.
  public mutating func string(
    allowing allows: (Unicode.Scalar) -> Bool
  ) throws(MalformedBytes) -> String {
    let count = Int(try uint16())
    let start = try take(count)
    let end = start + count
    if bytes[start..<end].allSatisfy({ $0 < 0x80 }) {
      // Nearly all text is plain, and read for every operation: this takes half the time.
      for position in start..<end where !allows(Unicode.Scalar(bytes[position])) {
        throw MalformedBytes(.forbiddenScalar, at: position)
      }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
      throw MalformedBytes(.notUTF8, at: start)
    }
    var position = start
    for scalar in text.unicodeScalars {
      guard allows(scalar) else { throw MalformedBytes(.forbiddenScalar, at: position) }
      position += UTF8.width(scalar)
    }
    return text
  }

  public mutating func data() throws(MalformedBytes) -> [UInt8] {
    let count = Int(try uint32())
    let start = try take(count)
    return Array(bytes[start..<(start + count)])
  }

  /// Reads `count` bytes without a length before them.
  public mutating func raw(_ count: Int) throws(MalformedBytes) -> [UInt8] {
    let start = try take(count)
    return Array(bytes[start..<(start + count)])
  }

  /// - Parameter minimum: the fewest bytes an element takes; nothing is allocated for a count
  ///   that cannot be true.
  /// - Parameter maximum: the most elements; a larger count is out of range.
  public mutating func list<Element>(
    minimum: Int, maximum: Int = .max,
    _ read: (inout ByteReader) throws(MalformedBytes) -> Element
  ) throws(MalformedBytes) -> [Element] {
    let start = offset
    let count = Int(try uint32())
    guard count <= remaining / max(minimum, 1) else {
      throw MalformedBytes(.countTooLarge, at: start)
    }
    guard count <= maximum else { throw MalformedBytes(.outOfRange, at: start) }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  public mutating func optional<Value>(
    _ read: (inout ByteReader) throws(MalformedBytes) -> Value
  ) throws(MalformedBytes) -> Value? {
    try bool() ? try read(&self) : nil
  }

  public mutating func extensions() throws(MalformedBytes) -> Extensions {
    let start = offset
    let count = Int(try uint16())
    guard count <= remaining / 6 else { throw MalformedBytes(.countTooLarge, at: start) }
    var entries: [Extensions.Entry] = []
    for _ in 0..<count {
      let start = offset
      let tag = try uint16()
      if let last = entries.last, last.tag >= tag {
        throw MalformedBytes(.extensionOrder, at: start)
      }
      entries.append(Extensions.Entry(tag: tag, bytes: try data()))
    }
    return Extensions(entries: entries)
  }

  /// - Returns: the offset at which the `count` bytes begin.
  private mutating func take(_ count: Int) throws(MalformedBytes) -> Int {
    guard remaining >= count else { throw MalformedBytes(.truncated, at: bytes.count) }
    defer { offset += count }
    return offset
  }
}

extension ByteReader {
  /// Reads a u8 that must be the raw value of a case.
  public mutating func enumeration<Value: RawRepresentable>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value where Value.RawValue == UInt8 {
    let start = offset
    guard let value = Value(rawValue: try uint8()) else {
      throw MalformedBytes(.unknownCase, at: start)
    }
    return value
  }

  public mutating func title() throws(MalformedBytes) -> String {
    if let text = try printable() { return text }
    return try string(allowing: TextRules.allowsInTitle)
  }

  public mutating func body() throws(MalformedBytes) -> String {
    if let text = try printable() { return text }
    return try string(allowing: TextRules.allowsInBody)
  }

  /// Reads a text of nothing but printable ASCII, as nearly all are. Each may hold it, and no scalar
  /// has to be looked at by itself.
  /// - Returns: nil, and nothing was read, where there is another.
  private mutating func printable() throws(MalformedBytes) -> String? {
    let before = offset
    let count = Int(try uint16())
    let start = try take(count)
    let text = bytes[start..<(start + count)]
    guard text.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) else {
      offset = before
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }
}
