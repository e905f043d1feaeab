import ArgumentParser
import BoardModel
import Statements
import Testing
import Wire

@testable import Commands

@Suite("Names of boards, columns and cards")
struct NamingTests {
  @Test("A card's short name is its shortest beginning of at least four digits that no other has")
  func shortest() {
    let cards = ["abcd1", "abcd2", "1234"].map(Sample.card)
    let names = ShortNames(cards)
    #expect(cards.map { names.name(of: $0) } == ["abcd1", "abcd2", "1234"])
    #expect(ShortNames([cards[0]]).name(of: cards[0]) == "abcd")
    #expect(ShortNames([]).name(of: cards[0]) == "abcd")
  }

  @Test("Short names tell cards apart that differ in the last digit only")
  func lastDigit() {
    let cards = [CardID(high: 1, low: 0x10), CardID(high: 1, low: 0x11)]
    let names = ShortNames(cards)
    #expect(cards.map { names.name(of: $0) } == cards.map(\.description))
  }

  @Test("Every short name of many cards names exactly its own card")
  func unique() {
    var state: UInt64 = 42
    let cards = (0..<3_000).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return CardID(high: state & ~0xFF_FFFF_FFFF, low: UInt64(index))
    }
    let names = ShortNames(cards)
    let texts = cards.map(\.description).sorted()
    for card in cards {
      let name = names.name(of: card)
      #expect(texts.filter { $0.hasPrefix(name) } == [card.description])
      let shorter = String(name.dropLast())
      if shorter.utf8.count >= ShortNames.shortest {
        #expect(texts.filter { $0.hasPrefix(shorter) }.count > 1)
      }
    }
  }

  @Test("A card's short name has at least eight digits, so that it can name the card")
  func shortestOfCard() {
    let names = ShortNames(Sample.usual.board)
    #expect(names.name(of: Sample.card("abcd1")) == "abcd1000")
  }

  @Test(
    "A card is found by its number, or by eight digits or more of its own, in either letter case",
    .holds("APL-137"),
    arguments: [
      ("1", "One"), ("#2", "Two"), ("ABCD1000", "One"), (Sample.card("abcd2").description, "Two"),
      ("3", "Three"), ("12345678", "Three"),
    ])
  func card(name: String, title: String) throws {
    var sample = Sample.usual
    sample.make(
      .cardCreate(
        Sample.card("12345678"), in: Sample.column(2), title: "Three", body: "", at: Anchors()))
    #expect(try Naming.card(name, on: sample.board).title.value == title)
  }

  @Test("A beginning that several cards share is ambiguous and names them")
  func ambiguousCard() {
    var sample = Sample.usual
    sample.make(
      .cardCreate(
        Sample.card("abcd10001"), in: Sample.column(2), title: "Three", body: "", at: Anchors()))
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.card("abcd1000", on: sample.board)
    }
    #expect(failure?.kind == .ambiguous)
    #expect(failure?.candidates == ["#1 One", "#3 Three"])
    #expect(failure?.exitCode == 1)
  }

  @Test("A beginning of fewer than eight digits is too short, though no other card has it")
  func tooShort() {
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.card("abcd100", on: Sample.usual.board)
    }
    #expect(failure?.kind == .notFound)
    #expect(failure?.description.contains("8 digits or more") == true)
    #expect(NameHelp.card.abstract.contains("8 digits or more"))
    #expect(NameHelp.column.abstract.contains("4 digits or more"))
  }

  @Test(
    "What names no card is not found",
    arguments: ["beefbeef", "abc", "One", "", "abcd1g", "3", "#0", "01", "# 1"])
  func noCard(name: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.card(name, on: Sample.usual.board)
    }
    #expect(failure?.kind == .notFound)
    #expect(failure?.description.contains("cards are named") == false)
    #expect(failure?.description.contains("board ls") == true)
  }

  @Test("An exact title goes before one in other letter case, and that before an identifier")
  func column() throws {
    var sample = Sample.usual
    sample.make(.columnCreate(Sample.column(3), title: "done", at: Anchors()))
    sample.make(.columnCreate(Sample.column(4), title: "c000", at: Anchors()))
    let board = sample.board
    #expect(try Naming.column("Done", on: board).id == Sample.column(2))
    #expect(try Naming.column("done", on: board).id == Sample.column(3))
    #expect(try Naming.column("doing", on: board).id == Sample.column(1))
    #expect(try Naming.column("c000", on: board).id == Sample.column(4))
    let whole = Sample.column(1).description
    #expect(try Naming.column(whole, on: board).id == Sample.column(1))
    let failure = #expect(throws: CommandFailure.self) { try Naming.column("DONE", on: board) }
    #expect(failure?.kind == .ambiguous)
    #expect(failure?.candidates.count == 2)
  }

  @Test("A deleted column has no name any more")
  func deletedColumn() {
    var sample = Sample.usual
    sample.make(.columnDelete(Sample.column(2), seen: [], disposition: .archive))
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.column("Done", on: sample.board)
    }
    #expect(failure?.kind == .notFound)
    #expect(failure?.candidates.map { $0.dropFirst(9) } == ["Doing"])
  }

  private static func summaries(_ titles: String...) -> [BoardSummary] {
    titles.enumerated().map { index, title in
      BoardSummary(
        id: BoardID(high: UInt64(index + 1) << 60, low: 0), title: title, sequence: 1, time: 0)
    }
  }

  @Test("Without a name the last used board is meant, else the only one, else none")
  func unnamedBoard() throws {
    let two = Self.summaries("A", "B")
    #expect(try Naming.board(lastUsed: two[1].id, among: two).title == "B")
    #expect(try Naming.board(lastUsed: BoardID(high: 1, low: 1), among: [two[0]]).title == "A")
    let several = #expect(throws: CommandFailure.self) {
      try Naming.board(lastUsed: nil, among: two)
    }
    #expect(several?.kind == .ambiguous)
    #expect(several?.candidates == ["10000000 A", "20000000 B"])
    let none = #expect(throws: CommandFailure.self) { try Naming.board(lastUsed: nil, among: []) }
    #expect(none?.kind == .notFound)
  }

  @Test("A board that is archived is meant by its name alone, and last by its title")
  func archivedBoard() throws {
    let two = Self.summaries("A", "A")
    let past = BoardSummary(
      id: two[0].id, title: "A", sequence: 1, time: 0, isArchived: true)
    #expect(try Naming.board(lastUsed: past.id, among: [past, two[1]]).id == two[1].id)
    #expect(try Naming.board("A", among: [past, two[1]]).id == two[1].id)
    #expect(try Naming.board("A", among: [past]).id == past.id)
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.board(lastUsed: past.id, among: [past])
    }
    #expect(failure?.kind == .notFound)
    #expect(failure?.candidates == ["10000000 A"])
  }

  @Test("Two boards of one title are told apart by their identifiers")
  func sameTitle() throws {
    let two = Self.summaries("A", "A")
    let failure = #expect(throws: CommandFailure.self) { try Naming.board("A", among: two) }
    #expect(failure?.kind == .ambiguous)
    #expect(try Naming.board("2000", among: two).id == two[1].id)
  }
}
