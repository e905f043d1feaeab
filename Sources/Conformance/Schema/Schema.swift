public import Foundation

/// The contents of `Protocol/schema/protocol.json` by name: all that the suite knows about the
/// wire.
public struct Schema: Sendable {
  public struct Message: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Decodable {
      case request
      case response
      case event
    }

    public enum Sender: String, Hashable, Sendable, Decodable {
      case client
      case coordinator
      case both
    }

    public let name: String
    /// The type number in the frame's header.
    public let type: UInt16
    public let sender: Sender
    public let kinds: Set<Kind>
    public let fields: [Field]
  }

  public struct Field: Hashable, Sendable {
    public let name: String
    public let shape: Shape
  }

  public let alpn: String
  /// The application protocol of who joins.
  public let joinALPN: String
  public let lowestMinor: UInt16
  public let newestMinor: UInt16
  public let modelLevel: UInt16
  /// The flags of frames; like errors, limits and features they are found by their names.
  public let flags: [String: UInt16]
  public let errors: [String: UInt16]
  public let limits: [String: UInt64]
  public let features: [String: UInt16]
  public let grease: Grease
  public let messages: [Message]
  /// How a coordinator answers a user by their role on a board.
  let access: Access
  let definitions: [String: Definition]
  private let messagesByType: [UInt16: Message]
  private let messagesByName: [String: Message]

  public struct Grease: Hashable, Sendable, Decodable {
    public let mask: UInt16
    public let value: UInt16
    public let features: [UInt16]
    public let tags: [UInt16]
    public let frameTypes: [UInt16]

    enum CodingKeys: String, CodingKey {
      case mask
      case value
      case features
      case tags
      case frameTypes = "frame-types"
    }

    public func isGrease(_ number: UInt16) -> Bool { number & mask == value }
  }

  /// - Throws: `SchemaFault` if the text is not a schema, or uses a name that it does not define.
  public init(json: Data) throws {
    let document: SchemaDocument
    do {
      document = try JSONDecoder().decode(SchemaDocument.self, from: json)
    } catch {
      throw SchemaFault(description: "the schema cannot be read: \(error)")
    }
    alpn = document.alpn
    joinALPN = document.joinALPN
    lowestMinor = document.lowestMinor
    newestMinor = document.minor
    modelLevel = document.modelLevel
    flags = try Self.byName(document.frame.flags, "flag")
    features = try Self.byName(document.features, "feature")
    errors = try Self.unique(document.errors.map { ($0.name, $0.code) }, "error")
    limits = try Self.unique(document.limits.map { ($0.name, $0.value) }, "limit")
    grease = document.grease
    access = document.access
    definitions = try document.resolvedDefinitions()
    messages = try document.messages.map { try $0.resolved() }
    messagesByName = try Self.unique(messages.map { ($0.name, $0) }, "message")
    messagesByType = try Self.unique(messages.map { ($0.type, $0) }, "message type")
    try requireDefinitions()
  }

  public func message(named name: String) throws -> Message {
    guard let message = messagesByName[name] else {
      throw SchemaFault(description: "the schema has no message \(name)")
    }
    return message
  }

  /// The message with this type number; nil if the schema has none.
  public func message(ofType type: UInt16) -> Message? { messagesByType[type] }

  public func error(_ name: String) throws -> UInt16 {
    try Self.find(name, in: errors, "error")
  }

  public func limit(_ name: String) throws -> UInt64 {
    try Self.find(name, in: limits, "limit")
  }

  public func flag(_ name: String) throws -> UInt16 {
    try Self.find(name, in: flags, "flag")
  }

  /// The number and name of an error, for people.
  public func errorName(_ code: UInt16) -> String {
    errors.first { $0.value == code }.map { "\(code) \($0.key)" } ?? "\(code)"
  }

  private static func find<Value>(
    _ name: String, in values: [String: Value], _ what: String
  ) throws -> Value {
    guard let value = values[name] else {
      throw SchemaFault(description: "the schema has no \(what) \(name)")
    }
    return value
  }

  private static func byName(
    _ values: [SchemaDocument.NamedValue], _ what: String
  ) throws -> [String: UInt16] {
    try unique(values.map { ($0.name, $0.value) }, what)
  }

  private static func unique<Key: Hashable, Value>(
    _ pairs: [(Key, Value)], _ what: String
  ) throws -> [Key: Value] {
    try Dictionary(pairs) { _, _ in
      throw SchemaFault(description: "the schema names a \(what) twice")
    }
  }

  /// Checks that every name which a shape uses is defined, so that the codec never meets an unknown
  /// one.
  private func requireDefinitions() throws {
    let shapes =
      messages.flatMap { $0.fields.map(\.shape) }
      + definitions.values.flatMap(\.shapes)
    for name in shapes.compactMap(\.definition) where definitions[name] == nil {
      throw SchemaFault(description: "the schema does not define \(name)")
    }
  }
}

/// The schema is not one that this suite can work with.
public struct SchemaFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}
