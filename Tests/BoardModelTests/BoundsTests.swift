import BoardModel
import Statements
import Testing

/// A board and two people who edit it.
private struct Desk {
  static let mine = SessionID(high: 1, low: 0)
  static let theirs = SessionID(high: 2, low: 0)
  static let column = ColumnID(high: 3, low: 1)
  static let other = ColumnID(high: 3, low: 2)

  var board = Board(id: BoardID(high: 9, low: 9))
  private var counters: [SessionID: UInt64] = [:]

  init() {
    edit(
      .batch([
        .boardCreate(title: "Desk"), .set(.memberRole(""), .role(.owner)),
        .columnCreate(Self.column, title: "A", at: Anchors()),
        .columnCreate(Self.other, title: "B", at: Anchors()),
      ]))
  }

  func nextID(_ session: SessionID = mine) -> OperationID {
    OperationID(session: session, epoch: 1, counter: counters[session, default: 0] + 1)
  }

  @discardableResult
  mutating func edit(
    _ intent: Intent, by session: SessionID = mine, base: UInt64? = nil, queued: Bool = false
  ) -> Outcome {
    let id = nextID(session)
    counters[session] = id.counter
    let operation = Operation(
      id: id, base: base ?? board.sequence, queued: queued, intent: intent)
    return board.apply(
      operation, sequence: board.sequence + 1, time: 1,
      author: Author(user: session == Self.mine ? "me" : "them", device: "d"))
  }

  static func card(_ number: Int) -> CardID { CardID(high: 4, low: UInt64(number)) }

  mutating func create(_ numbers: Range<Int>) {
    edit(
      .batch(
        numbers.map {
          .cardCreate(Self.card($0), in: Self.column, title: "c", body: "", at: Anchors())
        }))
  }
}

@Test(
  "A body cut into single scalars still makes entities that fit a chunk (SNP-007, SNP-013)",
  .holds("SNP-007", "SNP-013"))
func entitiesOfScatteredText() throws {
  var desk = Desk()
  let typed = desk.nextID()
  let body = String(repeating: "é", count: 4_000)
  desk.edit(
    .cardCreate(Desk.card(1), in: Desk.column, title: "c", body: body, at: Anchors()))
  let ranges = stride(from: UInt32(0), to: 4_000, by: 2).map {
    TextRange(start: TextIdentity(operation: typed, offset: $0), count: 1)
  }
  let outcome = desk.edit(.cardSplice(Desk.card(1), Splice(deletions: ranges, insertions: [])))
  #expect(outcome == .applied)
  let entities = desk.board.entities()
  for entity in entities {
    var writer = ByteWriter()
    writer.value(entity)
    #expect(writer.bytes.count <= 61_440)
  }
  var copy = try Board(
    id: desk.board.id, sequence: desk.board.sequence, entities: entities)
  #expect(copy.digest() == desk.board.digest())
}

@Test(
  "A queued move of several cards without room for a proposal moves none (APL-003)",
  .holds("APL-003", "APL-013"))
func rejectedMoveMovesNothing() {
  var desk = Desk()
  desk.create(0..<1_000)
  let base = desk.board.sequence
  let all = (0..<1_000).map(Desk.card)
  desk.edit(.cardMove(all, to: Desk.other, at: Anchors()))
  desk.edit(
    .cardMove(all, to: Desk.other, at: Anchors()), by: Desk.theirs, base: base, queued: true)
  #expect(desk.board.proposalsInOrder.count == BoardLimits.proposals)

  desk.create(1_000..<1_002)
  let free = Desk.card(1_000)
  let taken = Desk.card(1_001)
  let later = desk.board.sequence
  desk.edit(.cardMove([taken], to: Desk.column, at: Anchors()))
  let before = desk.board.entitiesButReceipts
  let outcome = desk.edit(
    .cardMove([free, taken], to: Desk.other, at: Anchors()), by: Desk.theirs, base: later,
    queued: true)
  #expect(outcome == .rejected(.limitReached(.proposals)))
  #expect(desk.board.card(free)?.column.value == Desk.column)
  #expect(desk.board.entitiesButReceipts == before)
}

@Test(
  "An undo does not bring back what its own operation typed and deleted (APL-066)",
  .holds("APL-066"))
func undoOfTextThatNeverWas() {
  var desk = Desk()
  desk.create(0..<1)
  let card = Desk.card(0)
  let id = desk.nextID()
  desk.edit(
    .batch([
      .cardSplice(
        card, Splice(deletions: [], insertions: [Splice.Insertion(after: nil, text: "abc")])),
      .cardSplice(
        card,
        Splice(
          deletions: [TextRange(start: TextIdentity(operation: id, offset: 1), count: 1)],
          insertions: [])),
    ]))
  #expect(desk.board.card(card)?.body.string == "ac")
  let undo = desk.nextID()
  let undone = desk.edit(.undo(target: id, force: false))
  #expect(undone == .applied)
  #expect(desk.board.card(card)?.body.string == "")
  let redone = desk.edit(.undo(target: undo, force: false))
  #expect(redone == .applied)
  #expect(desk.board.card(card)?.body.string == "ac")
}

