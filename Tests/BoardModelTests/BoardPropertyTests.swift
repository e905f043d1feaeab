@testable import BoardModel
import Testing

/// What holds for every log, tried on seeded random ones.
@Suite("Every log")
struct BoardPropertyTests {
  private static let seeds = 0..<40
  private static let steps = 250

  @Test("The same log gives the same bytes and digest, also from a snapshot on", arguments: seeds)
  func replicas(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed))
    var bench = Workbench()
    var replica = Board(id: Workbench.boardID)
    for committed in bench.log { #expect(replica.apply(committed) == committed.outcome) }
    var rebuilt = replica
    let pin = Int.random(in: 0..<Self.steps, using: &edits.random)
    for step in 0..<Self.steps {
      edits.step(&bench)
      let committed = try #require(bench.log.last)
      #expect(replica.apply(committed) == committed.outcome)
      if step <= pin {
        rebuilt = step == pin ? try replica.rebuilt() : replica
      } else {
        #expect(rebuilt.apply(committed) == committed.outcome)
      }
      if step % 16 == 0 || step == Self.steps - 1 {
        let digest = bench.board.digest()
        #expect(replica.digest() == digest)
        try #require(rebuilt.digest() == digest, "step \(step), rebuilt at \(pin)")
      }
    }
    for step in bench.board.undo.inOrder.flatMap(\.steps) {
      var writer = ByteWriter()
      writer.value(step)
      #expect(writer.bytes.count <= step.mostBytes)
    }
    #expect(replica.snapshotBytes == bench.board.snapshotBytes)
    #expect(rebuilt.snapshotBytes == bench.board.snapshotBytes)
    var fresh = try bench.board.rebuilt()
    #expect(fresh.digest() == bench.board.digest(), "from scratch it is the same digest")
  }

  @Test(
    "No card is ever in two columns or in none, and no live card in a deleted one", arguments: seeds
  )
  func places(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 1_000)
    var bench = Workbench()
    for step in 0..<Self.steps {
      edits.step(&bench)
      let board = bench.board
      var found: [CardID: ColumnID] = [:]
      for id in board.columnOrder {
        let column = try #require(board.column(id))
        for card in column.cards {
          try #require(found.updateValue(id, forKey: card) == nil, "step \(step): twice")
          let value = try #require(board.card(card))
          try #require(value.column.value == id, "step \(step)")
          if column.deleted.value {
            try #require(value.archived.value, "step \(step): \(bench.log.last as Any)")
          }
        }
      }
      try #require(found.count == board.cardCount, "step \(step): in none")
      #expect(Set(board.columnOrder).count == board.columnOrder.count)
      #expect(bench.log.map(\.sequence) == Array(1...UInt64(bench.log.count)))
      #expect(board.sequence == UInt64(bench.log.count))
    }
  }

  @Test("A snapshot gives the same board at every point of a log", arguments: 0..<6)
  func snapshots(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 3_000)
    var bench = Workbench()
    for step in 0..<160 {
      edits.step(&bench)
      var rebuilt = try bench.board.rebuilt()
      try #require(rebuilt.digest() == bench.board.digest(), "step \(step)")
      try #require(rebuilt.snapshotBytes == bench.board.snapshotBytes, "step \(step)")
      for id in bench.board.columnOrder {
        try #require(rebuilt.liveCount(in: id) == bench.board.liveCount(in: id), "step \(step)")
        try #require(bench.board.liveCount(in: id) == bench.board.liveCards(in: id).count)
      }
    }
  }

  @Test("A rejected operation leaves everything but receipts as it was", arguments: 0..<12)
  func rejections(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 4_000)
    var bench = Workbench()
    func withoutReceipts(_ board: Board) -> [Entity] {
      board.entities().filter { if case .receipt = $0 { false } else { true } }
    }
    for step in 0..<200 {
      let before = bench.board
      edits.step(&bench)
      let committed = try #require(bench.log.last)
      guard case .rejected(let rejection) = committed.outcome else { continue }
      try #require(withoutReceipts(before) == withoutReceipts(bench.board), "step \(step)")
      let user = committed.author.user
      let last = bench.board.receipts(of: user).last
      switch bench.lastMade?.intent {
      case .undo, .settle, .receiptsSeen, .receiptSeen:
        #expect(bench.board.receipts(of: user) == before.receipts(of: user))
      default:
        #expect(last?.kind == .rejected(rejection))
        #expect(last?.mine == committed.id)
      }
      for other in RandomEdits.users where other != user {
        #expect(bench.board.receipts(of: other) == before.receipts(of: other))
      }
    }
  }

  @Test("Every operation, outcome and entity is read back from its bytes", arguments: seeds)
  func roundTrips(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 2_000)
    var bench = Workbench()
    for _ in 0..<Self.steps { edits.step(&bench) }
    for committed in bench.log {
      guard committed.operation.map({ isWritable($0.intent) }) ?? true else { continue }
      var writer = ByteWriter()
      writer.value(committed)
      var reader = ByteReader(writer.bytes)
      let read = try reader.value(CommittedOperation.self)
      try reader.finish()
      #expect(read == committed)
      var again = ByteWriter()
      again.value(read)
      #expect(again.bytes == writer.bytes)
    }
    for entity in bench.board.entities() {
      var writer = ByteWriter()
      writer.value(entity)
      var reader = ByteReader(writer.bytes)
      let read = try reader.value(Entity.self)
      try reader.finish()
      var again = ByteWriter()
      again.value(read)
      #expect(again.bytes == writer.bytes)
      #expect(writer.bytes.count < 60_000)
    }
  }

  /// A range of nothing, or past the last offset, has no bytes: it never leaves a window.
  private func isWritable(_ intent: Intent) -> Bool {
    switch intent {
    case .batch(let intents): intents.allSatisfy(isWritable)
    // What a field cannot hold has no bytes either.
    case .set(let address, let value): address.fits(value)
    case .cardSplice(_, let splice):
      splice.deletions.allSatisfy {
        $0.count > 0 && UInt64($0.start.offset) + UInt64($0.count) <= 1 << 32
      }
    default: true
    }
  }

  @Test("The random logs reach every outcome, note and rejection that a log can hold")
  func coverage() {
    var outcomes: Set<String> = []
    for seed in 0..<120 {
      var edits = RandomEdits(seed: UInt64(seed))
      var bench = Workbench()
      for _ in 0..<Self.steps { edits.step(&bench) }
      for committed in bench.log { outcomes.formUnion(names(of: committed.outcome)) }
    }
    let expected: Set<String> = [
      "applied", "displaced", "merged", "superseded", "onArchivedCard", "inUnsorted", "keptUnseen",
      "undoSkipped", "supersededPart", "unknownCard", "boardExists", "identifierInUse",
      "unknownColumn", "columnDeleted", "emptyTitle", "titleTooLong", "unsortedHoldsCards",
      "dispositionIsSelf", "unknownText", "emptyOperation", "notUndoable", "notYourOperation",
      "undoGuarded", "batchItem", "staleRemoval", "overWIPLimit", "unknownLevel",
      "forbidden", "lastOwner", "invalidMember", "unknownLabel", "labelRemoved", "unknownItem",
      "itemRemoved", "unknownComment", "commentRemoved", "notYourComment", "valueOutOfRange",
      "proposalGone", "limitBlocked", "blocksItself",
    ]
    #expect(expected.subtracting(outcomes).isEmpty)
  }

  private func names(of outcome: Outcome) -> [String] {
    func name(_ value: Any) -> String { String("\(value)".prefix { $0 != "(" }) }
    switch outcome {
    case .applied(let displaced, let notes):
      return ["applied"] + (displaced.isEmpty ? [] : ["displaced"]) + notes.map(name)
    case .merged(let notes): return ["merged"] + notes.map(name)
    case .superseded: return ["superseded"]
    case .rejected(let rejection): return [name(rejection)]
    }
  }
}
