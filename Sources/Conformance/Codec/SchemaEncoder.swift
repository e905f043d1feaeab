/// Writes values by their shape. It does not ask whether a text or a number is allowed: cases send
/// forbidden ones on purpose.
struct SchemaEncoder {
  private let schema: Schema
  private(set) var bytes: [UInt8] = []

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// - Throws: `ValueMismatch` where a field is missing, unknown, or of another form.
  mutating func encode(
    _ value: Value, as fields: [Schema.Field], extended: Bool, what: String
  ) throws {
    let values: [String: Value]
    switch value {
    case .fields(let given), .variant(_, let given): values = given
    case .number, .bool, .bytes, .text, .list, .absent, .extensions:
      throw ValueMismatch(description: "\(what) has fields, not \(value)")
    }
    let known = Set(fields.map(\.name) + (extended ? ["extensions"] : []))
    if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
      throw ValueMismatch(description: "\(what) has no field \(unknown)")
    }
    for field in fields {
      guard let value = values[field.name] else {
        throw ValueMismatch(description: "\(what) lacks its field \(field.name)")
      }
      try self.encode(value, as: field.shape)
    }
    if extended { try self.encode(values["extensions"] ?? .extensions([]), as: .extensions) }
  }

  mutating func encode(_ value: Value, as shape: Shape) throws {
    switch (shape, value) {
    case (.number(let count), .number(let number)): self.number(number, count)
    case (.bool, .bool(let flag)): self.bytes.append(flag ? 1 : 0)
    case (.fixed(let count), .bytes(let bytes)) where bytes.count == count: self.bytes += bytes
    case (.text, .text(let text)): self.counted(Array(text.utf8), 2)
    case (.scalars, .text(let text)): self.counted(Array(text.utf8), 4)
    case (.bytes, .bytes(let bytes)): self.counted(bytes, 4)
    case (.extensions, .extensions(let entries)):
      self.number(UInt64(entries.count), 2)
      for entry in entries {
        self.number(UInt64(entry.tag), 2)
        self.counted(entry.bytes, 4)
      }
    case (.list(let element, _, _), .list(let elements)):
      self.number(UInt64(elements.count), 4)
      for value in elements { try self.encode(value, as: element) }
    case (.optional, .absent): self.bytes.append(0)
    case (.optional(let shape), _):
      self.bytes.append(1)
      try self.encode(value, as: shape)
    case (.named(let name), _): try self.encode(value, named: name)
    default: throw ValueMismatch(description: "\(value) is no \(shape)")
    }
  }

  private mutating func encode(_ value: Value, named name: String) throws {
    switch (self.schema.definitions[name], value) {
    case (.enumeration(let width, let names), .variant(let chosen, _)):
      guard let number = names.first(where: { $0.value == chosen })?.key else {
        throw ValueMismatch(description: "\(name) has no case \(chosen)")
      }
      self.number(number, width)
    case (.record(let fields, _), _):
      try self.encode(value, as: fields, extended: false, what: name)
    case (.structure(let fields), _):
      try self.encode(value, as: fields, extended: true, what: name)
    case (.union(let width, let cases), .variant(let chosen, _)):
      guard let found = cases.first(where: { $0.name == chosen }) else {
        throw ValueMismatch(description: "\(name) has no case \(chosen)")
      }
      self.number(found.tag, width)
      try self.encode(value, as: found.fields, extended: false, what: "\(name) \(chosen)")
    default:
      throw ValueMismatch(description: "\(value) is no \(name)")
    }
  }

  private mutating func number(_ value: UInt64, _ count: Int) {
    for shift in (0..<count).reversed() {
      self.bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))))
    }
  }

  private mutating func counted(_ content: [UInt8], _ width: Int) {
    self.number(UInt64(content.count), width)
    self.bytes += content
  }
}
