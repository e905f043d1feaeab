import BoardModel
import LogRecords
import Statements
import Testing
import Wire

@testable import Coordination

@Suite("Excerpts of boards")
struct ExcerptTests {
  private func fetch(_ cards: [String] = ["1"]) -> FetchExcerpt {
    FetchExcerpt(board: board(1), level: 1, cards: cards)
  }

  private func excerpt(_ message: Message) throws -> Excerpt {
    guard case .excerpt(let excerpt) = message else {
      throw CoordinatorHarness.Unexpected(message)
    }
    return excerpt
  }

  private func title(_ message: Message) throws -> String? {
    let excerpt = try excerpt(message)
    let part = try Board(id: board(1), sequence: excerpt.sequence, entities: excerpt.entities)
    return part.card(card(1))?.title.value
  }

  @Test("Whoever is attached to nothing gets one, of a board that is read for it")
  func unattached() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    harness.restart()
    let ann = try harness.greeted()
    harness.readsAtOnce = false
    let number = harness.begin(ann, fetch())
    #expect(harness.take(ann).isEmpty)
    harness.readNow()
    #expect(try title(harness.answer(ann, number)) == "First")
  }

  @Test("An excerpt counts in its turn by its bytes")
  func cost() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (window, _) = try harness.window(1)
    let ann = try harness.greeted()
    func asked(_ name: String, from first: UInt64) -> [UInt8] {
      (first..<first + 15).flatMap { fetch([name]).frame(request: $0).bytes }
    }
    let small = harness.coordinator.handle(
      .received(ann, asked("1", from: 100)), now: harness.now)
    #expect(!small.contains(.continueTurn))
    let body = String(repeating: "é", count: 8_000)
    _ = try harness.submit(
      &window, .cardCreate(card(2), in: column(1), title: "Long", body: body, at: Anchors()))
    let many = harness.coordinator.handle(
      .received(ann, asked("#2", from: 200)), now: harness.now)
    #expect(many.contains(.continueTurn))
  }

  @Test("What is not durable is told once it is, and not where the log could not take it")
  func durable() throws {
    for fails in [false, true] {
      var harness = CoordinatorHarness()
      try harness.makeBoard()
      let (window, _) = try harness.window(1)
      let ann = try harness.greeted()
      harness.commitsAtOnce = false
      let edit = window.operation(.cardRetitle(card(1), title: "Next"), counter: 1)
      _ = harness.begin(window.connection, Submit(operation: edit))
      let number = harness.begin(ann, fetch())
      #expect(harness.take(ann).isEmpty)
      if fails { harness.failCommit() } else { harness.commitNow() }
      #expect(try title(harness.answer(ann, number)) == (fails ? "First" : "Next"))
    }
  }

  @Test("Whoever loses the right to read while it waits is told of no board")
  func losesReading() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (window, _) = try harness.window(1)
    let bob = try harness.greeted(user: "bob")
    harness.commitsAtOnce = false
    let edit = window.operation(.set(.memberRole(""), .role(nil)), counter: 1)
    _ = harness.begin(window.connection, Submit(operation: edit))
    let number = harness.begin(bob, fetch())
    harness.commitNow()
    guard case .error(let error) = try harness.answer(bob, number) else {
      Issue.record("bob is told of the board")
      return
    }
    #expect(error.code == .boardUnknown)
  }

  @Test("A purge that becomes durable while it waits is not in it")
  func purged() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (window, _) = try harness.window(1)
    let ann = try harness.greeted()
    harness.commitsAtOnce = false
    // The excerpt waits for the second of them, with which the purge is written.
    for counter in UInt64(1)...2 {
      let retitle = window.operation(.cardRetitle(card(1), title: "Secret"), counter: counter)
      _ = harness.begin(window.connection, Submit(operation: retitle))
    }
    let number = harness.begin(ann, fetch())
    let purge = window.operation(.purge(.card(card(1))), counter: 3)
    _ = harness.begin(window.connection, Submit(operation: purge))
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(try title(harness.answer(ann, number)) == nil)
  }

  @Test(
    "As many bytes as an excerpt may have are given, and one more is not", .holds("EXC-004"))
  func bound() throws {
    func board(_ title: String) -> Board {
      var board = Board(id: BoardID(high: 1, low: 1))
      let text = String(repeating: "x", count: 50_000)
      let intents: [Intent] =
        [
          .batch([
            .boardCreate(title: title), .columnCreate(column(1), title: "To do", at: Anchors()),
            .cardCreate(card(1), in: column(1), title: "First", body: text, at: Anchors()),
          ])
        ] + (1...4).map { .commentAdd(card(1), CommentID(high: 3, low: $0), text: text) }
      for (number, intent) in zip(UInt64(1)..., intents) {
        let id = OperationID(session: session(1), epoch: 1, counter: number)
        _ = board.apply(
          Operation(id: id, base: number - 1, queued: false, intent: intent), sequence: number,
          time: 1, author: Author(user: "ann", device: "desk"))
      }
      return board
    }
    func size(_ board: Board) -> Int {
      (board.excerpt(naming: ["1"], for: "ann", bytes: .max) ?? []).reduce(0) { size, entity in
        var writer = ByteWriter()
        writer.value(entity)
        return size + writer.bytes.count
      }
    }
    // The rest is filled with a column's title, then with one scalar after the other.
    var filled = board("t")
    var number: UInt64 = 6
    while size(filled) < Limits.excerptBytes - 1_100 {
      let id = OperationID(session: session(1), epoch: 1, counter: number)
      let title = String(repeating: "c", count: 900)
      _ = filled.apply(
        Operation(
          id: id, base: number - 1, queued: false,
          intent: .columnCreate(column(number), title: title, at: Anchors())), sequence: number,
        time: 1, author: Author(user: "ann", device: "desk"))
      number += 1
    }
    func retitled(_ title: String) -> Board {
      var board = filled
      let id = OperationID(session: session(1), epoch: 1, counter: number)
      _ = board.apply(
        Operation(
          id: id, base: number - 1, queued: false, intent: .cardRetitle(card(1), title: title)),
        sequence: number, time: 1, author: Author(user: "ann", device: "desk"))
      return board
    }
    let rest = Limits.excerptBytes - size(retitled("x"))
    for (more, isGiven) in [(0, true), (1, false)] {
      let board = retitled("x" + String(repeating: "y", count: rest + more))
      #expect(size(board) == Limits.excerptBytes + more)
      let frames = ExcerptParts(of: board, fetch(), for: "ann").frames(answering: 1)
      let parts = try frames.map { try excerpt(#require(try Message($0))) }
      #expect(parts.allSatisfy { $0.isGiven == isGiven })
      #expect(frames.count == (isGiven ? 5 : 1))
      #expect(frames.allSatisfy { $0.payload.count <= Limits.chunkBytes })
      #expect(frames.dropLast().allSatisfy { $0.flags == [.response, .more] })
      #expect(frames.last?.flags == .response)
    }
  }
}
