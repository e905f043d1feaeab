import BoardModel
import Testing
import Wire

@testable import WindowSync

/// A window that goes on under a fresh session is the same window to the person at it.
@Suite("Sessions a window had before")
struct PredecessorTests {
  private func live() -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    for number in 1...2 {
      world.send(.edit(Fixture.create(number)))
      world.settle()
    }
    return world
  }

  private func expire(_ world: inout World) {
    world.cut(0)
    world.coordinator.sessions = [:]
    world.heal()
  }

  private func archived(_ world: World) -> [Int] {
    (1...4).filter { world.coordinator.board.card(Fixture.card($0))?.archived.value == true }
  }

  @Test("Undo takes back what the window did before its session expired, and redo does it again")
  func undo() {
    var world = live()
    let first = world.windows[0].replica.identity.session
    expire(&world)
    #expect(world.windows[0].replica.identity.session != first)
    for expected in [[2], [1, 2]] {
      world.send(.undo(force: false))
      world.heal()
      #expect(archived(world) == expected)
    }
    #expect(world.windows[0].refusals == [])
    world.send(.redo(force: false))
    world.heal()
    #expect(archived(world) == [2])
  }

  @Test("So it does through several sessions, in the order of the edits")
  func several() {
    var world = live()
    for number in 3...4 {
      expire(&world)
      world.send(.edit(Fixture.create(number)))
      world.heal()
    }
    for expected in [[4], [3, 4], [2, 3, 4], [1, 2, 3, 4]] {
      world.send(.undo(force: false))
      world.heal()
      #expect(archived(world) == expected)
    }
  }

  @Test("What another window did is not taken back")
  func others() {
    var world = live()
    expire(&world)
    _ = world.coordinator.order(Fixture.foreign(1, base: 5, Fixture.create(3)))
    world.heal()
    world.send(.undo(force: false))
    world.heal()
    #expect(archived(world) == [2])
  }
}
