import Statements
import Testing

@testable import BoardModel

@Suite("Numbers of cards")
struct CardNumberTests {
  private func creation(_ number: UInt64, in column: ColumnID = todo, title: String = "A") -> Intent
  {
    .cardCreate(card(number), in: column, title: title, body: "", at: Anchors())
  }

  @Test(
    "Cards are numbered in the order of their creations, and a rejected one takes none",
    .holds("APL-135"))
  func order() {
    var bench = Workbench()
    bench.commit(creation(1))
    #expect(bench.commit(creation(1)) == .rejected(.identifierInUse))
    #expect(bench.commit(creation(2, title: "")) == .rejected(.emptyTitle))
    #expect(bench.commit(.batch([creation(2), creation(3), creation(1)])).isRejected)
    bench.commit(.batch([creation(3), creation(2)]), by: .ben, base: 1, queued: true)
    #expect([1, 3, 2].map { bench.board.number(of: card($0)) } == [1, 2, 3])
    #expect(bench.board.numbering.next == 4)
  }

  @Test("A number stays its card's, whatever is archived, taken back or moved", .holds("APL-135"))
  func kept() {
    var bench = Workbench()
    bench.commit(creation(1))
    bench.commit(.undo(target: bench.lastID, force: false))
    bench.commit(creation(2))
    bench.commit(.cardArchive(card(2)))
    bench.commit(.columnDelete(todo, seen: [], disposition: .archive))
    bench.commit(creation(3))
    #expect((1...3).map { bench.board.number(of: card($0)) } == [1, 2, 3])
    #expect(bench.board.cards(named: .number(2)) == [card(2)])
    #expect(bench.board.cards(named: .number(4)) == [])
  }

  @Test("A number changes the digest of its board")
  func digest() {
    var one = Workbench()
    one.commit(creation(1))
    var entities = one.board.entities()
    for (index, entity) in entities.enumerated() {
      guard case .header(let header) = entity else { continue }
      entities[index] = .header(
        BoardHeader(
          id: header.id, level: header.level, nextNumber: header.nextNumber + 1,
          title: header.title))
    }
    var other = try? Board(id: one.board.id, sequence: one.board.sequence, entities: entities)
    #expect(other?.digest() != one.board.digest())
  }

  @Test("The last number is given, and then no more cards are made", .holds("APL-035"))
  func last() throws {
    var bench = Workbench()
    try bench.board.numbering.begin(next: BoardLimits.cardNumber)
    #expect(!bench.commit(creation(1)).isRejected)
    #expect(bench.board.number(of: card(1)) == 9_999_999)
    #expect(bench.commit(creation(2)) == .rejected(.limitReached(.cards)))
    #expect(bench.board.numbering.next == 10_000_000)
    let entities = bench.board.entities()
    let again = try Board(id: bench.board.id, sequence: bench.sequence, entities: entities)
    #expect(again.cards(named: .number(9_999_999)) == [card(1)])
  }

  @Test("A snapshot with a number that was not given, or twice, is refused", .holds("SNP-019"))
  func refused() throws {
    var bench = Workbench()
    bench.commit(creation(1))
    bench.commit(creation(2))
    let entities = bench.board.entities()
    func build(next: UInt32 = 3, _ numbers: [UInt64: UInt32]) throws(SnapshotFault) {
      let changed = entities.map { (entity: Entity) -> Entity in
        switch entity {
        case .header(let header):
          return .header(
            BoardHeader(id: header.id, level: header.level, nextNumber: next, title: header.title))
        case .card(let card):
          return .card(
            Card(
              id: card.id, number: numbers[card.id.low] ?? card.number, created: card.created,
              title: card.title, body: card.body, bodyStamp: card.bodyStamp, column: card.column,
              archived: card.archived))
        default: return entity
        }
      }
      _ = try Board(id: bench.board.id, sequence: bench.sequence, entities: changed)
    }
    try build([:])
    try build(next: 10_000_000, [:])
    let low = card(2).low
    #expect(throws: SnapshotFault.numberOutOfRange(0)) { try build(next: 0, [:]) }
    #expect(throws: SnapshotFault.numberOutOfRange(10_000_001)) {
      try build(next: 10_000_001, [:])
    }
    #expect(throws: SnapshotFault.numberOutOfRange(0)) { try build([low: 0]) }
    #expect(throws: SnapshotFault.numberOutOfRange(3)) { try build([low: 3]) }
    #expect(throws: SnapshotFault.repeated) { try build([low: 1]) }
  }

  @Test("A prediction shows the numbers of its confirmed board alone", .holds("APL-136"))
  func prediction() {
    var bench = Workbench()
    bench.commit(creation(1))
    var shown = bench.board
    shown.showNumbers(asOf: bench.board)
    var ahead = bench
    ahead.commit(creation(2))
    _ = ahead.log.last.map { shown.apply($0) }
    #expect(shown.number(of: card(1)) == 1)
    #expect(shown.number(of: card(2)) == nil)
    #expect(shown.cards(named: .number(2)) == [])
    shown.showNumbers(asOf: ahead.board)
    #expect(shown.number(of: card(2)) == 2)
  }

  @Test(
    "A card is named by its number, or by the beginning of its identifier", .holds("APL-137"),
    arguments: [
      ("42", CardName.number(42)), ("#42", .number(42)), ("1", .number(1)),
      ("9999999", .number(9_999_999)), ("12345678", .beginning("12345678")),
      ("ABCDEF01", .beginning("abcdef01")), ("00000042", .beginning("00000042")),
      ("", nil), ("#", nil), ("0", nil), ("042", nil), ("#042", nil), ("abcdef0", nil),
      ("#12345678", nil), ("+42", nil), ("4 2", nil), ("abcdefg0", nil),
      (String(repeating: "a", count: 33), nil),
    ] as [(String, CardName?)])
  func names(text: String, name: CardName?) { #expect(CardName(text) == name) }
}
