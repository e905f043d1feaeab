import BoardModel
import Coordination
import LogRecords
import Randomness
import Testing
import Wire

/// Many people open, close and race for the same few cards, at two terminals each.
@Suite("Racing for windows")
struct RacingTests {
  static let users = 100
  static let sessionsEach = 10
  static let cards: UInt64 = 50

  /// One user's terminals and the sessions they try to show.
  private struct Racer {
    let user: String
    var terminals: [ConnectionID] = []
    /// What each terminal shows.
    var shown: [ConnectionID: SessionID] = [:]
    /// Of sessions that were made, the card they are for.
    var cards: [SessionID: UInt64] = [:]
  }

  @Test(
    """
    A thousand sessions of a hundred users race for fifty cards, also where the log fails: none is \
    open twice at any step, and who opened one is told
    """, arguments: [1, 2, 3] as [UInt64])
  func race(seed: UInt64) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var random = SeededGenerator(seed: seed)
    var racers: [Racer] = []
    for user in 0..<Self.users {
      var racer = Racer(user: "user\(user)")
      for _ in 0..<3 { racer.terminals.append(try harness.greeted(user: racer.user)) }
      racers.append(racer)
    }
    var lastSession: UInt64 = 100
    var made = 0
    var refused = 0
    var activated = 0
    var failed = 0
    var step = 0
    while made < Self.users * Self.sessionsEach {
      step += 1
      try #require(step < 100_000, "the race does not end")
      let index = Int(random.next() % UInt64(racers.count))
      let terminal = Int(random.next() % 3)
      let id = racers[index].terminals[terminal]
      // Everybody has a few cards that they come back to, so that their terminals meet.
      let card = (UInt64(index) * 7 + random.next() % 4) % Self.cards + 1
      switch random.next() % 10 {
      case 0...5:
        guard racers[index].shown[id] == nil else { continue }
        lastSession += 1
        let fresh = lastSession
        // Some ask first, as a polite client does; some attach at once.
        var wanted = session(fresh)
        var manner = AttachManner.resume
        if random.next() % 2 == 0 {
          let request = harness.begin(
            id,
            OpenWindow(
              board: board(1), session: wanted, activity: .card(card), isAdditional: false))
          for other in racers[index].terminals { harness.pong(other) }
          guard case .windowOpened(let opened) = try harness.answer(id, request) else {
            Issue.record("not answered")
            return
          }
          if opened.opening == .activated {
            activated += 1
            continue
          }
          (wanted, manner) = (opened.session, .adopt)
        }
        let isNew = harness.coordinator.windows(of: racers[index].user).allSatisfy {
          $0.id != wanted
        }
        let body = windowBody(harness, wanted, card, manner, instance: id.rawValue)
        let others = racers[index].terminals
        if random.next() % 4 == 0 {
          let reply = try attach(id, body, others, &harness, failing: true)
          if case .error(let error) = reply, error.code == .storeUnavailable { failed += 1 }
        }
        // What the log could not take was not lost by that.
        switch try attach(id, body, others, &harness) {
        case .attached:
          racers[index].shown[id] = wanted
          racers[index].cards[wanted] = card
          if isNew { made += 1 }
          if manner == .adopt {
            let told = Message.windowRegistered(WindowRegistered(session: wanted))
            #expect(harness.take(id).contains(told), "step \(step)")
          }
        case .error(let error):
          #expect(error.code == .alreadyOpen || error.code == .sessionInUse)
          refused += 1
        default: Issue.record("neither attached nor refused")
        }
      case 6, 7:
        // Closed for good.
        guard racers[index].shown.removeValue(forKey: id) != nil else { continue }
        _ = try harness.request(id, Detach(close: true))
      case 8:
        // Cut, or killed: the session stays.
        guard racers[index].shown.removeValue(forKey: id) != nil else { continue }
        harness.handle(.closed(id))
        racers[index].terminals[terminal] = try harness.greeted(user: racers[index].user)
      default:
        harness.advance(random.next() % 1_000)
        for racer in racers { for other in racer.terminals { harness.pong(other) } }
      }
      #expect(duplicates(harness, racers[index].user) == 0, "step \(step)")
      for id in racers[index].terminals { _ = harness.take(id) }
    }
    #expect(racers.reduce(0) { $0 + duplicates(harness, $1.user) } == 0)
    // The race was one.
    #expect(refused > 100)
    #expect(activated > 100)
    #expect(failed > 100)
  }

  private func attach(
    _ id: ConnectionID, _ body: AttachWindow, _ others: [ConnectionID],
    _ harness: inout CoordinatorHarness, failing: Bool = false
  ) throws -> Message {
    harness.commitsAtOnce = !failing
    let request = harness.begin(id, body)
    for other in others { harness.pong(other) }
    while harness.pendingGroup != nil { harness.failCommit() }
    harness.commitsAtOnce = true
    return try harness.answer(id, request)
  }

  private func windowBody(
    _ harness: CoordinatorHarness, _ session: SessionID, _ card: UInt64, _ manner: AttachManner,
    instance: UInt64
  ) -> AttachWindow {
    harness.windowBody(session.low, .card(card), manner, instance: instance)
  }

  /// Windows of a user for a card that has another one, by what the coordinator says to anybody.
  private func duplicates(_ harness: CoordinatorHarness, _ user: String) -> Int {
    let windows = harness.coordinator.windows(of: user)
    let cards = Set(windows.compactMap { $0.window?.activity.target })
    return windows.count - cards.count
  }
}
