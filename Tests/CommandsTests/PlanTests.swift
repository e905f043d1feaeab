import BoardModel
import Testing
import Wire

@testable import Commands

@Suite("What commands make of their arguments")
struct PlanTests {
  @Test("A new body becomes a splice of what differs, which leaves alone what others write")
  func body() throws {
    var sample = Sample.usual
    let id = Sample.card("abcd1")
    let before = sample.board.sequence
    let card = try #require(sample.board.card(id))
    let plan = EditCommand.plan(card, title: nil, body: "first\nsecond, changed\nthird\n")
    #expect(plan.count == 1)
    // Meanwhile somebody writes at the beginning.
    sample.make(
      .cardSplice(id, card.body.splice(replacing: 0..<0, with: "zeroth\n")), by: Sample.ben)
    for intent in plan { sample.make(intent, base: before) }
    #expect(sample.board.card(id)?.body.string == "zeroth\nfirst\nsecond, changed\nthird\n")
  }

  @Test("A body that is the same comes to nothing")
  func sameBody() throws {
    let card = try #require(Sample.usual.board.card(Sample.card("abcd1")))
    #expect(EditCommand.plan(card, title: "One", body: "first\nsecond\n").isEmpty)
  }

  @Test("A title and a body change together or not at all")
  func titleAndBody() throws {
    let card = try #require(Sample.usual.board.card(Sample.card("abcd1")))
    let plan = EditCommand.plan(card, title: "New", body: "first\n")
    guard case .batch(let intents) = plan.first, plan.count == 1 else {
      Issue.record("no batch: \(plan)")
      return
    }
    #expect(intents.first == .cardRetitle(card.id, title: "New"))
    #expect(intents.count == 2)
  }

  @Test("The longest body that fits becomes operations that each fit a frame")
  func longBody() throws {
    var sample = Sample.usual
    let id = Sample.card("abcd2")
    let card = try #require(sample.board.card(id))
    let text = String(repeating: "漢字かな交じり文\n", count: 100_000)
    let plan = EditCommand.plan(card, title: nil, body: text)
    #expect(plan.count > 1)
    for intent in plan {
      var writer = ByteWriter()
      writer.value(
        Operation(
          id: OperationID(session: SessionID(high: 0, low: 0), epoch: 1, counter: 1), base: 0,
          queued: false, intent: intent))
      #expect(!writer.overflowed)
      #expect(writer.bytes.count < Limits.operationBytes)
      sample.make(intent, base: 5)
    }
    // An editor's last line break is not part of a text that had none.
    #expect(sample.board.card(id)?.body.string == String(text.dropLast()))
  }

  @Test("A card goes to the end of a column, or behind a card that is there")
  func move() throws {
    let board = Sample.usual.board
    let card = Sample.card("abcd1")
    #expect(
      try MoveCommand.plan(card, to: "Done", after: nil, on: board)
        == .cardMove([card], to: Sample.column(2), at: Anchors()))
    #expect(
      try MoveCommand.plan(card, to: "Doing", after: "abcd2000", on: board)
        == .cardMove([card], to: Sample.column(1), at: Anchors(after: Sample.card("abcd2"))))
    let elsewhere = #expect(throws: CommandFailure.self) {
      try MoveCommand.plan(card, to: "Done", after: "abcd2000", on: board)
    }
    #expect(elsewhere?.kind == .notFound)
    let itself = #expect(throws: CommandFailure.self) {
      try MoveCommand.plan(card, to: "Doing", after: "abcd1000", on: board)
    }
    #expect(itself?.kind == .usage)
  }

  @Test("A column with cards is deleted only when it is said what becomes of them")
  func deleteColumn() throws {
    let board = Sample.usual.board
    let seen = ["abcd1", "abcd2"].map(Sample.card)
    let failure = #expect(throws: CommandFailure.self) {
      try DeleteColumn.plan(Sample.column(1), archiving: false, movingTo: nil, on: board)
    }
    #expect(failure?.kind == .usage)
    #expect(
      try DeleteColumn.plan(Sample.column(1), archiving: true, movingTo: nil, on: board)
        == .columnDelete(Sample.column(1), seen: seen, disposition: .archive))
    #expect(
      try DeleteColumn.plan(
        Sample.column(1), archiving: false, movingTo: Sample.column(2), on: board)
        == .columnDelete(Sample.column(1), seen: seen, disposition: .move(to: Sample.column(2))))
    #expect(
      try DeleteColumn.plan(Sample.column(2), archiving: false, movingTo: nil, on: board)
        == .columnDelete(Sample.column(2), seen: [], disposition: .archive))
  }

  @Test("A column and its cards are made in one operation, in the order they were named")
  func addColumn() {
    var sample = Sample()
    let cards = ["a000", "b000"].map(Sample.card)
    sample.make(
      AddColumnCommand.plan(Sample.column(1), "New", [(cards[0], "A"), (cards[1], "B")]))
    #expect(sample.board.liveCards(in: Sample.column(1)).map(\.title.value) == ["A", "B"])
    #expect(sample.board.sequence == 2)
  }

  @Test("Titles of cards are separated by commas, and none of them may be empty")
  func titles() throws {
    #expect(try TextArguments.titles(" a, b c ,d", of: "card") == ["a", "b c", "d"])
    for bad in ["", "a,,b", "a,", " ", "a\u{1B},b"] {
      let failure = #expect(throws: CommandFailure.self) {
        try TextArguments.titles(bad, of: "card")
      }
      #expect(failure?.kind == .usage)
    }
  }

  @Test("Undo means this user's last edit from this device, whoever edited after it")
  func undo() throws {
    var sample = Sample.usual
    let mine = sample.make(.cardArchive(Sample.card("abcd1")))
    sample.make(.cardArchive(Sample.card("abcd2")), by: Sample.ben)
    let record = try UndoCommand.target(on: sample.board, author: Sample.ann)
    #expect(record.stamp.operation == mine.id)
    sample.make(.undo(target: record.stamp.operation, force: false))
    #expect(sample.board.card(Sample.card("abcd1"))?.archived.value == false)
    let next = try UndoCommand.target(on: sample.board, author: Sample.ann)
    #expect(next.stamp.sequence < mine.sequence)
    let none = #expect(throws: CommandFailure.self) {
      try UndoCommand.target(on: sample.board, author: Author(user: "ann", device: "phone"))
    }
    #expect(none?.exitCode == 1)
  }
}
