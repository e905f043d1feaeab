import BoardModel
import Statements
import Testing
import Wire

@testable import Coordination

/// What becomes of a text that somebody cuts into ever more pieces.
@Suite("Texts in very many runs")
struct TextRunTests {
  private static func harness() throws -> CoordinatorHarness {
    var harness = CoordinatorHarness { $0.shares.textRuns = 21 }
    try harness.makeBoard()
    return harness
  }

  /// The text of a card that was typed by one operation, and what deletes every second of its scalars.
  private static func holes(_ typed: OperationID, _ offsets: Range<UInt32>) -> Splice {
    Splice(
      deletions: offsets.map {
        TextRange(start: TextIdentity(operation: typed, offset: 2 * $0 + 1), count: 1)
      }, insertions: [])
  }

  @Test(
    "An edit that cuts a text into too many runs is refused and consumes nothing", .holds("LIM-019")
  )
  func refused() throws {
    var harness = try Self.harness()
    var (window, _) = try harness.window(1)
    let typed = window.operation(.boardRename(title: ""), counter: window.counter + 1).id
    let words = Splice(
      deletions: [], insertions: [.init(after: nil, text: String(repeating: "x", count: 100))])
    _ = try harness.submit(&window, .cardSplice(card(1), words))
    let most = try harness.submit(&window, .cardSplice(card(1), Self.holes(typed, 0..<10)), base: 2)
    #expect(most.outcome == .applied)
    let next = window.operation(
      .cardSplice(card(1), Self.holes(typed, 10..<11)), counter: window.counter + 1, base: 3)
    guard case .error(let error) = try harness.request(window.connection, Submit(operation: next))
    else {
      Issue.record("it was taken")
      return
    }
    #expect(error.code == .requestTooLarge)
    #expect(error.text.contains("text-runs"))
    #expect(error.text.contains("the text of card 1 "))
    #expect(error.text.contains("board compact 1 "))
    #expect(harness.coordinator.boards.loaded(board(1))?.tip.sequence == 3)
    // Its number is free, and all else goes on.
    _ = try harness.submit(&window, .cardRetitle(card(1), title: "A title"), base: 3)
    _ = try harness.submit(&window, .textCompact(card(1), nil, horizon: 3), base: 4)
    _ = try harness.submit(
      &window, .cardSplice(card(1), Self.holes(typed, 10..<12)), base: 5)
  }

  @Test("An operator sets the limit")
  func setting() throws {
    var shares = Shares()
    #expect(shares.textRuns == Limits.textRuns)
    try shares.set(["text-runs=100"])
    #expect(shares.textRuns == 100)
  }
}
