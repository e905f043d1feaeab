import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("One window, two terminals")
struct TakeoverTests {
  /// A card window that is there, and somebody else who wants it and waits.
  private static func contest(
    _ harness: inout CoordinatorHarness
  ) throws -> (incumbent: SampleWindow, newcomer: ConnectionID, request: UInt64) {
    try harness.makeBoard()
    let incumbent = try harness.show(2, .card(1))
    let newcomer = try harness.greeted(device: "phone")
    let request = harness.begin(newcomer, harness.windowBody(2, .card(1), .adopt, instance: 2))
    return (incumbent, newcomer, request)
  }

  @Test(
    "A window that answers keeps its session, and the newcomer is told where it is",
    .holds("WIN-010"))
  func alive() throws {
    var harness = CoordinatorHarness()
    let (incumbent, newcomer, request) = try Self.contest(&harness)
    #expect(throws: CoordinatorHarness.Unexpected.self) {
      try harness.answer(newcomer, request)
    }
    harness.pong(incumbent.connection)
    guard case .error(let error) = try harness.answer(newcomer, request) else {
      Issue.record("not refused")
      return
    }
    #expect(error.code == .sessionInUse)
    #expect(error.text == "This window is open on laptop, tty1.")
    #expect(harness.coordinator.route(of: session(2)) == incumbent.connection)
    #expect(harness.take(incumbent.connection).isEmpty)
  }

  @Test(
    "A window that does not answer for two seconds is taken over, its old route first",
    .holds("WIN-010", "WIN-011"))
  func dead() throws {
    var harness = CoordinatorHarness()
    let (incumbent, newcomer, request) = try Self.contest(&harness)
    harness.advance(1_999)
    #expect(harness.coordinator.route(of: session(2)) == incumbent.connection)
    harness.advance(1)
    guard case .attached(let attached) = try harness.answer(newcomer, request) else {
      Issue.record("not attached")
      return
    }
    #expect(attached.epoch == 2)
    let fenced = harness.take(incumbent.connection).contains {
      if case .error(let error) = $0 { error.code == .fenced } else { false }
    }
    #expect(fenced)
    #expect(harness.coordinator.route(of: session(2)) == newcomer)
  }

  @Test("A window whose connection ends meanwhile is taken over at once")
  func ended() throws {
    var harness = CoordinatorHarness()
    let (incumbent, newcomer, request) = try Self.contest(&harness)
    harness.handle(.closed(incumbent.connection))
    guard case .attached = try harness.answer(newcomer, request) else {
      Issue.record("not attached")
      return
    }
  }

  @Test("Of two newcomers the first gets a dead window, and the second meets one that lives")
  func twoNewcomers() throws {
    var harness = CoordinatorHarness()
    let (_, newcomer, request) = try Self.contest(&harness)
    let third = try harness.greeted(device: "desk")
    let second = harness.begin(third, harness.windowBody(2, .card(1), .adopt, instance: 3))
    harness.advance(2_000)
    guard case .attached = try harness.answer(newcomer, request) else {
      Issue.record("not attached")
      return
    }
    harness.pong(newcomer)
    guard case .error(let error) = try harness.answer(third, second) else {
      Issue.record("two have it")
      return
    }
    #expect(error.code == .sessionInUse)
    #expect(harness.coordinator.route(of: session(2)) == newcomer)
  }

  @Test("A person takes a window over without asking it", .holds("WIN-012"))
  func takeOver() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let incumbent = try harness.show(2, .card(1))
    let taken = try harness.show(2, .card(1), .takeOver, instance: 2)
    #expect(taken.attached.epoch == 2)
    let fenced = harness.take(incumbent.connection).contains {
      if case .error(let error) = $0 { error.code == .fenced } else { false }
    }
    #expect(fenced)
  }

  @Test(
    "A window started again on its own disk is itself, whatever epoch that disk has",
    .holds("WIN-013"))
  func restarted() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.show(2, .card(1), instance: 1)
    // Killed before it had written down the epoch it was given; its socket is not closed yet.
    let again = try harness.show(2, .card(1), instance: 2, previous: 1)
    #expect(again.attached.epoch == 2)
    let third = try harness.show(2, .card(1), instance: 3, previous: 2, epoch: 1)
    #expect(third.attached.epoch == 3)
    // One that was taken over meanwhile is not.
    let late = try harness.greeted()
    harness.handle(.closed(third.connection))
    let refusal = try harness.refusal(
      late, harness.windowBody(2, .card(1), instance: 4, previous: 2, epoch: 2))
    #expect(refusal.code == .fenced)
  }

  @Test("Opening what a dead window shows adopts it", .holds("WIN-006"))
  func openDead() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    let asker = try harness.greeted()
    let request = harness.begin(
      asker,
      OpenWindow(
        board: board(1), session: session(3), activity: .card(1), isAdditional: false))
    harness.advance(2_000)
    guard case .windowOpened(let opened) = try harness.answer(asker, request) else {
      Issue.record("not opened")
      return
    }
    #expect(opened.opening == .adopt)
    #expect(opened.session == session(2))
    #expect(harness.coordinator.route(of: session(2)) == nil)
    #expect(!harness.take(shown.connection).isEmpty)
  }

  @Test("Who gives up waiting is not attached, and who has a session gets no second one")
  func gaveUp() throws {
    var harness = CoordinatorHarness()
    let (incumbent, newcomer, _) = try Self.contest(&harness)
    harness.handle(.closed(newcomer))
    harness.advance(2_000)
    #expect(harness.coordinator.route(of: session(2)) == nil)
    let back = try harness.greeted()
    let first = harness.begin(back, harness.windowBody(2, .card(1), .adopt, instance: 5))
    let second = harness.begin(back, harness.windowBody(3, .card(2)))
    guard case .attached = try harness.answer(back, first),
      case .error(let error) = try harness.answer(back, second)
    else {
      Issue.record("attached twice")
      return
    }
    #expect(error.code == .alreadyAttached)
    _ = incumbent
  }
}
