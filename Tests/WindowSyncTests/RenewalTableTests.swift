import Testing
import Wire

@testable import WindowSync

/// The renewal of a certificate over a link: every state against every event, with what follows.
@Suite("The transitions of a renewal")
struct RenewalTableTests {
  typealias State = Renewal.State
  typealias Event = Renewal.Event
  typealias Effect = Renewal.Effect

  static let now: UInt64 = 50_000_000
  static let hour: UInt64 = 3_600_000
  static let minute: UInt64 = 60_000

  static let states: [State] = [
    .unlinked, .resting(until: now), .resting(until: now + 1), .looking, .asking, .installing,
  ]

  static let answer = CertificateMessage(certificate: [1], authority: [2])

  static let events: [Event] = [
    .linked, .unlinked, .timer, .looked(.notDue), .looked(.busy), .looked(.due(request: [7])),
    .looked(.failed(reason: "disk")), .answered(.success(.certificate(answer))),
    .answered(.success(.pong(Pong(nonce: 1)))),
    .answered(.failure(Unanswered("suspended", code: .renewalSuspended))),
    .answered(.failure(Unanswered("the connection ended"))), .installed,
    .notInstalled(reason: "disk"), .refusedLate(reason: "no key"),
  ]

  struct Row: Sendable {
    let state: State
    let event: Event
    let next: State
    let effects: [Effect]
  }

  private static func rest(_ pause: UInt64, _ before: [Effect] = []) -> (State, [Effect]) {
    (.resting(until: now + pause), before + [.wake(at: now + pause)])
  }

  private static func row(_ state: State, _ event: Event, _ then: (State, [Effect])) -> Row {
    Row(state: state, event: event, next: then.0, effects: then.1)
  }

  /// Every pair that does something; all others leave the state as it is and do nothing.
  static let rows: [Row] = [
    row(.unlinked, .linked, (.looking, [.withdrawWarningOfEnd, .look])),
    row(.unlinked, .unlinked, (.unlinked, [.wake(at: now + minute)])),
    row(.unlinked, .timer, (.unlinked, [.look, .wake(at: now + hour)])),
    row(.unlinked, .looked(.notDue), (.unlinked, [.withdrawWarning])),
    row(
      .unlinked, .looked(.due(request: [7])),
      (.unlinked, [.release, .warn(Unanswered("the coordinator is not reached"))])),
    row(.unlinked, .looked(.failed(reason: "disk")), (.unlinked, [.warn(Unanswered("disk"))])),
    row(
      .unlinked, .refusedLate(reason: "no key"), (.unlinked, [.warnOfEnd(reason: "no key")])),
    row(.resting(until: now), .timer, (.looking, [.look])),
    row(.resting(until: now), .unlinked, (.unlinked, [.wake(at: now + minute)])),
    row(.resting(until: now), .looked(.due(request: [7])), (.resting(until: now), [.release])),
    row(.resting(until: now + 1), .unlinked, (.unlinked, [.wake(at: now + minute)])),
    row(
      .resting(until: now + 1), .looked(.due(request: [7])),
      (.resting(until: now + 1), [.release])),
    row(.looking, .unlinked, (.unlinked, [.wake(at: now + minute)])),
    row(.looking, .looked(.notDue), rest(hour, [.withdrawWarning])),
    row(.looking, .looked(.busy), rest(minute)),
    row(
      .looking, .looked(.due(request: [7])), (.asking, [.ask(.renew(Renew(request: [7])))])),
    row(.looking, .looked(.failed(reason: "disk")), rest(hour, [.warn(Unanswered("disk"))])),
    row(.asking, .unlinked, (.unlinked, [.release, .wake(at: now + minute)])),
    row(.asking, .answered(.success(.certificate(answer))), (.installing, [.install(answer)])),
    row(.asking, .answered(.success(.pong(Pong(nonce: 1)))), rest(hour, [.release])),
    row(
      .asking, .answered(.failure(Unanswered("suspended", code: .renewalSuspended))),
      rest(hour, [.release, .warn(Unanswered("suspended", code: .renewalSuspended))])),
    row(
      .asking, .answered(.failure(Unanswered("the connection ended"))),
      rest(minute, [.release])),
    row(.installing, .unlinked, (.unlinked, [.wake(at: now + minute)])),
    row(.installing, .installed, rest(hour, [.withdrawWarning])),
    row(.installing, .notInstalled(reason: "disk"), rest(hour, [.warn(Unanswered("disk"))])),
  ]

  @Test("Each pair does what its row says, and every other pair nothing")
  func pairs() {
    var found = 0
    for state in Self.states {
      for event in Self.events {
        let (next, effects) = Renewal.transition(state, event, now: Self.now)
        let row = Self.rows.first { $0.state == state && $0.event == event }
        if row != nil { found += 1 }
        #expect(next == row?.next ?? state, "\(state), \(event)")
        #expect(effects == row?.effects ?? [], "\(state), \(event)")
      }
    }
    #expect(found == Self.rows.count)
  }

  @Test("A person is warned once a day at most, and again on the next day")
  func warnings() {
    var renewal = Renewal()
    var warned: [UInt64] = []
    for hour in UInt64(0)..<49 {
      let now = hour * Self.hour
      _ = renewal.handle(hour == 0 ? .linked : .timer, now: now)
      let effects = renewal.handle(.looked(.failed(reason: "disk")), now: now)
      if effects.contains(.warn(Unanswered("disk"))) { warned.append(hour) }
    }
    #expect(warned == [0, 24, 48])
  }

  @Test("Whoever was warned before the end is warned behind it, once a day at most")
  func warningsOfEnd() {
    var renewal = Renewal()
    let before = renewal.handle(.looked(.failed(reason: "disk")), now: 0)
    #expect(before == [.warn(Unanswered("disk"))])
    let told = (UInt64(1)..<50).filter {
      !renewal.handle(.refusedLate(reason: "no key"), now: $0 * Self.hour).isEmpty
    }
    #expect(told == [1, 25, 49])
  }

  @Test("A warning is withdrawn once, by a new certificate, and the next one comes at once")
  func withdrawn() {
    var renewal = Renewal()
    let nothing = renewal.handle(.looked(.notDue), now: 0)
    #expect(nothing.isEmpty)
    for time in UInt64(1)...2 {
      let warned = renewal.handle(.looked(.failed(reason: "disk")), now: time)
      #expect(warned == [.warn(Unanswered("disk"))])
      let withdrawn = renewal.handle(.looked(.notDue), now: time)
      #expect(withdrawn == [.withdrawWarning])
      let again = renewal.handle(.looked(.notDue), now: time)
      #expect(again.isEmpty)
    }
  }

  @Test("That a certificate has ended stays until a coordinator takes it, whatever this clock says")
  func endWithdrawn() {
    var renewal = Renewal()
    let before = renewal.handle(.looked(.failed(reason: "disk")), now: 0)
    #expect(before == [.warn(Unanswered("disk"))])
    let warned = renewal.handle(.refusedLate(reason: "no key"), now: 1)
    #expect(warned == [.warnOfEnd(reason: "no key")])
    let looked = renewal.handle(.looked(.notDue), now: 2)
    #expect(looked.isEmpty)
    // What the dial said is worth more than that there is no link.
    let due = renewal.handle(.looked(.due(request: [7])), now: 3)
    #expect(due == [.release])
    let linked = renewal.handle(.linked, now: 4)
    #expect(linked == [.withdrawWarningOfEnd, .look])
  }
}
