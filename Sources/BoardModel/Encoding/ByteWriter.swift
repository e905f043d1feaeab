/// Writes values in their one encoding: fixed-width big-endian integers, no padding
/// (SPEC.md ENC-001 to ENC-012).
public struct ByteWriter: Sendable {
  public private(set) var bytes: [UInt8]
  /// Whether something did not fit its length field, so that the bytes must not be sent.
  public private(set) var overflowed = false

  public init(reservingCapacity capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  public mutating func uint8(_ value: UInt8) { bytes.append(value) }

  public mutating func uint16(_ value: UInt16) { bytes.append(contentsOf: BigEndian(value)) }

  public mutating func uint32(_ value: UInt32) { bytes.append(contentsOf: BigEndian(value)) }

  public mutating func uint64(_ value: UInt64) { bytes.append(contentsOf: BigEndian(value)) }

  public mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

  public mutating func identifier<Kind>(_ value: Identifier<Kind>) {
    uint64(value.high)
    uint64(value.low)
  }

  /// Writes the length in bytes as u16, then UTF-8.
  public mutating func string(_ value: String) {
    let count = value.utf8.count
    if count > Int(UInt16.max) { overflowed = true }
    uint16(UInt16(truncatingIfNeeded: count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Writes the length as u32, then the bytes.
  public mutating func data(_ value: [UInt8]) {
    if value.count > Int(UInt32.max) { overflowed = true }
    uint32(UInt32(truncatingIfNeeded: value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes the bytes without a length.
  public mutating func raw(_ value: [UInt8]) {
    bytes.append(contentsOf: value)
  }

  /// Writes the count as u32, then the elements.
  public mutating func list<Element>(
    _ elements: [Element], _ write: (inout ByteWriter, Element) -> Void
  ) {
    if elements.count > Int(UInt32.max) { overflowed = true }
    uint32(UInt32(truncatingIfNeeded: elements.count))
    for element in elements { write(&self, element) }
  }

  /// Writes 00 for nil, or 01 and the value.
  public mutating func optional<Value>(
    _ value: Value?, _ write: (inout ByteWriter, Value) -> Void
  ) {
    bool(value != nil)
    if let value { write(&self, value) }
  }

  /// Writes the count as u16, then the tag as u16, the length as u32 and the bytes of each
  /// extension.
  public mutating func extensions(_ extensions: Extensions) {
    if extensions.entries.count > Int(UInt16.max) { overflowed = true }
    uint16(UInt16(truncatingIfNeeded: extensions.entries.count))
    for entry in extensions.entries {
      uint16(entry.tag)
      data(entry.bytes)
    }
  }
}

/// The bytes of an integer, the highest first, so that they are appended at once.
private struct BigEndian<Integer: FixedWidthInteger & UnsignedInteger>: RandomAccessCollection {
  private let value: Integer

  init(_ value: Integer) { self.value = value }

  var startIndex: Int { 0 }
  var endIndex: Int { Integer.bitWidth / 8 }

  subscript(index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> Integer(truncatingIfNeeded: 8 * (endIndex - 1 - index)))
  }
}
