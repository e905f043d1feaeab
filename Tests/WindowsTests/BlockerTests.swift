import BoardModel
import Statements
import Testing

@testable import Windows

@Suite("Cards that block others, in a window")
struct BlockerTests {
  private static let columns = [("To do", ["plan", "print", "fold"]), ("Doing", ["paint"])]
  private static let card = Bench.card(0, 0)

  private static func blocked(_ bench: Bench) -> Bool {
    bench.screen.contains { $0.contains("blocked") }
  }

  @Test("The key B lists them, n names one by its number, and the board shows that it is blocked")
  func named() {
    var bench = Bench(Self.columns)
    bench.keys("Bn#4<enter>")
    #expect(bench.lastIntent == .attach(Self.card, .blocker(Bench.card(1, 0))))
    bench.keys("n2<enter>")
    #expect(bench.board.blocking(Self.card).map(\.id) == [Bench.card(0, 1), Bench.card(1, 0)])
    #expect(bench.screen.contains { $0.contains("Blocked by #2, #4") })
    #expect(bench.screen.contains { $0.contains("[x]  #4 paint") })
    bench.keys("<esc><esc>")
    #expect(Self.blocked(bench))
    bench.keys("Bd<esc>Bd<esc>")
    #expect(bench.board.blockers(of: Self.card).isEmpty)
    #expect(!Self.blocked(bench))
    bench.keys("u")
    #expect(bench.board.blocking(Self.card).count == 1)
  }

  @Test("A title that is typed leads to the number, by Tab")
  func completed() {
    var bench = Bench(Self.columns)
    bench.keys("Bnpai")
    #expect(bench.screen.contains { $0.contains("Card: pai  Tab: #4") })
    bench.keys("<tab><enter>")
    #expect(bench.lastIntent == .attach(Self.card, .blocker(Bench.card(1, 0))))
  }

  @Test(
    "What is no other card is refused, and what was typed stays",
    arguments: [
      ("#1", "A card cannot block itself."),
      ("#9", "No card is called so: type its number, as in #12."),
      ("nothing", "No card is called so: type its number, as in #12."),
    ])
  func refused(typed: String, notice: String) {
    var bench = Bench(Self.columns)
    bench.keys("Bn\(typed)<enter>")
    #expect(bench.notice == notice)
    #expect(bench.intents.isEmpty)
    #expect(bench.screen.contains { $0.contains("Card: \(typed)") })
  }

  @Test("One that is archived blocks nobody, and is listed as archived", .holds("APL-139"))
  func archived() {
    var bench = Bench(Self.columns)
    bench.other(.attach(Self.card, .blocker(Bench.card(1, 0))))
    #expect(Self.blocked(bench))
    bench.other(.cardArchive(Bench.card(1, 0)))
    #expect(!Self.blocked(bench))
    bench.keys("B")
    #expect(bench.screen.contains { $0.contains("[ ]  #4 paint  archived") })
    bench.keys("<esc>/is:blocked")
    #expect(bench.window.model.view.contents.lanes.flatMap(\.cards).isEmpty)
    bench.keys("<esc>")
    bench.other(.cardRestore(Bench.card(1, 0)))
    bench.keys("/is:blocked")
    #expect(bench.window.model.view.contents.lanes.flatMap(\.cards) == [Self.card])
  }

  @Test("Cards without a priority are found as such")
  func withoutPriority() {
    var bench = Bench(Self.columns)
    let all = bench.window.model.view.contents.lanes.flatMap(\.cards)
    bench.other(.set(.cardPriority(Self.card), .number(UInt32(Priority.high.rawValue))))
    bench.keys("/is:none")
    #expect(
      bench.window.model.view.contents.lanes.flatMap(\.cards) == all.filter { $0 != Self.card })
    bench.keys("<esc>/is:high")
    #expect(bench.window.model.view.contents.lanes.flatMap(\.cards) == [Self.card])
  }
}
