import Ownership
import Testing

@Suite("A process's lease")
struct LeaseTests {
  /// With the terms as they are: it lasts 2,000 from when it was sent, of which the last 200 are not
  /// served, and is renewed each 500.
  private static func lease(_ events: [(Lease.Event, UInt64)]) -> Lease {
    var lease = Lease()
    for (event, now) in events { _ = lease.handle(event, now: now) }
    return lease
  }

  enum Stage: CaseIterable {
    /// Never renewed, and nothing under way.
    case fresh
    /// The first renewal is under way, since 1,000.
    case asking
    /// Renewed at 1,000, and nothing under way: it serves until 2,800.
    case serving
    /// The same, and a renewal is under way since 1,500.
    case renewing
    /// It served until 2,800, and a renewal is under way since 1,500.
    case silent
    /// The same, and that had no answer at 3,000.
    case pausing

    var lease: Lease {
      let renewed: [(Lease.Event, UInt64)] = [(.woken, 1_000), (.renewed(sent: 1_000), 1_010)]
      return switch self {
      case .fresh: Lease()
      case .asking: LeaseTests.lease([(.woken, 1_000)])
      case .serving: LeaseTests.lease(renewed)
      case .renewing: LeaseTests.lease(renewed + [(.woken, 1_500)])
      case .silent: LeaseTests.lease(renewed + [(.woken, 1_500), (.woken, 2_800)])
      case .pausing:
        LeaseTests.lease(
          renewed + [(.woken, 1_500), (.woken, 2_800), (.unanswered(sent: 1_500), 3_000)])
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let stage: Stage
    let event: Lease.Event
    let now: UInt64
    let effects: [Lease.Effect]
    let serves: Bool

    init(
      _ stage: Stage, _ event: Lease.Event, at now: UInt64, _ effects: [Lease.Effect],
      serves: Bool = false
    ) {
      (self.stage, self.event, self.now) = (stage, event, now)
      (self.effects, self.serves) = (effects, serves)
    }

    var testDescription: String { "\(stage), \(event) at \(now)" }
  }

  static let table: [Row] = [
    Row(.fresh, .woken, at: 1_000, [.renew(sent: 1_000)]),
    // Of nothing that it sent.
    Row(.fresh, .unanswered(sent: 900), at: 1_000, [.renew(sent: 1_000)]),
    Row(.asking, .woken, at: 1_500, []),
    Row(.asking, .renewed(sent: 1_000), at: 1_200, [.serve, .wake(at: 1_500)], serves: true),
    // So late that the next one is due.
    Row(
      .asking, .renewed(sent: 1_000), at: 1_600, [.serve, .renew(sent: 1_600), .wake(at: 2_800)],
      serves: true),
    // So late that it is over.
    Row(.asking, .renewed(sent: 1_000), at: 2_800, [.renew(sent: 2_800)]),
    Row(.asking, .unanswered(sent: 1_000), at: 1_200, [.wake(at: 1_300)]),
    Row(.serving, .woken, at: 1_499, [.wake(at: 1_500)], serves: true),
    Row(.serving, .woken, at: 1_500, [.renew(sent: 1_500), .wake(at: 2_800)], serves: true),
    // It stood still.
    Row(.serving, .woken, at: 2_800, [.silence, .renew(sent: 2_800)]),
    // An old one.
    Row(.serving, .renewed(sent: 400), at: 1_200, [.wake(at: 1_500)], serves: true),
    Row(.serving, .unanswered(sent: 400), at: 1_200, [.wake(at: 1_500)], serves: true),
    Row(.renewing, .woken, at: 2_799, [.wake(at: 2_800)], serves: true),
    Row(.renewing, .woken, at: 2_800, [.silence]),
    Row(.renewing, .renewed(sent: 1_500), at: 1_600, [.wake(at: 2_000)], serves: true),
    // The old lease was over by then, and the new one is not.
    Row(
      .renewing, .renewed(sent: 1_500), at: 2_900, [.renew(sent: 2_900), .wake(at: 3_300)],
      serves: true),
    Row(.renewing, .renewed(sent: 1_500), at: 3_300, [.silence, .renew(sent: 3_300)]),
    Row(.renewing, .unanswered(sent: 1_500), at: 1_600, [.wake(at: 1_700)], serves: true),
    Row(.renewing, .unanswered(sent: 1_500), at: 2_750, [.wake(at: 2_800)], serves: true),
    Row(.renewing, .unanswered(sent: 1_500), at: 2_800, [.silence, .wake(at: 2_900)]),
    Row(.silent, .woken, at: 3_000, []),
    Row(
      .silent, .renewed(sent: 1_500), at: 2_900, [.serve, .renew(sent: 2_900), .wake(at: 3_300)],
      serves: true),
    Row(.silent, .renewed(sent: 1_500), at: 3_300, [.renew(sent: 3_300)]),
    Row(.silent, .unanswered(sent: 1_500), at: 3_000, [.wake(at: 3_100)]),
    Row(.pausing, .woken, at: 3_099, [.wake(at: 3_100)]),
    Row(.pausing, .woken, at: 3_100, [.renew(sent: 3_100)]),
    // It comes after it was given up, and counts from when it was sent.
    Row(.pausing, .renewed(sent: 1_500), at: 3_050, [.serve, .wake(at: 3_100)], serves: true),
    Row(.pausing, .renewed(sent: 1_500), at: 3_300, [.renew(sent: 3_300)]),
    Row(.pausing, .unanswered(sent: 1_500), at: 3_050, [.wake(at: 3_100)]),
  ]

  @Test("Each stage goes on with each event as the table says", arguments: table)
  func transition(row: Row) {
    var lease = row.stage.lease
    #expect(lease.handle(row.event, now: row.now) == row.effects)
    #expect(lease.allowsServing(at: row.now) == row.serves)
  }

  @Test("Who stood still over the end serves nothing, also before anything woke it")
  func stoodStill() {
    let lease = Self.lease([(.woken, 1_000), (.renewed(sent: 1_000), 1_010)])
    #expect(lease.allowsServing(at: 2_799))
    #expect(!lease.allowsServing(at: 2_800))
  }

  @Test("With answers that come in time it serves without a gap")
  func goesOn() {
    var lease = Lease()
    var effects = lease.handle(.woken, now: 1_000)
    #expect(effects == [.renew(sent: 1_000)])
    var now: UInt64 = 1_000
    effects = lease.handle(.renewed(sent: now), now: now + 400)
    for _ in 0..<1_000 {
      guard case .wake(let time)? = effects.last else {
        Issue.record("nothing wakes it after \(now)")
        return
      }
      now = time
      effects = lease.handle(.woken, now: now)
      #expect(effects.first == .renew(sent: now))
      effects = lease.handle(.renewed(sent: now), now: now + 400)
      #expect(lease.allowsServing(at: now + 400))
      #expect(!effects.contains(.silence))
      #expect(!effects.contains(.serve))
    }
  }
}
