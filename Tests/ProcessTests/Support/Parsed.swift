import Testing

@testable import Commands

/// JSON as a script would read it, with the keys in the order they came.
indirect enum Parsed {
  case null
  case bool(Bool)
  case number(UInt64)
  case string(String)
  case array([Parsed])
  case object([(key: String, value: Parsed)])

  struct Malformed: Error { let rest: String }

  init(_ text: String) throws {
    var reader = Reader(rest: text[...])
    self = try reader.value()
    guard reader.rest.allSatisfy({ $0 == "\n" }) else { throw Malformed(rest: String(reader.rest)) }
  }

  subscript(_ key: String) -> Parsed {
    if case .object(let members) = self {
      members.first { $0.key == key }?.value ?? .null
    } else {
      .null
    }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var number: UInt64? { if case .number(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var array: [Parsed] { if case .array(let values) = self { values } else { [] } }

  /// Checks against what `board help json` says of a kind.
  func expect(_ kind: String, _ location: SourceLocation, at path: String = "") {
    switch self {
    case .null: Issue.record("null at \(path)", sourceLocation: location)
    case .bool: #expect(kind == "boolean", "\(path)", sourceLocation: location)
    case .number: #expect(kind == "number", "\(path)", sourceLocation: location)
    case .string: #expect(kind == "string", "\(path)", sourceLocation: location)
    case .array(let values):
      #expect(kind.hasPrefix("["), "\(path)", sourceLocation: location)
      for value in values { value.expect(String(kind.dropFirst().dropLast()), location, at: path) }
    case .object(let members):
      let shape = JSONTopic.shapes.first { $0.name == kind }
      #expect(
        members.map(\.key) == shape?.keys.map(\.key), "\(path) \(kind)", sourceLocation: location)
      for (member, key) in zip(members, shape?.keys ?? []) {
        member.value.expect(key.kind, location, at: "\(path).\(key.key)")
      }
    }
  }

  private struct Reader {
    var rest: Substring

    mutating func value() throws -> Parsed {
      switch rest.first {
      case "{":
        return .object(
          try list("}") { reader in
            let key = try reader.string()
            try reader.take(":")
            return (key, try reader.value())
          })
      case "[": return .array(try list("]") { try $0.value() })
      case "\"": return .string(try string())
      case "t": return try word("true", .bool(true))
      case "f": return try word("false", .bool(false))
      case "n": return try word("null", .null)
      default:
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = UInt64(digits) else { throw Malformed(rest: String(rest)) }
        rest = rest.dropFirst(digits.count)
        return .number(number)
      }
    }

    private mutating func list<Item>(
      _ end: Character, _ item: (inout Reader) throws -> Item
    ) throws -> [Item] {
      rest.removeFirst()
      var items: [Item] = []
      while rest.first != end {
        if !items.isEmpty { try take(",") }
        items.append(try item(&self))
      }
      rest.removeFirst()
      return items
    }

    private mutating func word(_ word: String, _ value: Parsed) throws -> Parsed {
      for character in word { try take(character) }
      return value
    }

    private mutating func take(_ character: Character) throws {
      guard rest.first == character else { throw Malformed(rest: String(rest)) }
      rest.removeFirst()
    }

    private mutating func string() throws -> String {
      try take("\"")
      var units: [UInt16] = []
      while let scalar = rest.unicodeScalars.first, scalar != "\"" {
        rest.unicodeScalars.removeFirst()
        guard scalar == "\\" else {
          guard scalar.value >= 0x20 else { throw Malformed(rest: String(rest)) }
          units += Array(String(scalar).utf16)
          continue
        }
        let escape = rest.unicodeScalars.removeFirst()
        switch escape {
        case "n": units.append(10)
        case "t": units.append(9)
        case "r": units.append(13)
        case "u":
          let digits = String(String.UnicodeScalarView(rest.unicodeScalars.prefix(4)))
          guard let unit = UInt16(digits, radix: 16) else { throw Malformed(rest: String(rest)) }
          units.append(unit)
          rest.unicodeScalars.removeFirst(4)
        default: units += Array(String(escape).utf16)
        }
      }
      try take("\"")
      return String(decoding: units, as: UTF16.self)
    }
  }
}