@Test("An undo never makes a body longer than a body may be (APL-068)", .holds("APL-068"))
func undoWithinTheLimitOfABody() {
  var desk = Desk()
  let typed = desk.nextID()
  let count = BoardLimits.bodyScalars / 2 + 1
  desk.edit(
    .cardCreate(
      Desk.card(1), in: Desk.column, title: "c", body: String(repeating: "x", count: count),
      at: Anchors()))
  let deletion = desk.nextID()
  let range = TextRange(start: TextIdentity(operation: typed, offset: 0), count: UInt32(count))
  desk.edit(.cardSplice(Desk.card(1), Splice(deletions: [range], insertions: [])))
  let outcome = desk.edit(.undo(target: deletion, force: false))
  #expect(outcome == .rejected(.undoGuarded([.cardBody(Desk.card(1))])))
  #expect(desk.board.card(Desk.card(1))?.body.totalCount == count)
}

@Test("An outcome names at most 1,024 displaced operations (APL-010)", .holds("APL-010"))
func displacedOperationsAreBounded() {
  var desk = Desk()
  desk.create(0..<1_000)
  desk.create(1_000..<1_100)
  let base = desk.board.sequence
  for number in 0..<1_100 {
    desk.edit(.cardMove([Desk.card(number)], to: Desk.other, at: Anchors()))
  }
  let outcome = desk.edit(
    .batch([
      .cardMove((0..<550).map(Desk.card), to: Desk.column, at: Anchors()),
      .cardMove((550..<1_100).map(Desk.card), to: Desk.column, at: Anchors()),
    ]), by: Desk.theirs, base: base)
  guard case .applied(let displaced, _) = outcome else {
    Issue.record("\(outcome)")
    return
  }
  #expect(displaced.count == BoardLimits.displaced)
}

@Test(
  "A board keeps the 512 newest undo records of edits, and of favourites (APL-054)",
  .holds("APL-054"))
func undoRecordsAreBounded() {
  var desk = Desk()
  desk.create(0..<1)
  let first = desk.nextID()
  desk.edit(.cardRetitle(Desk.card(0), title: "first"))
  let mark = desk.nextID()
  // Whoever may read may mark favourites, and pushes out nothing but favourites.
  for number in 0..<2 * BoardLimits.undoRecords {
    let favourite = Intent.cardFavourite(Desk.card(0), marked: number.isMultiple(of: 2))
    desk.edit(number % 10 == 3 ? .batch([favourite]) : favourite, by: Desk.theirs)
  }
  let marks = desk.board.undo.inOrder.filter(\.onlyMarks)
  #expect(marks.count == BoardLimits.undoRecords)
  #expect(marks.first?.stamp.sequence == desk.board.sequence - UInt64(marks.count) + 1)
  #expect(desk.board.undo.record(of: mark) == nil)
  for number in 1..<BoardLimits.undoRecords {
    desk.edit(.cardRetitle(Desk.card(0), title: "\(number)"))
  }
  #expect(desk.board.undo.inOrder.count == 2 * BoardLimits.undoRecords)
  #expect(desk.board.undo.record(of: first) != nil)
  // A favourite in one batch with an edit is an edit.
  desk.edit(
    .batch([
      .cardFavourite(Desk.card(0), marked: true), .cardRetitle(Desk.card(0), title: "last"),
    ]))
  #expect(desk.board.undo.inOrder.filter(\.onlyMarks) == marks)
  let outcome = desk.edit(.undo(target: first, force: false))
  #expect(outcome == .rejected(.notUndoable))
}

@Test(
  "A body never gets longer than a body may be (APL-035, APL-043)", .holds("APL-035", "APL-043"))
func bodiesAreBounded() {
  var desk = Desk()
  let most = String(repeating: "x", count: BoardLimits.bodyScalars)
  func creation(_ body: String) -> Intent {
    .cardCreate(Desk.card(1), in: Desk.column, title: "c", body: body, at: Anchors())
  }
  let tooLong = desk.edit(creation(most + "x"))
  #expect(tooLong == .rejected(.bodyTooLong))
  let typed = desk.nextID()
  let longest = desk.edit(creation(most))
  #expect(longest == .applied)
  let insertion = Splice.Insertion(after: nil, text: "x")
  // Deleted scalars count, so deleting makes no room.
  let range = TextRange(start: TextIdentity(operation: typed, offset: 0), count: 10)
  let more = desk.edit(
    .cardSplice(Desk.card(1), Splice(deletions: [range], insertions: [insertion])))
  #expect(more == .rejected(.bodyTooLong))
}
