import Foundation

/// The file as it is written.
struct Recording: Decodable {
  struct Transaction: Decodable {
    let patches: [Patch]
    let agent: Int?
    let parents: [Int]?
  }

  struct Patch: Decodable {
    let position: Int
    let deleted: Int
    let inserted: String

    /// What follows, such as a time, does not matter here.
    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      position = try values.decode(Int.self)
      deleted = try values.decode(Int.self)
      inserted = try values.decode(String.self)
    }
  }

  private let kind: String?
  let numAgents: Int?
  let startContent: String?
  let endContent: String
  let txns: [Transaction]

  init(json: Data, path: String) throws {
    do {
      self = try JSONDecoder().decode(Recording.self, from: json)
    } catch let error as DecodingError {
      throw BadFile(path, "it is not a recorded editing session: \(Recording.reason(error))")
    }
  }

  /// Only recordings of several authors say what they are.
  func kind(_ path: String) throws -> Trace.Kind {
    if let kind {
      guard let known = Trace.Kind(rawValue: kind) else {
        throw BadFile(path, "recordings of the kind \"\(kind)\" are not known")
      }
      return known
    }
    return txns.contains { $0.parents != nil || $0.agent != nil } ? .concurrent : .sequential
  }

  private static func reason(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(let key, let found):
      return "there is no \"\(key.stringValue)\"" + place(found.codingPath)
    @unknown default:
      return "\(error)"
    }
    return context.debugDescription + place(context.codingPath)
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? ""
      : " at " + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

/// Why a file cannot be replayed.
struct BadFile: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ reason: String) {
    description = "\(path): \(reason)"
  }
}
