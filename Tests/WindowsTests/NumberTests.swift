import BoardModel
import Statements
import Testing
import WindowSync

@testable import Windows

@Suite("Numbers and priorities of cards in a window")
struct NumberTests {
  private static let columns = [("To do", ["plan", "print", "7 of 9"]), ("Doing", ["paint"])]

  @Test("A card shows its number in front of its title")
  func shown() {
    let bench = Bench(Self.columns)
    #expect(bench.screen.contains { $0.contains("#2 print") })
    #expect(bench.screen.contains { $0.contains("#4 paint") })
  }

  @Test("A card that is not confirmed yet shows none", .holds("APL-136"))
  func pending() {
    var bench = Bench(Self.columns)
    var shown = bench.board
    shown.showNumbers(asOf: Bench([("To do", ["plan"])]).board)
    bench.send(.board(shown, change: BoardChange(reloaded: true), shown: 0))
    #expect(bench.screen.contains { $0.contains("#1 plan") })
    #expect(bench.screen.contains { $0.contains(" print") })
    #expect(!bench.screen.contains { $0.contains("#2") })
  }

  @Test("An open card shows its number below its title")
  func opened() {
    var bench = Bench(Self.columns)
    bench.keys("j<enter>")
    #expect(bench.screen.contains { $0.contains("To do · #2 · bob") })
  }

  @Test(
    "A search for a number finds the card that has it, and what holds the figure",
    .holds("APL-137"),
    arguments: [("#2", ["print"]), ("2", ["print"]), ("7", ["7 of 9"]), ("#7", [])])
  func search(text: String, found: [String]) {
    var bench = Bench(Self.columns)
    bench.keys("/\(text)")
    let cards = bench.window.model.view.contents.lanes.flatMap(\.cards)
    #expect(cards.compactMap { bench.board.card($0)?.title.value } == found)
  }

  @Test("A search for the beginning of an identifier finds its card")
  func beginning() {
    var bench = Bench(Self.columns)
    bench.keys("/ca00000000000001")
    let cards = bench.window.model.view.contents.lanes.flatMap(\.cards)
    #expect(cards == [Bench.card(1, 0)])
  }
}
