// What is here is inlinable, so that each message reads and writes its own types: generic code
// without them took three times as long.

/// A value that is encoded as its fields, one after the other. Its layout is the one list of them,
/// from which it is read and written.
public protocol WireRecord: WireValue {
  associatedtype Layout: RecordLayout where Layout.Record == Self
  static var layout: Layout { get }
}

extension WireRecord {
  @inlinable public static var leastSize: Int { layout.leastSize }

  @inlinable public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self = try Self.layout.read(&reader)
  }

  @inlinable public func write(to writer: inout ByteWriter) { Self.layout.write(self, to: &writer) }
}

public protocol RecordLayout<Record>: Sendable {
  associatedtype Record
  var leastSize: Int { get }
  func read(_ reader: inout ByteReader) throws(MalformedBytes) -> Record
  func write(_ record: Record, to writer: inout ByteWriter)
}

/// The fields of a record in the order of their bytes, and the initializer that takes their values
/// in the same order.
public struct WireLayout<Record, each Value>: RecordLayout {
  public let leastSize: Int
  @usableFromInline let make: @Sendable (repeat each Value) -> Record
  @usableFromInline let fields: (repeat WireField<Record, each Value>)

  @inlinable public init(
    _ make: @escaping @Sendable (repeat each Value) -> Record,
    _ fields: repeat WireField<Record, each Value>
  ) {
    self.make = make
    self.fields = (repeat each fields)
    var leastSize = 0
    for field in repeat each fields { leastSize += field.leastSize }
    self.leastSize = leastSize
  }

  @inlinable public func read(_ reader: inout ByteReader) throws(MalformedBytes) -> Record {
    make(repeat try (each fields).read(&reader))
  }

  @inlinable public func write(_ record: Record, to writer: inout ByteWriter) {
    for field in repeat each fields { field.write(record, &writer) }
  }
}

/// One field of a record, and how it is encoded.
public struct WireField<Record, Value>: Sendable {
  @usableFromInline let leastSize: Int
  @usableFromInline let read: @Sendable (inout ByteReader) throws(MalformedBytes) -> Value
  @usableFromInline let write: @Sendable (borrowing Record, inout ByteWriter) -> Void

  @inlinable public init(_ get: @escaping @Sendable (borrowing Record) -> Value)
  where Value: WireValue {
    leastSize = Value.leastSize
    read = { (reader) throws(MalformedBytes) in try Value(&reader) }
    write = { $1.value(get($0)) }
  }

  /// - Parameter maximum: the most elements; a larger count is out of range.
  @inlinable public init<Element: WireValue>(
    _ get: @escaping @Sendable (borrowing Record) -> Value, maximum: Int
  ) where Value == [Element] {
    leastSize = Value.leastSize
    read = { (reader) throws(MalformedBytes) in
      try reader.list(minimum: Element.leastSize, maximum: maximum) {
        (reader) throws(MalformedBytes) in try Element(&reader)
      }
    }
    write = { $1.value(get($0)) }
  }
}

extension WireField where Value == String {
  /// A text without line breaks.
  @inlinable public init(title get: @escaping @Sendable (borrowing Record) -> String) {
    leastSize = 2
    read = { (reader) throws(MalformedBytes) in try reader.title() }
    write = { $1.string(get($0)) }
  }

  /// A text that may hold line breaks and tabs.
  @inlinable public init(body get: @escaping @Sendable (borrowing Record) -> String) {
    leastSize = 2
    read = { (reader) throws(MalformedBytes) in try reader.body() }
    write = { $1.string(get($0)) }
  }
}

extension WireField where Value == [String] {
  @inlinable public init(
    titles get: @escaping @Sendable (borrowing Record) -> [String], maximum: Int
  ) {
    leastSize = 4
    read = { (reader) throws(MalformedBytes) in
      try reader.list(minimum: 2, maximum: maximum) { (reader) throws(MalformedBytes) in
        try reader.title()
      }
    }
    write = { $1.list(get($0)) { $0.string($1) } }
  }
}

extension WireField where Value == [UInt8] {
  /// Bytes behind their length.
  @inlinable public init(data get: @escaping @Sendable (borrowing Record) -> [UInt8]) {
    leastSize = 4
    read = { (reader) throws(MalformedBytes) in try reader.data() }
    write = { $1.data(get($0)) }
  }

  /// Bytes without a length, because there are always `count` of them.
  @inlinable public init(raw get: @escaping @Sendable (borrowing Record) -> [UInt8], count: Int) {
    leastSize = count
    read = { (reader) throws(MalformedBytes) in try reader.raw(count) }
    write = { $1.raw(get($0)) }
  }
}
