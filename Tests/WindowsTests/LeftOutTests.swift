import BoardModel
import Testing
import WindowSync

@testable import Windows

@Suite("Edits that the role does not allow")
struct LeftOutTests {
  private static let reason = "This edit needs the role editor, and you are a viewer."

  @Test("What was typed is kept on disk, and made again where the role allows it")
  func kept() {
    var bench = Bench([("To do", ["a", "b"])], columns: 80, rows: 12)
    bench.shows = false
    bench.keys("nmilk<enter>")
    let milk = bench.intents.last
    let made = bench.window.model.edits.made
    bench.takeBackLast()
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    let id = OperationID(session: Bench.session, epoch: 1, counter: made)
    bench.send(.refused(milk, .leftOut(id, Self.reason)))
    #expect(
      bench.window.model.notices.reports.map(\.notice.text) == [
        "bob made you a viewer of this board.",
        "The coordinator does not take an edit: \(Self.reason)",
      ])
    // Its counter is the next edit's.
    #expect(bench.window.model.edits.made == made - 1)
    #expect(bench.titles(0) == ["a", "b"])
    let kept = bench.window.viewState
    #expect(!kept.drafts.isEmpty)
    let asked = bench.intents.count
    bench.send(.standing(.writable))
    #expect(bench.intents.count == asked)

    bench.other(.set(.memberRole("ann"), .role(.editor)))
    bench.shows = true
    bench.send(.standing(.writable))
    #expect(bench.titles(0).contains("milk"))
    #expect(bench.window.viewState.drafts.isEmpty)
  }
}
