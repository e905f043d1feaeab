import BoardModel
import Testing
import WindowSync

@testable import Windows

@Suite("A line that is typed where nothing can be edited any more")
struct HeldUpTests {
  static let standings: [Standing] = [
    .readOnly(.revoked("laptop of ann was revoked here.")), .readOnly(.identityRefused("no")),
    .fenced(.takenOver),
  ]

  @Test("The key that throws it away asks first, and says so", arguments: standings)
  func asks(standing: Standing) {
    var bench = Bench([("To do", ["a"])])
    bench.keys("nhalf a thought")
    bench.send(.standing(standing))
    bench.now += 60_000
    bench.keys("<esc>")
    #expect(
      bench.notice == "Esc again throws “half a thought” away for good, Enter goes on with it.")
    #expect(bench.window.viewState.drafts.map(\.text) == ["half a thought"])
    bench.keys("<enter>")
    bench.send(.standing(.writable))
    bench.keys(" more<enter>")
    #expect(bench.intents.count == 1)
    #expect(bench.screen.joined().contains("half a thought more"))
  }

  @Test("Asked twice, it throws it away; an empty line asks nothing")
  func throwsAway() {
    var bench = Bench([("To do", ["a"])])
    bench.keys("nhalf a thought")
    bench.send(.standing(Self.standings[0]))
    bench.keys("<esc><esc>")
    #expect(bench.window.viewState.drafts.isEmpty)
    bench.send(.standing(.writable))
    bench.keys("n")
    bench.send(.standing(Self.standings[0]))
    bench.keys("<esc>")
    #expect(!bench.screen.joined().contains("New card"))
  }
}
