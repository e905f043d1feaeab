import BoardModel
import Statements
import Testing

struct ApplyVector: Decodable {
  let name: String
  let statements: [String]
  let board: String
  let log: [Entry]

  struct Entry: Decodable {
    let time: UInt64
    let author: Person
    let hex: String
    let outcomeHex: String
    /// What is committed of the operation, where it is rejected.
    let committedHex: String?
    let digest: String

    enum CodingKeys: String, CodingKey {
      case time, author, hex, digest
      case outcomeHex = "outcome-hex"
      case committedHex = "committed-hex"
    }
  }

  struct Person: Decodable {
    let user: String
    let device: String
  }

  var emptyBoard: Board {
    get throws { Board(id: try #require(BoardID(board))) }
  }
}

struct DigestVector: Decodable {
  let name: String
  let statements: [String]
  let board: String
  let sequence: UInt64
  let hex: String
  let digest: String
}

struct TextVector: Decodable {
  let name: String
  let statements: [String]
  let log: String
  let card: String
  let text: String
  let hex: String
}

extension Board {
  /// Applies one entry of a log.
  fileprivate mutating func apply(_ entry: ApplyVector.Entry) throws -> Outcome {
    try commit(entry).outcome
  }

  /// Applies one entry of a log.
  /// - Returns: what is committed of it.
  fileprivate mutating func commit(_ entry: ApplyVector.Entry) throws -> CommittedOperation {
    var reader = ByteReader(bytes(entry.hex))
    let operation = try reader.value(Operation.self)
    try reader.finish()
    let author = Author(user: entry.author.user, device: entry.author.device)
    let outcome = apply(
      operation, sequence: sequence + 1, time: entry.time, author: author)
    return CommittedOperation(
      sequence: sequence, time: entry.time, author: author, operation: operation,
      outcome: outcome)
  }

  /// The same board, as another replica has it that began with a snapshot.
  fileprivate func fetched() throws -> Board {
    var writer = ByteWriter()
    writer.value(entities())
    var reader = ByteReader(writer.bytes)
    let entities = try reader.list(minimum: 2) { (reader) throws(MalformedBytes) in
      try reader.value(Entity.self)
    }
    try reader.finish()
    return try Board(id: id, sequence: sequence, entities: entities)
  }
}

private func outcomeHex(_ outcome: Outcome) -> String {
  var writer = ByteWriter()
  writer.value(outcome)
  return hex(writer.bytes)
}

@Suite("Apply vectors")
struct ApplyVectorTests {
  @Test(
    "Every log comes to the outcomes and digests of its vector", .holds(vectors: "apply.json"),
    .holds("EDT-018", "APL-001"))
  func logs() throws {
    for vector in try vectors("apply.json", of: ApplyVector.self) {
      var board = try vector.emptyBoard
      for (index, entry) in vector.log.enumerated() {
        let outcome = try board.apply(entry)
        #expect(outcomeHex(outcome) == entry.outcomeHex, "\(vector.name), entry \(index)")
        let digest = board.digest()
        #expect(hex(digest.bytes) == entry.digest, "\(vector.name), entry \(index)")
      }
    }
  }

  @Test(
    "A replica comes to the same by what is committed of the rejected",
    .holds("EDT-018", "EDT-038", "APL-108"))
  func committedLogs() throws {
    var count = 0
    for vector in try vectors("apply.json", of: ApplyVector.self) {
      var (board, replica) = (try vector.emptyBoard, try vector.emptyBoard)
      for (index, entry) in vector.log.enumerated() {
        let committed = try board.commit(entry)
        if let expected = entry.committedHex {
          var writer = ByteWriter()
          writer.value(committed.content)
          #expect(hex(writer.bytes) == expected, "\(vector.name), entry \(index)")
          count += 1
        }
        #expect((entry.committedHex != nil) == committed.outcome.isRejected)
        #expect(replica.apply(committed) == committed.outcome)
        let digest = replica.digest()
        #expect(hex(digest.bytes) == entry.digest, "\(vector.name), entry \(index)")
      }
    }
    #expect(count > 100)
  }

  @Test(
    "A replica that begins with a snapshot comes to the same, wherever it begins", .holds("SNP-011")
  )
  func logsBehindSnapshots() throws {
    for vector in try vectors("apply.json", of: ApplyVector.self) {
      var board = try vector.emptyBoard
      for (index, entry) in vector.log.enumerated() {
        if board.exists { board = try board.fetched() }
        let outcome = try board.apply(entry)
        #expect(outcomeHex(outcome) == entry.outcomeHex, "\(vector.name), entry \(index)")
        let digest = board.digest()
        #expect(hex(digest.bytes) == entry.digest, "\(vector.name), entry \(index)")
      }
    }
  }

  @Test(
    "Boards made of entities have the digests of their vectors, and give the same entities",
    .holds(vectors: "digests.json"), .holds("SNP-006"))
  func digests() throws {
    for vector in try vectors("digests.json", of: DigestVector.self) {
      var reader = ByteReader(bytes(vector.hex))
      let entities = try reader.list(minimum: 2) { (reader) throws(MalformedBytes) in
        try reader.value(Entity.self)
      }
      try reader.finish()
      let id = try #require(BoardID(vector.board))
      var board = try Board(id: id, sequence: vector.sequence, entities: entities)
      let digest = board.digest()
      #expect(hex(digest.bytes) == vector.digest, "\(vector.name)")
      var writer = ByteWriter()
      writer.value(board.entities())
      #expect(hex(writer.bytes) == vector.hex, "\(vector.name)")
    }
  }

  @Test(
    "Bodies have the text and the canonical runs of their vectors", .holds(vectors: "texts.json"))
  func texts() throws {
    let logs = try vectors("apply.json", of: ApplyVector.self)
    for vector in try vectors("texts.json", of: TextVector.self) {
      let log = try #require(logs.first { $0.name == vector.log }, "\(vector.name)")
      var board = try log.emptyBoard
      for entry in log.log { _ = try board.apply(entry) }
      let card = try #require(CardID(vector.card))
      let body = try #require(board.card(card)?.body)
      var writer = ByteWriter()
      writer.value(body.runs)
      #expect(body.string == vector.text, "\(vector.name)")
      #expect(hex(writer.bytes) == vector.hex, "\(vector.name)")
    }
  }
}
