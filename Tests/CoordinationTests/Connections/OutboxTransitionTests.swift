import Testing
import Wire

@testable import Coordination

@Suite("Transitions of an outbox")
struct OutboxTransitionTests {
  enum State: String, CaseIterable {
    case empty
    /// Two bytes are gathered in this turn.
    case gathered
    /// The socket has not yet taken 90 bytes.
    case unsent
    /// The same, of which 80 count for nothing.
    case aside
    /// More waits than may, and reading from the peer has stopped.
    case paused
    /// The same by an answer of 90 bytes that is not durable, while the socket has 20.
    case held
  }

  enum Event: String, CaseIterable {
    case gather, reserveAside, reserveTooMuch, flush, pause, progressAll, progressHalf,
      progressLittle, hold, release
    case roomForTen, roomForEleven
  }

  private static let limit = 100
  private static let now = Moment(monotonic: 2_000, wall: 0)

  private static func outbox(_ state: State) -> Outbox {
    var outbox = Outbox()
    switch state {
    case .empty: break
    case .gathered: _ = outbox.gather([1, 2])
    case .unsent, .aside, .paused:
      if state == .aside { _ = outbox.reserveAside(80) }
      _ = outbox.gather([UInt8](repeating: 0, count: state == .paused ? 101 : 90))
      _ = outbox.flush(now: Moment(monotonic: 1_000, wall: 0))
      _ = outbox.pause(limit: limit)
    case .held:
      outbox.hold(90)
      _ = outbox.gather([UInt8](repeating: 0, count: 20))
      _ = outbox.flush(now: Moment(monotonic: 1_000, wall: 0))
      _ = outbox.pause(limit: limit)
    }
    return outbox
  }

  private static func happen(_ event: Event, _ outbox: inout Outbox) -> String {
    switch event {
    case .gather: return "first \(outbox.gather([3]))"
    case .reserveAside: return "room \(outbox.reserveAside(50))"
    case .reserveTooMuch: return "room \(outbox.reserveAside(Outbox.asideBytes + 1))"
    case .flush: return "\(outbox.flush(now: now))"
    case .pause: return "pauses \(outbox.pause(limit: limit))"
    case .progressAll: return progress(unsent: 0, &outbox)
    case .progressHalf: return progress(unsent: 50, &outbox)
    case .progressLittle: return progress(unsent: 51, &outbox)
    case .hold:
      outbox.hold(30)
      return "-"
    case .release:
      outbox.release(outbox.held)
      return "-"
    case .roomForTen: return "room \(outbox.hasRoom(for: 10, limit: limit))"
    case .roomForEleven: return "room \(outbox.hasRoom(for: 11, limit: limit))"
    }
  }

  private static func progress(unsent: Int, _ outbox: inout Outbox) -> String {
    "resumes \(outbox.progress(unsent: unsent, limit: limit, now: now))"
  }

  private static func standing(_ outbox: Outbox) -> String {
    "\(outbox.gathered.count)+\(outbox.unsent)+\(outbox.held) aside \(outbox.aside) "
      + "since \(outbox.lastProgress)"
      + (outbox.paused ? " paused" : "")
  }

  static func outcome(_ event: Event, in state: State) -> String {
    var outbox = outbox(state)
    let effect = happen(event, &outbox)
    return "\(effect) | \(standing(outbox))"
  }

  @Test(
    "Every event has the effect of the table, and leaves the outbox as it says",
    arguments: State.allCases)
  func table(state: State) throws {
    let table = try #require(Self.transitions[state])
    expectTransitions(table) { (event: Event) in Self.outcome(event, in: state) }
  }

