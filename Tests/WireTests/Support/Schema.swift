import Foundation

/// What the closure tests need of schema/protocol.json.
struct Schema: Decodable {
  let alpn: String
  let minor: UInt16
  let lowestMinor: UInt16
  let frame: Frame
  let grease: Grease
  let features: [Named]
  let malformed: [Named]
  let enumerations: [Enumeration]
  let structs: [Struct]
  let unions: [Union]
  let messages: [Message]
  let errors: [Failure]
  let limits: [Limit]
  let modelLevel: UInt16

  static func load() throws -> Schema {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let key = path.last?.stringValue ?? ""
      let words = key.split(separator: "-")
      return Key(
        words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined())
    }
    let url = ProtocolFiles.folder.appending(path: "schema/protocol.json")
    return try decoder.decode(Schema.self, from: Data(contentsOf: url))
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ string: String) { stringValue = string }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  struct Named: Decodable {
    let name: String
    let value: UInt16
  }

  struct Frame: Decodable {
    let headerBytes: Int
    let flags: [Named]
  }

  struct Grease: Decodable {
    let features: [UInt16]
    let tags: [UInt16]
    let frameTypes: [UInt16]
  }

  struct Enumeration: Decodable {
    let name: String
    let cases: [Named]
  }

  struct Struct: Decodable {
    let name: String
    let extensions: [Extension]?

    struct Extension: Decodable {
      let tag: UInt16
      let name: String
    }
  }

  struct Union: Decodable {
    let name: String
    let width: String
    let cases: [Case]

    struct Case: Decodable {
      let tag: UInt16
      let name: String
    }
  }

  struct Message: Decodable {
    let name: String
    let type: UInt16
    let elective: Bool
    let sender: String
    let kinds: [String]
    let answeredBy: [String]
    let feature: String?
    let repeats: Bool?
  }

  struct Failure: Decodable {
    let code: UInt16
    let name: String
    let scope: String
    let retry: String
  }

  struct Limit: Decodable {
    let name: String
    let of: String
    let value: UInt64
  }
}
