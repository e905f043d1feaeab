import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Patience that the coordinator asks for (ERR-006)")
struct RetryTests {
  /// What is refused.
  enum Asked: CaseIterable {
    /// The whole connection, where nothing was asked.
    case connection
    case attach
    case snapshot
    case submit

    func matches(_ message: Message?) -> Bool {
      switch (self, message) {
      case (.connection, .hello), (.attach, .attach), (.snapshot, .fetchSnapshot),
        (.submit, .submit):
        true
      default: false
      }
    }

    var code: ErrorCode { self == .connection ? .tooManyConnections : .notNow }
  }

  /// What counts of a pause: more would keep a window away for weeks.
  static let longest: UInt64 = 60_000

  @Test(
    "Nothing is asked again before the time that the coordinator named", .holds("ERR-006"),
    arguments: Asked.allCases,
    [0, 7_000, 45_000, UInt32.max])
  func patience(asked: Asked, pause: UInt32) throws {
    for isImpatient in [false, true] {
      var world = World()
      world.coordinator.sendsUnasked = asked != .snapshot
      world.send(.start(wallClock: 1))
      if asked == .submit {
        world.settle()
        world.send(.edit(Fixture.create(1)))
      }
      refuse(asked, pause, in: &world)
      let said = world.now
      let before = times(asked, world)
      world.settle()
      while times(asked, world) == before, world.now < said + 2 * Self.longest {
        if isImpatient { world.send(.resumeNow) }
        world.settle()
        #expect(
          times(asked, world) == before || world.now - said >= min(UInt64(pause), Self.longest),
          "\(isImpatient)")
        if times(asked, world) == before { world.advance() }
        world.settle()
      }
      #expect(times(asked, world) > before)
      #expect(world.now - said >= min(UInt64(pause), Self.longest))
      // It does come back.
      #expect(world.now - said <= max(min(UInt64(pause), Self.longest), 15_000))
      world.heal()
      #expect(world.windows[0].replica.status == .saved)
    }
  }

  @Test("Of several refusals at once the longest pause counts")
  func longestPause() throws {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    for number in 1...3 { world.send(.edit(Fixture.create(number))) }
    for _ in 0..<3 { world.deliverUp(0) }
    let requests = world.coordinator.received.suffix(3).map(\.frame.request)
    world.windows[0].down = zip(requests, [0, 9_000, 100]).map { request, pause in
      ErrorMessage(code: .notNow, text: "later", retryAfter: pause)
        .frame(request: request, flags: .response).bytes
    }
    let said = world.now
    let before = times(.submit, world)
    world.settle()
    while times(.submit, world) == before, world.now < said + Self.longest {
      world.advance()
      world.settle()
    }
    #expect(world.now - said >= 9_000)
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
  }

  /// Lets the coordinator get what is asked, and answer with an error instead.
  private func refuse(_ asked: Asked, _ pause: UInt32, in world: inout World) {
    while !asked.matches(world.coordinator.received.last?.message) {
      guard !world.windows[0].up.isEmpty || !world.windows[0].down.isEmpty else {
        Issue.record("never asked")
        return
      }
      if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
    }
    let request = world.coordinator.received.last?.frame.request ?? 0
    world.windows[0].down = [
      ErrorMessage(code: asked.code, text: "later", retryAfter: pause)
        .frame(request: request, flags: .response).bytes
    ]
  }

  private func times(_ asked: Asked, _ world: World) -> Int {
    world.coordinator.received.count { asked.matches($0.message) }
  }
}
