import BoardModel
import Statements
import Testing
import Wire

@testable import Coordination

/// What becomes of a user whose windows do not acknowledge what they are answered.
@Suite("Outcomes that nobody acknowledges")
struct OutcomeShareTests {
  private static func harness() throws -> CoordinatorHarness {
    var harness = CoordinatorHarness {
      $0.shares.outcomeBytes = Share(all: 100_000, reserve: 20_000, modest: 1_000, ofUser: 40_000)
    }
    try harness.makeBoard()
    return harness
  }

  /// Edits until that is refused.
  /// - Returns: how many edits were taken, and the refusal.
  private static func fill(
    _ window: inout SampleWindow, _ harness: inout CoordinatorHarness
  ) throws -> (count: Int, refusal: ErrorMessage) {
    for count in 0..<1_000 {
      let operation = window.operation(
        .cardRetitle(card(1), title: "Title \(count)"), counter: window.counter + 1)
      switch try harness.request(window.connection, Submit(operation: operation)) {
      case .outcome: window.counter += 1
      case .error(let error): return (count, error)
      case let other: throw CoordinatorHarness.Unexpected(other)
      }
    }
    throw CoordinatorHarness.Unexpected(nil)
  }

  /// Whether anything is counted.
  private static func isCounted(_ harness: CoordinatorHarness) -> Bool {
    let none = Share(all: 1, reserve: 0, modest: 1, ofUser: 1)
    return harness.coordinator.sessions.counts.excessOfOutcomes(
      of: none, for: Author(user: "ann", device: "laptop")) != nil
  }

  @Test(
    "All windows of a user wait until enough is acknowledged, those of others do not",
    .holds("LIM-018"))
  func refused() throws {
    var harness = try Self.harness()
    var (ann, _) = try harness.window(1)
    var (second, _) = try harness.window(2)
    var (ben, _) = try harness.window(3, user: "ben")
    let (count, refusal) = try Self.fill(&ann, &harness)
    #expect((100...150).contains(count))
    #expect(refusal.code == .acknowledgeFirst)
    #expect(refusal.text.contains("outcome-bytes-of-user"))
    #expect(refusal.retryAfter > 0)
    #expect(harness.coordinator.boards.loaded(board(1))?.tip.sequence == UInt64(count) + 1)
    #expect(try Self.fill(&second, &harness).count == 0)
    _ = try harness.submit(&ben, .cardRetitle(card(1), title: "Ben's"))
    harness.send(
      ann.connection, Acknowledge(sequence: ann.counter + 1, counter: ann.counter).frame())
    #expect(!Self.isCounted(harness))
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Ann's"))
    #expect(try Self.fill(&second, &harness).count > 90)
  }

  @Test("What is left is for those who keep little")
  func reserve() throws {
    var harness = try Self.harness()
    for (number, user) in [(UInt64(1), "ann"), (2, "ben")] {
      var (window, _) = try harness.window(number, user: user)
      _ = try Self.fill(&window, &harness)
    }
    var (cy, _) = try harness.window(3, user: "cy")
    let (count, refusal) = try Self.fill(&cy, &harness)
    #expect(count > 0)
    #expect(refusal.text.contains("outcome-bytes-reserve"))
    var (di, _) = try harness.window(4, user: "di")
    _ = try harness.submit(&di, .cardRetitle(card(1), title: "Di's"))
  }

  @Test("A window that ended has no outcomes any more, nor after a start")
  func ended() throws {
    var harness = try Self.harness()
    var window = try harness.show(1, .board)
    _ = try Self.fill(&window, &harness)
    var other = try harness.show(2, .card(1))
    #expect(try Self.fill(&other, &harness).count == 0)
    harness.commitsAtOnce = false
    let request = harness.begin(
      other.connection, EndWindow(session: session(1), ending: .standard, reason: ""))
    // The log may not take it, and then the window goes on.
    #expect(Self.isCounted(harness))
    harness.commitNow()
    guard case .windowEnded = try harness.answer(other.connection, request) else {
      Issue.record("the window did not end")
      return
    }
    #expect(!Self.isCounted(harness))
    harness.commitsAtOnce = true
    _ = try harness.submit(&other, .cardRetitle(card(1), title: "Ann's"))
    harness.restart()
    _ = try harness.window(3, user: "ben")
    #expect(!Self.isCounted(harness))
    #expect(harness.coordinator.sessions[session(1)]?.ledger.lastCounter == window.counter)
  }

  @Test("A window that is away for a day makes room, and one that is away for less does not")
  func gone() throws {
    var harness = try Self.harness()
    var window = try harness.show(1, .board)
    _ = try Self.fill(&window, &harness)
    harness.handle(.closed(window.connection))
    // Nothing is kept for this one: it stays, as nothing would be gained.
    harness.handle(.closed(try harness.show(4, .favourites).connection))
    var other = try harness.show(2, .card(1))
    #expect(try Self.fill(&other, &harness).count == 0)
    harness.jump(Limits.goneMilliseconds)
    var late = try harness.show(3, .board)
    _ = try harness.submit(&late, .cardRetitle(card(1), title: "Ann's"))
    #expect(harness.coordinator.sessions[session(1)] == nil)
    // Those for which much is kept are connected now.
    _ = try Self.fill(&late, &harness)
    #expect(try Self.fill(&late, &harness).count == 0)
    #expect(harness.coordinator.sessions[session(4)]?.isListed == true)
    // What must not stay can be taken away all the same.
    _ = try harness.submit(&late, .purge(.card(card(1))))
  }

  @Test("Of windows that are long away the one that left first makes room", .holds("LIM-012"))
  func longestGone() throws {
    var harness = try Self.harness()
    var last = try harness.show(1, .board)
    for number in 0..<40 {
      _ = try harness.submit(&last, .cardRetitle(card(1), title: "Title \(number)"))
    }
    var first = try harness.show(2, .card(1))
    #expect(try Self.fill(&first, &harness).count > 40)
    harness.handle(.closed(first.connection))
    harness.advance(1_000)
    harness.handle(.closed(last.connection))
    harness.jump(Limits.goneMilliseconds)
    var late = try harness.show(3, .board)
    _ = try harness.submit(&late, .cardRetitle(card(1), title: "Ann's"))
    #expect(harness.coordinator.sessions[session(1)] != nil)
    #expect(harness.coordinator.sessions[session(2)] == nil)
  }

  @Test("What the log did not take counts no more, and a start counts what it has")
  func counted() throws {
    var harness = try Self.harness()
    var (window, _) = try harness.window(1)
    harness.commitsAtOnce = false
    for _ in 0..<40 {
      window.counter += 1
      let operation = window.operation(
        .cardRetitle(card(1), title: "A title"), counter: window.counter)
      _ = harness.begin(window.connection, Submit(operation: operation))
      harness.advance(0)
    }
    #expect(Self.isCounted(harness))
    harness.failCommit()
    #expect(!Self.isCounted(harness))
    harness = try Self.harness()
    (window, _) = try harness.window(1)
    let count = try Self.fill(&window, &harness).count
    harness.restart()
    #expect(!Self.isCounted(harness))
    var (other, _) = try harness.window(2)
    #expect(Self.isCounted(harness))
    #expect(try Self.fill(&other, &harness).count == 0)
    #expect(harness.coordinator.sessions[session(1)]?.ledger.entries.count == count)
  }
}
