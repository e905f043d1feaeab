import BoardModel
import Testing
import Wire

@testable import WindowSync

/// Every state of a window's link against every event: the effects and the state that follows.
@Suite("Transitions")
struct TransitionTests {
  static let states = [
    "idle", "waiting", "dialing", "greeting", "welcomed", "attaching", "operations", "snapshot",
    "inquiring", "carrying", "live", "leaving", "detaching", "closing", "resting", "fenced", "left",
  ]

  /// A world whose only window is in the state, with one edit pending where that is possible.
  static func world(in state: String) -> World {
    var world = World()
    switch state {
    case "idle": break
    case "waiting":
      world.reachable = false
      world.send(.start(wallClock: 1))
    case "dialing":
      world.windows[0].holdsStore = true
      world.send(.start(wallClock: 1))
    case "greeting", "attaching", "snapshot":
      world.send(.start(wallClock: 1))
      deliver(&world, until: state)
    case "resting":
      world.send(.start(wallClock: 1))
      world.settle()
      edit(&world)
      world.coordinator.event(
        world.links, ErrorMessage(code: .identityRefused, text: "not you"))
      world.collect()
      world.settle()
    default:
      world.send(.start(wallClock: 1))
      world.settle()
      reach(state, &world)
    }
    return world
  }

  private static func reach(_ state: String, _ world: inout World) {
    switch state {
    case "live": edit(&world)
    case "operations":
      edit(&world)
      world.cut(0)
      _ = world.coordinator.order(Fixture.foreign(1, base: 3, Fixture.create(70)))
      world.advance()
      deliver(&world, until: state)
    case "welcomed", "inquiring", "carrying":
      edit(&world)
      world.cut(0)
      // Somebody goes on: the log has to be asked whether this was our edit.
      _ = world.coordinator.order(Fixture.foreign(1, base: 3, Fixture.create(70)))
      world.coordinator.sessions = [:]
      world.windows[0].holdsStore = state == "welcomed"
      world.advance()
      while !world.windows[0].owed.isEmpty, state == "welcomed",
        world.windows[0].replica.phase != .welcomed
      { world.pay(0) }
      if state == "carrying" {
        deliver(&world, until: "inquiring")
        world.windows[0].holdsStore = true
      }
      deliver(&world, until: state)
      if state == "welcomed" { world.windows[0].owed = [] }
    case "leaving":
      edit(&world)
      world.send(.leave(close: true))
    case "detaching":
      world.send(.leave(close: true))
    case "closing":
      edit(&world)
      world.windows[0].holdsStore = true
      world.coordinator.event(world.links, Goodbye(reason: 0, text: "moved"))
      world.collect()
      deliver(&world, until: "closing")
      world.windows[0].owed = []
    case "fenced":
      world.coordinator.event(world.links, ErrorMessage(code: .fenced, text: "taken over"))
      world.collect()
      world.settle()
    case "left":
      world.send(.leave(close: false))
      world.settle()
    default: Issue.record("no way to \(state)")
    }
  }

  private static func edit(_ world: inout World) { world.send(.edit(Fixture.create(60))) }

  private static func deliver(_ world: inout World, until state: String) {
    for _ in 0..<60 where world.windows[0].replica.stateName != state {
      if !world.windows[0].up.isEmpty { world.deliverUp(0) } else { world.deliverDown(0) }
    }
  }

  static let events: [(name: String, make: @Sendable (World) -> ReplicaEvent)] = [
    ("start", { _ in .start(wallClock: 2) }),
    ("connected", { _ in .connected }),
    ("malformed", { _ in .received(Array(repeating: 0xFF, count: 16)) }),
    ("goodbye", { _ in .received(Goodbye(reason: 0, text: "bye").frame().bytes) }),
    (
      "refusal",
      { _ in .received(ErrorMessage(code: .identityRefused, text: "no").frame().bytes) }
    ),
    ("fence", { _ in .received(ErrorMessage(code: .fenced, text: "taken").frame().bytes) }),
    (
      "committed",
      { world in
        let base = world.windows[0].replica.confirmed?.sequence ?? 0
        var coordinator = ScriptedCoordinator(board: Fixture.board)
        for committed in world.coordinator.log.prefix(Int(base)) {
          _ = coordinator.order(committed.operation, author: committed.author)
        }
        _ = coordinator.order(Fixture.foreign(40, base: base, Fixture.create(80)))
        return .received(
          Committed(operations: Array(coordinator.log.suffix(1))).frame().bytes)
      }
    ),
    ("cut", { _ in .disconnected(reason: "cut", retry: .automatic, jitter: 3) }),
    ("stranger", { _ in .disconnected(reason: "CA", retry: .identityRefused, jitter: 3) }),
    ("edit", { _ in .edit(Fixture.create(90)) }),
    ("undo", { _ in .undo(force: false) }),
    ("redo", { _ in .redo(force: false) }),
    ("stored", { _ in .stored }),
    ("storeFailed", { _ in .storeFailed("full") }),
    (
      "identity",
      { _ in
        .freshIdentity(session: SessionID(high: 1, low: 77), instance: InstanceID(high: 3, low: 77))
      }
    ),
    ("carriedOver", { _ in .carriedOver }),
    ("history", { _ in .fetchHistory(token: 1, from: 1, count: 1) }),
    (
      "cardHistory",
      { _ in .fetchCardHistory(token: 1, CardID(high: 1, low: 1), from: 1, count: 1) }
    ),
    ("timer", { _ in .timer }),
    ("resumeNow", { _ in .resumeNow }),
    ("reclaim", { _ in .reclaim }),
    ("leave", { _ in .leave(close: false) }),
    ("close", { _ in .leave(close: true) }),
  ]

  /// One line: what the event does, and where it leads.
  static func line(
    _ state: String, _ event: (name: String, make: @Sendable (World) -> ReplicaEvent)
  )
    -> String
  {
    let world = world(in: state)
    var replica = world.windows[0].replica
    let effects = replica.handle(
      event.make(world), now: world.now + (event.name == "timer" ? 40_000 : 10))
    let names = effects.map { String("\($0)".prefix { $0 != "(" }) }.filter { $0 != "wake" }
    let effect = names.filter { $0 != "status" }.joined(separator: " ")
    return "\(state) \(event.name) -> \(replica.restName): \(effect) | \(chip(replica.status))"
  }

  private static func chip(_ status: SyncStatus) -> String {
    switch status {
    case .saved: "saved"
    case .saving(let count): "saving \(count)"
    case .reconnecting: "reconnecting"
    case .keeping(let count, _): "keeping \(count)"
    case .notSaved(let count, _): "not saved \(count)"
    case .stopped: "stopped"
    }
  }

  @Test("Each state is reached", arguments: states)
  func reached(state: String) {
    let replica = Self.world(in: state).windows[0].replica
    #expect(replica.restName == state)
  }

  @Test("Every event in every state has the effects, next state and status of the table")
  func table() {
    let expected = transitions.split(separator: "\n").map(String.init)
    let actual = Self.states.flatMap { state in Self.events.map { Self.line(state, $0) } }
    #expect(expected.count == Self.states.count * Self.events.count)
    for (left, right) in zip(actual, expected) { #expect(left == right) }
    if expected.count < actual.count { print(actual.joined(separator: "\n")) }
  }
}

extension Replica {
  /// Tells the fenced window's rest from the refused one's.
  var restName: String {
    if case .stopped(.fenced) = link { "fenced" } else { stateName }
  }
}
