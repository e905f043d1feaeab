import Foundation

/// Writes a recording of several authors, or of one, as `trace-replay` reads it once it is gzipped.
/// The same arguments give the same recording.
@main
struct MakeTrace {
  private static let usage =
    "usage: make-trace AUTHORS EDITS SEED [server|peers]   (of one author: a sequential recording)"

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.prefix(3).compactMap { Int($0) }
    let ways = Array(arguments.dropFirst(3))
    guard numbers.count == 3, numbers[0] > 0, numbers[1] >= 0, numbers[2] >= 0, ways.count < 2,
      let way = ways.isEmpty ? .server : Typists.Way(rawValue: ways[0])
    else {
      FileHandle.standardError.write(Data("\(usage)\n".utf8))
      exit(2)
    }
    var typists = Typists(authors: numbers[0], seed: UInt64(numbers[2]), way: way)
    while typists.edits < numbers[1] { typists.type() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    FileHandle.standardOutput.write(try encoder.encode(typists.recording))
  }
}

/// The file as it is written.
struct Recording: Encodable {
  struct Transaction: Encodable {
    /// Nil in a sequential recording, as are the parents.
    let agent: Int?
    let parents: [Int]?
    let patches: [Patch]
  }

  struct Patch: Encodable {
    let position: Int
    let deleted: Int
    let inserted: String

    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(position)
      try values.encode(deleted)
      try values.encode(inserted)
    }
  }

  let kind: String?
  let numAgents: Int?
  let startContent: String?
  let endContent: String
  let txns: [Transaction]
}
