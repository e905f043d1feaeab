import BoardModel
import Testing
import WindowSync

@testable import Windows

@Suite("Refusals that were told elsewhere")
struct ToldElsewhereTests {
  private static let gone = Intent.cardRetitle(CardID(high: 6, low: 6), title: "x")

  private static func bench() -> Bench { Bench([("To do", ["a"])]) }

  @Test("A command's refusal, told where it was typed, is not told in a window that is open")
  func open() {
    var bench = Self.bench()
    #expect(bench.other(Self.gone, by: Bench.author).isRejected)
    #expect(bench.notice == nil)
    // It can be read in the list, as long as nobody did.
    #expect(bench.window.model.inbox.unseen == 1)
    #expect(bench.window.model.receipts.unread == 0)
    #expect(bench.screen.last?.contains("refused") == false)
    bench.keys("i")
    #expect(bench.screen.contains { $0.contains("was refused") })
  }

  @Test("Nor is it told in a window that is opened later")
  func opened() {
    var bench = Self.bench()
    bench.other(Self.gone, by: Bench.author, shows: false)
    bench.other(Self.gone, by: Bench.author, shows: false)
    bench.reopen(ViewState())
    #expect(bench.notice == nil)
    #expect(bench.window.model.inbox.unseen == 2)
  }

  @Test(
    "A window's own refusal is told in it, also where the window learns it only when it is back")
  func own() {
    var bench = Bench([("To do", ["a"]), ("Doing", [])])
    bench.other(
      .columnDelete(Bench.column(1), seen: [], disposition: .archive), shows: false)
    bench.shows = false
    bench.keys("L")
    bench.orderUnshown()
    bench.reopen(ViewState())
    #expect(bench.notice?.hasSuffix("the column “Doing” was deleted meanwhile.") == true)
  }

  @Test("What a window keeps of an edit that it made under an earlier name waits in it to be read")
  func renamed() throws {
    var bench = Self.bench()
    bench.other(Self.gone, by: Bench.author, shows: false)
    let refused = try #require(bench.log.last).id
    var state = ViewState()
    state.drafts = [.refused(refused, Self.gone)]
    bench.reopen(state)
    #expect(bench.window.model.receipts.unread == 1)
  }
}
