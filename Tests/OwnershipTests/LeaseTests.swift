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
      let renewed: [(Lease.Event, UInt64)] = [(.woken, 1_000), (.renewed, 1_010)]
      return switch self {
      case .fresh: Lease()
      case .asking: LeaseTests.lease([(.woken, 1_000)])
      case .serving: LeaseTests.lease(renewed)
      case .renewing: LeaseTests.lease(renewed + [(.woken, 1_500)])
      case .silent: LeaseTests.lease(renewed + [(.woken, 1_500), (.woken, 2_800)])
      case .pausing:
        LeaseTests.lease(renewed + [(.woken, 1_500), (.woken, 2_800), (.unanswered, 3_000)])
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
    Row(.fresh, .woken, at: 1_000, [.renew]),
    Row(.fresh, .renewed, at: 1_000, []),
    Row(.fresh, .unanswered, at: 1_000, []),
    Row(.asking, .woken, at: 1_500, []),
    Row(.asking, .renewed, at: 1_200, [.serve, .wake(at: 1_500)], serves: true),
    // So late that the next one is due.
    Row(.asking, .renewed, at: 1_600, [.serve, .renew, .wake(at: 2_800)], serves: true),
    // So late that it is over.
    Row(.asking, .renewed, at: 2_800, [.renew]),
    Row(.asking, .unanswered, at: 1_200, [.wake(at: 1_300)]),
    Row(.serving, .woken, at: 1_499, [.wake(at: 1_500)], serves: true),
    Row(.serving, .woken, at: 1_500, [.renew, .wake(at: 2_800)], serves: true),
    // It stood still.
    Row(.serving, .woken, at: 2_800, [.silence, .renew]),
    Row(.serving, .renewed, at: 1_200, [], serves: true),
    Row(.serving, .unanswered, at: 1_200, [], serves: true),
    Row(.renewing, .woken, at: 2_799, [.wake(at: 2_800)], serves: true),
    Row(.renewing, .woken, at: 2_800, [.silence]),
    Row(.renewing, .renewed, at: 1_600, [.wake(at: 2_000)], serves: true),
    // The old lease was over by then, and the new one is not.
    Row(.renewing, .renewed, at: 2_900, [.renew, .wake(at: 3_300)], serves: true),
    Row(.renewing, .renewed, at: 3_300, [.silence, .renew]),
    Row(.renewing, .unanswered, at: 1_600, [.wake(at: 1_700)], serves: true),
    Row(.renewing, .unanswered, at: 2_750, [.wake(at: 2_800)], serves: true),
    Row(.renewing, .unanswered, at: 2_800, [.silence, .wake(at: 2_900)]),
    Row(.silent, .woken, at: 3_000, []),
    Row(.silent, .renewed, at: 2_900, [.serve, .renew, .wake(at: 3_300)], serves: true),
    Row(.silent, .renewed, at: 3_300, [.renew]),
    Row(.silent, .unanswered, at: 3_000, [.wake(at: 3_100)]),
    Row(.pausing, .woken, at: 3_099, [.wake(at: 3_100)]),
    Row(.pausing, .woken, at: 3_100, [.renew]),
    Row(.pausing, .renewed, at: 3_100, []),
    Row(.pausing, .unanswered, at: 3_100, []),
  ]

  @Test("Each stage goes on with each event as the table says", arguments: table)
  func transition(row: Row) {
    var lease = row.stage.lease
    #expect(lease.handle(row.event, now: row.now) == row.effects)
    #expect(lease.allowsServing(at: row.now) == row.serves)
  }

  @Test("The table is complete", arguments: Stage.allCases)
  func complete(stage: Stage) {
    for event in [Lease.Event.woken, .renewed, .unanswered] {
      #expect(Self.table.contains { $0.stage == stage && $0.event == event }, "\(event)")
    }
  }

  @Test("Who stood still over the end serves nothing, also before anything woke it")
  func stoodStill() {
    let lease = Self.lease([(.woken, 1_000), (.renewed, 1_010)])
    #expect(lease.allowsServing(at: 2_799))
    #expect(!lease.allowsServing(at: 2_800))
  }

  @Test("With answers that come in time it serves without a gap")
  func goesOn() {
    var lease = Lease()
    var effects = lease.handle(.woken, now: 1_000)
    #expect(effects == [.renew])
    var now: UInt64 = 1_000
    effects = lease.handle(.renewed, now: now + 400)
    for _ in 0..<1_000 {
      guard case .wake(let time)? = effects.last else {
        Issue.record("nothing wakes it after \(now)")
        return
      }
      now = time
      effects = lease.handle(.woken, now: now)
      #expect(effects.first == .renew)
      effects = lease.handle(.renewed, now: now + 400)
      #expect(lease.allowsServing(at: now + 400))
      #expect(!effects.contains(.silence))
      #expect(!effects.contains(.serve))
    }
  }
}
