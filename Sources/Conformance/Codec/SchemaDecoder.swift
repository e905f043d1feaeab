/// Reads values by their shape. At the first wrong byte it throws `Malformed` with what is wrong
/// and where.
struct SchemaDecoder {
  private let schema: Schema
  private let bytes: [UInt8]
  private(set) var offset = 0
  /// The names of the unions that are being read, the outermost first. A case that is marked
  /// `outermost` must not be inside another value of its own union.
  private var enclosing: [String] = []

  init(_ schema: Schema, _ bytes: [UInt8]) {
    self.schema = schema
    self.bytes = bytes
  }

  func finish() throws {
    if offset < bytes.count { throw Malformed(kind: .trailingBytes, offset: offset) }
  }

  /// The fields of a message or a struct, and the extensions behind them.
  mutating func extendedFields(_ fields: [Schema.Field]) throws -> [String: Value] {
    var values = try self.fields(fields, keeping: nil)
    values["extensions"] = try extensions()
    return values
  }

  mutating func value(_ shape: Shape) throws -> Value {
    switch shape {
    case .number(let count): return .number(try number(count))
    case .bool: return .bool(try bool())
    case .fixed(let count): return .bytes(Array(try take(count)))
    case .text(let scalars): return .text(try text(scalars))
    case .scalars: return .text(try longText())
    case .bytes: return .bytes(Array(try take(Int(try number(4)))))
    case .extensions: return try extensions()
    case .list(let element, let minimum, let maximum):
      return try list(element, minimum, maximum)
    case .optional(let value): return try bool() ? try self.value(value) : .absent
    case .named(let name): return try named(name)
    }
  }

  // MARK: Primitives

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard bytes.count - offset >= count else {
      throw Malformed(kind: .truncated, offset: bytes.count)
    }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  private mutating func number(_ count: Int) throws -> UInt64 {
    try take(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func bool() throws -> Bool {
    let start = offset
    switch try number(1) {
    case 0: return false
    case 1: return true
    default: throw Malformed(kind: .notBool, offset: start)
    }
  }

  private mutating func text(_ allowed: Shape.Scalars) throws -> String {
    let utf8 = try take(Int(try number(2)))
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw Malformed(kind: .notUTF8, offset: utf8.startIndex)
    }
    var position = utf8.startIndex
    for scalar in text.unicodeScalars {
      guard allowed.allows(scalar) else {
        throw Malformed(kind: .forbiddenScalar, offset: position)
      }
      position += UTF8.width(scalar)
    }
    return text
  }

  private mutating func longText() throws -> String {
    let utf8 = try take(Int(try number(4)))
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw Malformed(kind: .notUTF8, offset: utf8.startIndex)
    }
    guard text.unicodeScalars.allSatisfy(Shape.Scalars.body.allows) else {
      throw Malformed(kind: .forbiddenScalar, offset: utf8.startIndex)
    }
    return text
  }

  private mutating func extensions() throws -> Value {
    let start = offset
    let count = Int(try number(2))
    // Each extension takes at least 6 bytes: a tag of 2 and a length of 4.
    guard count <= (bytes.count - offset) / 6 else {
      throw Malformed(kind: .countTooLarge, offset: start)
    }
    var entries: [Value.Extension] = []
    for _ in 0..<count {
      let start = offset
      let tag = UInt16(truncatingIfNeeded: try number(2))
      if let last = entries.last, last.tag >= tag {
        throw Malformed(kind: .extensionOrder, offset: start)
      }
      entries.append(.init(tag: tag, bytes: Array(try take(Int(try number(4))))))
    }
    return .extensions(entries)
  }

  // MARK: Composites

  private mutating func list(_ element: Shape, _ minimum: Int, _ maximum: Int?) throws -> Value {
    let start = offset
    let count = Int(try number(4))
    guard count <= (bytes.count - offset) / max(minimum, 1) else {
      throw Malformed(kind: .countTooLarge, offset: start)
    }
    if let maximum, count > maximum { throw Malformed(kind: .outOfRange, offset: start) }
    var elements: [Value] = []
    for _ in 0..<count { elements.append(try value(element)) }
    return .list(elements)
  }

  private mutating func named(_ name: String) throws -> Value {
    switch schema.definitions[name] {
    case .enumeration(let width, let names):
      let start = offset
      guard let found = names[try number(width)] else {
        throw Malformed(kind: .unknownCase, offset: start)
      }
      return .variant(found)
    case .record(let fields, let rule): return .fields(try self.fields(fields, keeping: rule))
    case .structure(let fields): return .fields(try extendedFields(fields))
    case .union(let width, let cases): return try union(name, width, cases)
    case nil: throw SchemaFault(description: "the schema does not define \(name)")
    }
  }

