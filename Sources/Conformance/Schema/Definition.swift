/// The form of a value on the wire.
public indirect enum Shape: Hashable, Sendable {
  case number(bytes: Int)
  case bool
  /// A fixed number of bytes without a length: an identifier or a digest.
  case fixed(bytes: Int)
  case text(Scalars)
  /// A text with its length in bytes as a u32, of the scalars that a body may hold.
  case scalars
  case bytes
  case extensions
  /// `minimum` is the fewest bytes an element takes, which bounds the count by the bytes that
  /// remain; `maximum` bounds the count itself.
  case list(Shape, minimum: Int, maximum: Int?)
  case optional(Shape)
  case named(String)

  /// The class of scalars that a text may hold.
  public enum Scalars: Hashable, Sendable {
    case title
    case body

    func allows(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A: self == .body
      case 0x00...0x1F, 0x7F...0x9F: false
      default: true
      }
    }
  }

  static let primitives: [String: Shape] = [
    "u8": .number(bytes: 1), "u16": .number(bytes: 2), "u32": .number(bytes: 4),
    "u64": .number(bytes: 8), "bool": .bool, "id128": .fixed(bytes: 16),
    "sha256": .fixed(bytes: 32), "title": .text(.title), "body": .text(.body),
    "scalars": .scalars, "bytes": .bytes, "extensions": .extensions,
  ]

  /// The name of the definition that this shape refers to, through lists and optionals.
  var definition: String? {
    switch self {
    case .named(let name): name
    case .list(let element, _, _): element.definition
    case .optional(let value): value.definition
    case .number, .bool, .fixed, .text, .scalars, .bytes, .extensions: nil
    }
  }
}

/// The definition of a name in the schema.
enum Definition: Hashable, Sendable {
  case enumeration(bytes: Int, [UInt64: String])
  case record([Schema.Field], rule: Rule?)
  /// A record with extensions behind its fields.
  case structure([Schema.Field])
  case union(bytes: Int, [UnionCase])

  struct UnionCase: Hashable, Sendable {
    let tag: UInt64
    let name: String
    /// Whether this case must not be inside another value of the same union.
    let outermost: Bool
    let fields: [Schema.Field]
    let rule: Rule?
  }

  /// A condition on several fields of a record, or of a case of a union, together. The schema states it in words, so the
  /// decoder has code for each.
  enum Rule: String, Hashable, Sendable {
    case textRange = "text-range"
    case textRun = "text-run"
    case fieldWrite = "field-write"
    case textContext = "text-context"
    case proposedValue = "proposed-value"
    case ownStamps = "own-stamps"
  }

  var shapes: [Shape] {
    switch self {
    case .enumeration: []
    case .record(let fields, _), .structure(let fields): fields.map(\.shape)
    case .union(_, let cases): cases.flatMap { $0.fields.map(\.shape) }
    }
  }
}
