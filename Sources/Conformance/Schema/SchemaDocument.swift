/// The JSON document `protocol.json`, as it is written.
struct SchemaDocument: Decodable {
  let alpn: String
  let joinALPN: String
  let minor: UInt16
  let lowestMinor: UInt16
  let modelLevel: UInt16
  let frame: Frame
  let grease: Schema.Grease
  let features: [NamedValue]
  let enumerations: [Enumeration]
  let records: [Record]
  let structs: [Record]
  let unions: [Union]
  let messages: [Message]
  let errors: [ErrorCode]
  let limits: [Limit]
  let access: Schema.Access

  enum CodingKeys: String, CodingKey {
    case alpn
    case joinALPN = "join-alpn"
    case minor
    case lowestMinor = "lowest-minor"
    case modelLevel = "model-level"
    case frame
    case grease
    case features
    case enumerations
    case records
    case structs
    case unions
    case messages
    case errors
    case limits
    case access
  }

  struct Frame: Decodable {
    let flags: [NamedValue]
  }

  struct NamedValue: Decodable {
    let name: String
    let value: UInt16
  }

  struct ErrorCode: Decodable {
    let name: String
    let code: UInt16
  }

  struct Limit: Decodable {
    let name: String
    let value: UInt64
  }

  struct Enumeration: Decodable {
    let name: String
    let width: Width
    let cases: [NamedValue]
  }

  enum Width: String, Decodable {
    case u8
    case u16

    var bytes: Int {
      switch self {
      case .u8: 1
      case .u16: 2
      }
    }
  }

  struct Record: Decodable {
    let name: String
    let rule: String?
    let fields: [Field]
  }

  struct Union: Decodable {
    let name: String
    let width: Width
    let cases: [Case]

    struct Case: Decodable {
      let tag: UInt64
      let name: String
      let outermost: Bool?
      let rule: String?
      let fields: [Field]
    }
  }

  struct Message: Decodable {
    let name: String
    let type: UInt16
    let sender: Schema.Message.Sender
    let kinds: [Schema.Message.Kind]
    let fields: [Field]

    func resolved() throws -> Schema.Message {
      Schema.Message(
        name: name, type: type, sender: sender, kinds: Set(kinds),
        fields: fields.map(\.resolved))
    }
  }

  struct Field: Decodable {
    let name: String
    let type: TypeExpression

    var resolved: Schema.Field { Schema.Field(name: name, shape: type.shape) }
  }

  /// A type in the document: a name, `{"list": T, "minimum": N}` or `{"optional": T}`.
  indirect enum TypeExpression: Decodable {
    case name(String)
    case list(TypeExpression, minimum: Int, maximum: Int?)
    case optional(TypeExpression)

    enum CodingKeys: String, CodingKey {
      case list
      case minimum
      case maximum
      case optional
    }

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self = .name(name)
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.optional) {
        self = .optional(try container.decode(TypeExpression.self, forKey: .optional))
      } else {
        self = .list(
          try container.decode(TypeExpression.self, forKey: .list),
          minimum: try container.decode(Int.self, forKey: .minimum),
          maximum: try container.decodeIfPresent(Int.self, forKey: .maximum))
      }
    }

    var shape: Shape {
      switch self {
      case .name(let name): Shape.primitives[name] ?? .named(name)
      case .optional(let value): .optional(value.shape)
      case .list(let element, let minimum, let maximum):
        .list(element.shape, minimum: minimum, maximum: maximum)
      }
    }
  }

  func resolvedDefinitions() throws -> [String: Definition] {
    var pairs: [(String, Definition)] = []
    for value in enumerations {
      let names = Dictionary(
        value.cases.map { (UInt64($0.value), $0.name) }, uniquingKeysWith: { first, _ in first })
      pairs.append((value.name, .enumeration(bytes: value.width.bytes, names)))
    }
    for value in records {
      pairs.append(
        (value.name, .record(value.fields.map(\.resolved), rule: try Self.known(value.rule))))
    }
    for value in structs {
      pairs.append((value.name, .structure(value.fields.map(\.resolved))))
    }
    for value in unions {
      let cases = try value.cases.map {
        Definition.UnionCase(
          tag: $0.tag, name: $0.name, outermost: $0.outermost ?? false,
          fields: $0.fields.map(\.resolved), rule: try Self.known($0.rule))
      }
      pairs.append((value.name, .union(bytes: value.width.bytes, cases)))
    }
    return try Dictionary(pairs) { _, _ in
      throw SchemaFault(description: "the schema defines a name twice")
    }
  }

  /// A rule by its name, nil for none. A rule stands in words and needs code, so a schema with a
  /// rule that this suite does not know is refused.
  private static func known(_ rule: String?) throws -> Definition.Rule? {
    guard let rule else { return nil }
    guard let known = Definition.Rule(rawValue: rule) else {
      throw SchemaFault(description: "this suite does not know the rule \(rule)")
    }
    return known
  }
}
