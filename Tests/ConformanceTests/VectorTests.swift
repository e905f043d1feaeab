import Conformance
import Foundation
import Testing

/// The vectors pass the interpreter of the schema as they pass the product's codec.
@Suite("The schema interpreter")
struct VectorTests {
  private let codec: SchemaCodec

  init() throws {
    self.codec = SchemaCodec(try Schema.embedded())
  }

  @Test("writes and reads every valid vector, and gives its value")
  func valid() throws {
    let vectors = try Vector.load("codec-valid")
    for vector in vectors {
      let message = try self.codec.schema.message(named: vector.message)
      let value = try self.codec.decode(message, vector.bytes)
      #expect(JSONValue(value) == vector.value, "\(vector.name)")
      #expect(try self.codec.encode(vector.message, value) == vector.bytes, "\(vector.name)")
    }
  }

  @Test("reads every acceptable vector, and gives its value")
  func acceptable() throws {
    for vector in try Vector.load("codec-acceptable") {
      let message = try self.codec.schema.message(named: vector.message)
      let value = try self.codec.decode(message, vector.bytes)
      #expect(JSONValue(value) == vector.value, "\(vector.name)")
    }
  }

  @Test("refuses every invalid vector for its reason at its byte")
  func invalid() throws {
    for vector in try Vector.load("codec-invalid") {
      let message = try self.codec.schema.message(named: vector.message)
      let kind = try #require(Malformed.Kind(rawValue: vector.fault ?? ""))
      let expected = Malformed(kind: kind, offset: try #require(vector.offset))
      #expect(throws: expected, "\(vector.name)") {
        try self.codec.decode(message, vector.bytes)
      }
    }
  }

  @Test("reads and refuses copies of cards as their vectors say")
  func cards() throws {
    for vector in try CardVector.load() {
      if let fault = vector.fault {
        let kind = try #require(Malformed.Kind(rawValue: fault))
        let expected = Malformed(kind: kind, offset: try #require(vector.offset))
        #expect(throws: expected, "\(vector.name)") {
          try self.codec.decode(vector.bytes, type: "card-copy")
        }
      } else {
        let value = try self.codec.decode(vector.bytes, type: "card-copy")
        #expect(JSONValue(value) == vector.value, "\(vector.name)")
        #expect(try self.codec.encode(value, type: "card-copy") == vector.bytes, "\(vector.name)")
      }
    }
  }

  @Test("meets every message of the schema in the valid vectors")
  func complete() throws {
    let met = Set(try Vector.load("codec-valid").map(\.message))
    #expect(met == Set(self.codec.schema.messages.map(\.name)))
  }

  @Test("refuses every valid vector that is cut short, and never reads beyond it")
  func cut() throws {
    for vector in try Vector.load("codec-valid") {
      let message = try self.codec.schema.message(named: vector.message)
      let step = max(vector.bytes.count / 200, 1)
      for count in stride(from: 0, to: vector.bytes.count, by: step) {
        #expect(throws: Malformed.self, "\(vector.name), \(count) bytes") {
          try self.codec.decode(message, Array(vector.bytes.prefix(count)))
        }
      }
    }
  }
}

private struct Vector: Decodable {
  let name: String
  let message: String
  let hex: String
  let value: JSONValue?
  let fault: String?
  let offset: Int?

  private struct File: Decodable {
    let vectors: [Vector]
  }

  static func load(_ name: String) throws -> [Vector] {
    let vectors = try JSONDecoder().decode(
      File.self, from: try ProtocolFolder.data("vectors/\(name).json")
    ).vectors
    try #require(!vectors.isEmpty)
    return vectors
  }

  var bytes: [UInt8] { VectorTests.bytes(self.hex) }
}

private struct CardVector: Decodable {
  let name: String
  let hex: String
  let value: JSONValue?
  let fault: String?
  let offset: Int?

  private struct File: Decodable {
    let vectors: [CardVector]
  }

  static func load() throws -> [CardVector] {
    let data = try ProtocolFolder.data("vectors/cards.json")
    let vectors = try JSONDecoder().decode(File.self, from: data).vectors
    try #require(vectors.count > 20)
    return vectors
  }

  var bytes: [UInt8] { VectorTests.bytes(self.hex) }
}

extension VectorTests {
  fileprivate static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
    }
  }
}

/// A value as vectors write it down: identifiers and bytes in hexadecimal, a case as an object that
/// names it (here, as in an enumeration, as its name where that is all), an extension as its tag
/// and bytes.
private indirect enum JSONValue: Hashable, Decodable {
  case number(UInt64)
  case bool(Bool)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(UInt64.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      let fields = try container.decode([String: JSONValue].self)
      if fields.count == 1, let name = fields["case"] {
        self = name
      } else {
        self = .object(fields)
      }
    }
  }

  init(_ value: Value) {
    switch value {
    // Beyond what every reader of JSON keeps exactly, vectors write digits.
    case .number(let number):
      self = number <= 1 << 53 ? .number(number) : .text(String(number))
    case .bool(let flag): self = .bool(flag)
    case .bytes(let bytes): self = .text(Self.hexadecimal(bytes))
    case .text(let text): self = .text(text)
    case .list(let elements): self = .list(elements.map(JSONValue.init))
    case .absent: self = .null
    case .fields(let fields): self = .object(fields.mapValues(JSONValue.init))
    case .variant(let name, let fields) where fields.isEmpty: self = .text(name)
    case .variant(let name, let fields):
      self = .object(fields.mapValues(JSONValue.init).merging(["case": .text(name)]) { $1 })
    case .extensions(let entries):
      self = .list(
        entries.map {
          .object(["tag": .number(UInt64($0.tag)), "bytes": .text(Self.hexadecimal($0.bytes))])
        })
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
  }
}