  private mutating func union(
    _ name: String, _ width: Int, _ cases: [Definition.UnionCase]
  ) throws -> Value {
    let start = offset
    let tag = try number(width)
    guard let found = cases.first(where: { $0.tag == tag }) else {
      throw Malformed(kind: .unknownCase, offset: start)
    }
    guard !found.outermost || !enclosing.contains(name) else {
      throw Malformed(kind: .tooDeep, offset: start)
    }
    enclosing.append(name)
    defer { enclosing.removeLast() }
    return .variant(found.name, try fields(found.fields, keeping: found.rule))
  }

  private mutating func fields(
    _ fields: [Schema.Field], keeping rule: Definition.Rule?
  ) throws -> [String: Value] {
    var values: [String: Value] = [:]
    var starts: [String: Int] = [:]
    for field in fields {
      starts[field.name] = offset
      let value = try self.value(field.shape)
      if rule == .textContext { try Self.checkWords(value, at: starts[field.name] ?? 0) }
      values[field.name] = value
      if rule == .proposedValue, field.name == "value", let address = values["field"] {
        try Self.checkProposed(value, for: address, at: starts["value"] ?? 0)
      }
    }
    let record = Value.fields(values)
    switch rule {
    case .textRange: try Self.checkRange(record, at: starts["count"] ?? 0)
    case .textRun: try Self.checkRun(record, at: starts["text"] ?? 0)
    case .fieldWrite: try Self.checkWrite(record, at: starts["value"] ?? 0)
    case .ownStamps: try Self.checkStamps(fields, in: values, at: starts)
    case .textContext, .proposedValue, nil: break
    }
    return values
  }

  // MARK: Rules

  /// Checks a text of a text context: at most 32 scalars. The check comes right behind the text,
  /// since the fields after it may be at fault too and the first fault counts.
  private static func checkWords(_ words: Value, at offset: Int) throws {
    guard case .text(let text) = words, text.unicodeScalars.count <= 32 else {
      throw Malformed(kind: .outOfRange, offset: offset)
    }
  }

  private static func checkRange(_ range: Value, at offset: Int) throws {
    let count = try range.number("count")
    guard count >= 1, try range.number("start", "offset") + count <= 1 << 32 else {
      throw Malformed(kind: .outOfRange, offset: offset)
    }
  }

  /// The case of `value` that a field write must hold, by the case of its `field`.
  static let held = [
    "board-archived": "flag", "limit-blocks": "flag", "label-removed": "flag", "item-done": "flag",
    "item-removed": "flag",
    "comment-removed": "flag", "member-role": "role", "column-limit": "number",
    "label-colour": "number", "card-due": "number", "card-priority": "number", "label-name": "text",
    "item-text": "text", "item-place": "item-place",
  ]

  private static func checkWrite(_ write: Value, at offset: Int) throws {
    guard try Self.held[write.variant("field")] == write.variant("value") else {
      throw Malformed(kind: .outOfRange, offset: offset)
    }
  }

  /// Checks that a title and an archived mark stand as themselves, and nothing else as one of them.
  private static func checkProposed(
    _ value: Value, for address: Value, at offset: Int
  ) throws {
    let field = try address.variant()
    let isTitle = ["board-title", "column-title", "card-title"].contains(field)
    let isArchived = field == "card-archived"
    let fits =
      switch try value.variant() {
      case "title": isTitle
      case "archived": isArchived
      case "field":
        switch try value.variant("value") {
        case "text": !isTitle
        case "flag": !isArchived
        default: true
        }
      default: true
      }
    guard fits else { throw Malformed(kind: .outOfRange, offset: offset) }
  }

  /// Checks that no stamp that may be left out is the creation's.
  private static func checkStamps(
    _ fields: [Schema.Field], in values: [String: Value], at starts: [String: Int]
  ) throws {
    let own = fields.first {
      $0.shape == .optional(.named("stamp")) && values[$0.name] == values["created"]
    }
    if let own { throw Malformed(kind: .outOfRange, offset: starts[own.name] ?? 0) }
  }

  private static func checkRun(_ run: Value, at offset: Int) throws {
    let count = UInt64(try run.text("text").unicodeScalars.count)
    guard count > 0 else { throw Malformed(kind: .outOfRange, offset: offset) }
    let first = try run.number("start", "offset")
    let counter = try run.number("start", "operation", "counter")
    let fits =
      try run.variant("step") == "offset"
      ? first + count <= 1 << 32 : count >= 2 && first == 0 && counter <= UInt64.max - (count - 1)
    guard fits
    else { throw Malformed(kind: .outOfRange, offset: offset + 4) }
  }
}
