/// A value with one encoding. It composes: an optional, a list and a field of such values are such
/// values themselves.
public protocol WireValue: SendableMetatype {
  /// The fewest bytes that count for one element of a list: nothing is allocated for a count that
  /// the bytes behind it cannot hold.
  static var leastSize: Int { get }

  /// Reads one value, and leaves any bytes behind it.
  init(_ reader: inout ByteReader) throws(MalformedBytes)

  func write(to writer: inout ByteWriter)
}

extension ByteReader {
  @inlinable public mutating func value<Value: WireValue>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value {
    try Value(&self)
  }
}

extension ByteWriter {
  @inlinable public mutating func value(_ value: some WireValue) { value.write(to: &self) }

  /// Writes the number of a case, then what the case carries.
  mutating func tagged(_ tag: UInt8, _ first: some WireValue) {
    uint8(tag)
    value(first)
  }

  mutating func tagged(_ tag: UInt8, _ first: some WireValue, _ second: some WireValue) {
    tagged(tag, first)
    value(second)
  }

  mutating func tagged(
    _ tag: UInt8, _ first: some WireValue, _ second: some WireValue, _ third: some WireValue
  ) {
    tagged(tag, first, second)
    value(third)
  }
}

extension Bool: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) { self = try reader.bool() }

  public func write(to writer: inout ByteWriter) { writer.bool(self) }
}

extension UInt8: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) { self = try reader.uint8() }

  public func write(to writer: inout ByteWriter) { writer.uint8(self) }
}

extension UInt16: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) { self = try reader.uint16() }

  public func write(to writer: inout ByteWriter) { writer.uint16(self) }
}

extension UInt32: WireValue {
  public static var leastSize: Int { 4 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) { self = try reader.uint32() }

  public func write(to writer: inout ByteWriter) { writer.uint32(self) }
}

extension UInt64: WireValue {
  public static var leastSize: Int { 8 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) { self = try reader.uint64() }

  public func write(to writer: inout ByteWriter) { writer.uint64(self) }
}

extension Identifier: WireValue {
  public static var leastSize: Int { 16 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.identifier()
  }

  public func write(to writer: inout ByteWriter) { writer.identifier(self) }
}

extension Extensions: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) { writer.extensions(self) }
}

extension Optional: WireValue where Wrapped: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.bool() ? try Wrapped(&reader) : nil
  }

  public func write(to writer: inout ByteWriter) {
    writer.optional(self) { $0.value($1) }
  }
}

extension Array: WireValue where Element: WireValue {
  public static var leastSize: Int { 4 }

  // Other modules read whole boards with it.
  @specialized(where Element == Entity)
  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.list(minimum: Element.leastSize) { (reader) throws(MalformedBytes) in
      try Element(&reader)
    }
  }

  public func write(to writer: inout ByteWriter) {
    writer.list(self) { $0.value($1) }
  }
}

/// An enumeration is encoded as the raw value of its case, in one byte.
extension WireValue where Self: RawRepresentable, RawValue == UInt8 {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.enumeration()
  }

  public func write(to writer: inout ByteWriter) { writer.uint8(rawValue) }
}
