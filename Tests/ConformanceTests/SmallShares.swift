import Conformance
import Foundation
import Testing

/// Shares of which a case finds the end at once: as an operator sets them, and in a schema that says the
/// same.
enum SmallShares {
  static let values: [(name: String, value: Int)] = [
    ("connections-of-device", 24), ("newcomers-of-address", 8), ("sessions-of-device", 12),
    ("boards-of-device", 6), ("stored-bytes-of-device", 1_000_000),
    ("partial-bytes-of-device", 2 << 20),
  ]

  static let limits = values.map { "\($0.name)=\($0.value)" }

  static func schema() throws -> Schema {
    var text = Schema.embeddedText
    for (name, value) in values {
      let found = try #require(
        text.firstMatch(of: try Regex(#""name": "\#(name)",[^}]*?"value": ([0-9]+)"#)))
      let number = try #require(found[1].range)
      text.replaceSubrange(number, with: "\(value)")
    }
    return try Schema(json: Data(text.utf8))
  }
}