  /// The bytes gathered, unsent and held, how many of them count for nothing, and since when nothing
  /// moved.
  private static let transitions: [State: String] = [
    .empty: """
    first true | 1+0+0 aside 0 since 0 <- gather
    room true | 0+0+0 aside 50 since 0 <- reserveAside
    room false | 0+0+0 aside 0 since 0 <- reserveTooMuch
    [] | 0+0+0 aside 0 since 0 <- flush
    pauses false | 0+0+0 aside 0 since 0 <- pause
    resumes false | 0+0+0 aside 0 since 2000 <- progressAll
    resumes false | 0+50+0 aside 0 since 2000 <- progressHalf
    resumes false | 0+51+0 aside 0 since 2000 <- progressLittle
    room true | 0+0+0 aside 0 since 0 <- roomForTen roomForEleven
    - | 0+0+30 aside 0 since 0 <- hold
    - | 0+0+0 aside 0 since 0 <- release
    """,
    .gathered: """
    first false | 3+0+0 aside 0 since 0 <- gather
    room true | 2+0+0 aside 50 since 0 <- reserveAside
    room false | 2+0+0 aside 0 since 0 <- reserveTooMuch
    [1, 2] | 0+2+0 aside 0 since 2000 <- flush
    pauses false | 2+0+0 aside 0 since 0 <- pause
    resumes false | 2+0+0 aside 0 since 2000 <- progressAll
    resumes false | 2+50+0 aside 0 since 2000 <- progressHalf
    resumes false | 2+51+0 aside 0 since 2000 <- progressLittle
    room true | 2+0+0 aside 0 since 0 <- roomForTen roomForEleven
    - | 2+0+30 aside 0 since 0 <- hold
    - | 2+0+0 aside 0 since 0 <- release
    """,
    .unsent: """
    first true | 1+90+0 aside 0 since 1000 <- gather
    room true | 0+90+0 aside 50 since 1000 <- reserveAside
    room false | 0+90+0 aside 0 since 1000 <- reserveTooMuch roomForEleven
    [] | 0+90+0 aside 0 since 1000 <- flush
    pauses false | 0+90+0 aside 0 since 1000 <- pause
    resumes false | 0+0+0 aside 0 since 2000 <- progressAll
    resumes false | 0+50+0 aside 0 since 2000 <- progressHalf
    resumes false | 0+51+0 aside 0 since 2000 <- progressLittle
    room true | 0+90+0 aside 0 since 1000 <- roomForTen
    - | 0+90+30 aside 0 since 1000 <- hold
    - | 0+90+0 aside 0 since 1000 <- release
    """,
    .aside: """
    first true | 1+90+0 aside 80 since 1000 <- gather
    room true | 0+90+0 aside 130 since 1000 <- reserveAside
    room false | 0+90+0 aside 80 since 1000 <- reserveTooMuch
    [] | 0+90+0 aside 80 since 1000 <- flush
    pauses false | 0+90+0 aside 80 since 1000 <- pause
    resumes false | 0+0+0 aside 0 since 2000 <- progressAll
    resumes false | 0+50+0 aside 50 since 2000 <- progressHalf
    resumes false | 0+51+0 aside 51 since 2000 <- progressLittle
    room true | 0+90+0 aside 80 since 1000 <- roomForTen roomForEleven
    - | 0+90+30 aside 80 since 1000 <- hold
    - | 0+90+0 aside 80 since 1000 <- release
    """,
    .paused: """
    first true | 1+101+0 aside 0 since 1000 paused <- gather
    room true | 0+101+0 aside 50 since 1000 paused <- reserveAside
    room false | 0+101+0 aside 0 since 1000 paused <- reserveTooMuch roomForTen roomForEleven
    [] | 0+101+0 aside 0 since 1000 paused <- flush
    pauses false | 0+101+0 aside 0 since 1000 paused <- pause
    resumes true | 0+0+0 aside 0 since 2000 <- progressAll
    resumes true | 0+50+0 aside 0 since 2000 <- progressHalf
    resumes false | 0+51+0 aside 0 since 2000 paused <- progressLittle
    - | 0+101+30 aside 0 since 1000 paused <- hold
    - | 0+101+0 aside 0 since 1000 paused <- release
    """,
    .held: """
    first true | 1+20+90 aside 0 since 1000 paused <- gather
    room true | 0+20+90 aside 50 since 1000 paused <- reserveAside
    room false | 0+20+90 aside 0 since 1000 paused <- reserveTooMuch roomForTen roomForEleven
    [] | 0+20+90 aside 0 since 1000 paused <- flush
    pauses false | 0+20+90 aside 0 since 1000 paused <- pause
    resumes false | 0+0+90 aside 0 since 2000 paused <- progressAll
    resumes false | 0+50+90 aside 0 since 2000 paused <- progressHalf
    resumes false | 0+51+90 aside 0 since 2000 paused <- progressLittle
    - | 0+20+120 aside 0 since 1000 paused <- hold
    - | 0+20+0 aside 0 since 1000 paused <- release
    """,
  ]
}
