import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("Who waits for a window to be shown")
struct WatchingTests {
  private static func isTold(
    _ id: ConnectionID, of number: UInt64, _ harness: inout CoordinatorHarness
  ) -> Bool {
    harness.take(id).contains(.windowRegistered(WindowRegistered(session: session(number))))
  }

  @Test(
    "Whoever asked for a window by name is told each time it is shown, and nobody else is",
    .holds("WIN-028"))
  func asked() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    harness.handle(.closed(shown.connection))
    let first = try harness.greeted()
    let second = try harness.greeted(device: "phone")
    let looker = try harness.greeted()
    #expect(try harness.windows(first, 2).map(\.isConnected) == [false])
    _ = try harness.windows(second, 2)
    _ = try harness.windows(looker)
    for instance in 2...3 as ClosedRange<UInt64> {
      let back = try harness.show(2, .card(1), .adopt, instance: instance)
      #expect(Self.isTold(first, of: 2, &harness))
      #expect(Self.isTold(second, of: 2, &harness))
      #expect(!Self.isTold(looker, of: 2, &harness))
      #expect(!Self.isTold(back.connection, of: 2, &harness))
      harness.handle(.closed(back.connection))
    }
  }

  @Test("Somebody who asks for it, the window to be included, takes nothing from who opened it")
  func opener() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let opener = try harness.greeted()
    #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
    let asker = try harness.greeted()
    #expect(try harness.windows(asker, 2).count == 1)
    _ = try harness.show(2, .card(1), .adopt)
    #expect(Self.isTold(opener, of: 2, &harness))
    #expect(Self.isTold(asker, of: 2, &harness))
  }

  @Test(
    "Who waits for a window is told of it also where it was to end", .holds("WIN-015", "WIN-028"))
  func notEnded() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (opener, asker) = (try harness.greeted(), try harness.greeted())
    #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
    let shown = try harness.show(2, .card(1), .adopt)
    _ = try harness.windows(asker, 2)
    _ = harness.take(opener)
    harness.commitsAtOnce = false
    let end = harness.begin(
      asker, EndWindow(session: session(2), ending: .decline, reason: ""))
    harness.failCommit()
    guard case .error(let error) = try harness.answer(asker, end) else {
      Issue.record("ended")
      return
    }
    #expect(error.code == .storeUnavailable)
    harness.handle(.closed(shown.connection))
    harness.commitsAtOnce = true
    harness.commitNow()
    _ = try harness.show(2, .card(1))
    #expect(Self.isTold(opener, of: 2, &harness))
    #expect(Self.isTold(asker, of: 2, &harness))
  }

  @Test("A window is told of only once it is durable")
  func durable() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let opener = try harness.greeted()
    _ = try harness.open(opener, 2, .card(1))
    let window = try harness.greeted()
    harness.commitsAtOnce = false
    _ = harness.begin(window, harness.windowBody(2, .card(1), .adopt))
    #expect(!Self.isTold(opener, of: 2, &harness))
    harness.commitNow()
    #expect(Self.isTold(opener, of: 2, &harness))
  }

  @Test(
    "Of what one connection asked for only the last sessions count, each once", .holds("WIN-028"))
  func bounded() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let count = UInt64(Limits.watchedSessions) + 1
    for number in 1...count {
      let window = try harness.show(number, .board)
      harness.handle(.closed(window.connection))
    }
    let asker = try harness.greeted()
    for number in 1...count - 1 { _ = try harness.windows(asker, number) }
    // The first is asked for again, so that the second is the oldest.
    _ = try harness.windows(asker, 1)
    _ = try harness.windows(asker, count)
    _ = harness.take(asker)
    for number in 1...count { _ = try harness.show(number, .board, .adopt, instance: 2) }
    let told = harness.take(asker).compactMap {
      if case .windowRegistered(let registered) = $0 { registered.session.low } else { nil }
    }
    #expect(told == (1...count).filter { $0 != 2 })
  }

  @Test("A window of another user, and one that has ended, is not watched")
  func refused() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let window = try harness.show(2, .board)
    let stranger = try harness.greeted(user: "ben")
    let refusal = try harness.refusal(stranger, ListWindows(session: session(2)))
    #expect(refusal.code == .windowUnknown)
    harness.handle(.closed(window.connection))
    _ = try harness.show(2, .board, .adopt, instance: 2)
    #expect(!Self.isTold(stranger, of: 2, &harness))
  }

  @Test("A connection that closed is told no more, and others are all the same")
  func gone() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let window = try harness.show(2, .board)
    harness.handle(.closed(window.connection))
    let gone = try harness.greeted()
    let stays = try harness.greeted()
    for id in [gone, stays] { _ = try harness.windows(id, 2) }
    harness.handle(.closed(gone))
    _ = try harness.show(2, .board, .adopt, instance: 2)
    #expect(!Self.isTold(gone, of: 2, &harness))
    #expect(Self.isTold(stays, of: 2, &harness))
  }
}
