/// A value of any shape, with the schema's names for fields and cases. An optional that is present
/// is its value itself.
public indirect enum Value: Hashable, Sendable {
  case number(UInt64)
  case bool(Bool)
  /// An identifier, a digest, or bytes that are encoded with their length.
  case bytes([UInt8])
  case text(String)
  case list([Value])
  case absent
  /// The fields of a record, a struct or a message.
  case fields([String: Value])
  /// A case of a union with its fields, or of an enumeration without any, by name.
  case variant(String, [String: Value])
  case extensions([Extension])

  /// A tagged extension at the end of a struct.
  public struct Extension: Hashable, Sendable {
    public let tag: UInt16
    public let bytes: [UInt8]

    public init(tag: UInt16, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }
  }

  public static func variant(_ name: String) -> Value { .variant(name, [:]) }

  static func id(_ id: Identifier) -> Value { .bytes(id.bytes) }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(integerLiteral value: UInt64) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  public init(nilLiteral: ()) { self = .absent }

  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .fields(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}

/// A value has another form than the code that reads it expects. This is a mistake of the suite,
/// since what comes from a peer has already been decoded by the schema.
public struct ValueMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

extension Value {
  /// The value at a path of field names. The fields of a variant count as well.
  public func at(_ path: String...) throws -> Value { try at(path) }

  public func number(_ path: String...) throws -> UInt64 {
    guard case .number(let number) = try at(path) else { throw mismatch(path, "number") }
    return number
  }

  public func text(_ path: String...) throws -> String {
    guard case .text(let text) = try at(path) else { throw mismatch(path, "text") }
    return text
  }

  public func list(_ path: String...) throws -> [Value] {
    guard case .list(let elements) = try at(path) else { throw mismatch(path, "list") }
    return elements
  }

  /// The name of the case at a path.
  public func variant(_ path: String...) throws -> String {
    guard case .variant(let name, _) = try at(path) else {
      throw mismatch(path, "case")
    }
    return name
  }

  public func extensions(_ path: String...) throws -> [Extension] {
    guard case .extensions(let entries) = try at(path) else {
      throw mismatch(path, "extensions")
    }
    return entries
  }

  private func at(_ path: [String]) throws -> Value {
    var value = self
    for name in path {
      switch value {
      case .fields(let fields), .variant(_, let fields):
        guard let next = fields[name] else { throw mismatch(path, "field \(name)") }
        value = next
      case .number, .bool, .bytes, .text, .list, .absent, .extensions:
        throw mismatch(path, "field \(name)")
      }
    }
    return value
  }

  private func mismatch(_ path: [String], _ what: String) -> ValueMismatch {
    ValueMismatch(description: "no \(what) at \(path.joined(separator: ".")) of \(self)")
  }
}
