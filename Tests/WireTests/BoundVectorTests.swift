import BoardModel
import Statements
import Testing

/// A log at a bound that takes thousands of operations.
struct BoundVector: Decodable {
  let name: String
  let board: String
  let time: UInt64
  let author: ApplyVector.Person
  let log: [Entry]
  let digest: String

  /// An operation that is made once for each number from `first` through `last`.
  struct Entry: Decodable {
    let first: UInt64?
    let last: UInt64?
    let hex: [Piece]
    let outcomeHex: String

    enum CodingKeys: String, CodingKey {
      case first, last, hex
      case outcomeHex = "outcome-hex"
    }

    /// The bytes of the operation with that number.
    func bytes(_ number: UInt64) -> [UInt8] { hex.flatMap { $0.bytes(number) } }
  }

  /// A part of an operation's bytes.
  enum Piece: Decodable {
    case bytes([UInt8])
    /// The number, in so many bytes.
    case number(width: Int)

    private enum CodingKeys: String, CodingKey {
      case number, `repeat`, times
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .bytes(WireTests.bytes(text))
        return
      }
      let piece = try decoder.container(keyedBy: CodingKeys.self)
      if let width = try piece.decodeIfPresent(Int.self, forKey: .number) {
        self = .number(width: width)
        return
      }
      let once = WireTests.bytes(try piece.decode(String.self, forKey: .repeat))
      let times = try piece.decode(Int.self, forKey: .times)
      self = .bytes((0..<times).flatMap { _ in once })
    }

    func bytes(_ number: UInt64) -> [UInt8] {
      switch self {
      case .bytes(let bytes): return bytes
      case .number(let width):
        return (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      }
    }
  }
}

@Suite("Vectors at large bounds, and one beyond")
struct BoundVectorTests {
  @Test(
    "Every log comes to the outcomes and the digest of its vector",
    .holds(vectors: "bounds.json"), .holds("APL-030", "APL-141", "APL-142", "APL-123", "PRG-003"))
  func logs() throws {
    for vector in try vectors("bounds.json", of: BoundVector.self) {
      var board = Board(id: try #require(BoardID(vector.board)))
      let author = Author(user: vector.author.user, device: vector.author.device)
      for (index, entry) in vector.log.enumerated() {
        for number in (entry.first ?? 1)...(entry.last ?? 1) {
          var reader = ByteReader(entry.bytes(number))
          let operation = try reader.value(Operation.self)
          try reader.finish()
          let outcome = board.apply(
            operation, sequence: board.sequence + 1, time: vector.time, author: author)
          var writer = ByteWriter()
          writer.value(outcome)
          try #require(hex(writer.bytes) == entry.outcomeHex, "\(vector.name), entry \(index)")
        }
      }
      let digest = board.digest()
      #expect(hex(digest.bytes) == vector.digest, "\(vector.name)")
    }
  }
}
