import BoardModel
import Testing
import Wire

@testable import WindowSync

/// The states of a window's link, and how each is reached.
enum WindowStates {
  static let names = [
    "idle", "waiting", "dialing", "greeting", "welcomed", "attaching", "operations", "snapshot",
    "inquiring", "carrying", "live", "leaving", "detaching", "closing", "stopped", "fenced",
    "ended", "left",
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
    case "stopped":
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
    case "ended":
      world.coordinator.event(world.links, ErrorMessage(code: .sessionEnded, text: "closed"))
      world.coordinator.sessions = [:]
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
}
