/// Writes values by their shape. It does not check whether a text or a number is allowed, because
/// cases send forbidden ones on purpose.
struct SchemaEncoder {
  private let schema: Schema
  private(set) var bytes: [UInt8] = []

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// - Throws: `ValueMismatch` if a field is missing, unknown, or has another shape.
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
      try encode(value, as: field.shape)
    }
    if extended { try encode(values["extensions"] ?? .extensions([]), as: .extensions) }
  }

  mutating func encode(_ value: Value, as shape: Shape) throws {
    switch (shape, value) {
    case (.number(let count), .number(let number)): self.number(number, count)
    case (.bool, .bool(let flag)): bytes.append(flag ? 1 : 0)
    case (.fixed(let count), .bytes(let bytes)) where bytes.count == count: self.bytes += bytes
    case (.text, .text(let text)): counted(Array(text.utf8), 2)
    case (.scalars, .text(let text)): counted(Array(text.utf8), 4)
    case (.bytes, .bytes(let bytes)): counted(bytes, 4)
    case (.extensions, .extensions(let entries)):
      number(UInt64(entries.count), 2)
      for entry in entries {
        number(UInt64(entry.tag), 2)
        counted(entry.bytes, 4)
      }
    case (.list(let element, _, _), .list(let elements)):
      number(UInt64(elements.count), 4)
      for value in elements { try encode(value, as: element) }
    case (.optional, .absent): bytes.append(0)
    case (.optional(let shape), _):
      bytes.append(1)
      try encode(value, as: shape)
    case (.named(let name), _): try encode(value, named: name)
    default: throw ValueMismatch(description: "\(value) is no \(shape)")
    }
  }

  private mutating func encode(_ value: Value, named name: String) throws {
    switch (schema.definitions[name], value) {
    case (.enumeration(let width, let names), .variant(let chosen, _)):
      guard let number = names.first(where: { $0.value == chosen })?.key else {
        throw ValueMismatch(description: "\(name) has no case \(chosen)")
      }
      self.number(number, width)
    case (.record(let fields, _), _):
      try encode(value, as: fields, extended: false, what: name)
    case (.structure(let fields), _):
      try encode(value, as: fields, extended: true, what: name)
    case (.union(let width, let cases), .variant(let chosen, _)):
      guard let found = cases.first(where: { $0.name == chosen }) else {
        throw ValueMismatch(description: "\(name) has no case \(chosen)")
      }
      number(found.tag, width)
      try encode(value, as: found.fields, extended: false, what: "\(name) \(chosen)")
    default:
      throw ValueMismatch(description: "\(value) is no \(name)")
    }
  }

  private mutating func number(_ value: UInt64, _ count: Int) {
    for shift in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))))
    }
  }

  private mutating func counted(_ content: [UInt8], _ width: Int) {
    number(UInt64(content.count), width)
    bytes += content
  }
}
