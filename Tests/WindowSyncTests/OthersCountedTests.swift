import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

/// Counters that another terminal gave out while it had the session are not given out again.
@Suite("Counters that another terminal gave out")
struct OthersCountedTests {
  /// A window that came back after another terminal made edits as the same session and left.
  /// - Parameter isConfirmed: whether the window's own edit came back to it before it left; if not,
  ///   it knows the outcome only.
  private func returned(
    edits: Int, keepsEpoch: Bool = false, isConfirmed: Bool = true
  ) -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1)))
    if isConfirmed {
      world.heal()
    } else {
      world.deliverUp(0)
      world.deliverDown(0)
    }
    world.cut(0)
    var other = Window(2, session: world.windows[0].replica.identity.session.low)
    other.disk = world.windows[0].disk
    world.windows.append(other)
    world.restart(1)
    world.settle()
    for number in 0..<edits {
      world.send(.edit(Fixture.create(10 + number)), to: 1)
      world.settle()
    }
    world.send(.leave(close: false), to: 1)
    world.settle()
    world.coordinator.fencesReturning = false
    if keepsEpoch {
      // Nothing else of ATTACHED is news then.
      let first = world.windows[0].replica
      world.coordinator.sessions[first.identity.session]?.instance = first.identity.instance
      world.coordinator.sessions[first.identity.session]?.epoch = first.session.epoch
    }
    world.windows[0].log = []
    world.heal()
    return world
  }

  private func saved(_ world: World) -> [SavedSession] {
    world.windows[0].log.compactMap { effect in
      if case .saveSession(let session) = effect { session } else { nil }
    }
  }

  @Test("The disk learns of them with ATTACHED", arguments: [1, 3], [false, true])
  func remembered(edits: Int, keepsEpoch: Bool) {
    let world = returned(edits: edits, keepsEpoch: keepsEpoch)
    let through = UInt64(edits) + 1
    #expect(saved(world).map(\.forgottenThrough) == [through])
    #expect(world.windows[0].disk.session?.forgottenThrough == through)
    #expect(world.windows[0].replica.phase == .live)
  }

  @Test(
    "An edit made right after the next start takes none of them", .holds("DSK-007"),
    arguments: [false, true])
  func restarted(hasLink: Bool) {
    var world = returned(edits: 2)
    if !hasLink { world.reachable = false }
    world.restart(0)
    if hasLink { world.settle() }
    world.send(.edit(Fixture.create(2)))
    #expect(world.windows[0].replica.newest?.id.counter == 4)
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(2)) != nil)
    #expect(world.windows[0].notices == [])
    #expect(world.windows[0].replica.status == .saved)
    expectEqual(world, 0)
  }

  @Test(
    "They are known also where an edit before them is acknowledged and not on the board yet",
    .holds("DSK-007"), arguments: [false, true])
  func unconfirmed(startsAgain: Bool) {
    var world = returned(edits: 2, isConfirmed: false)
    #expect(world.windows[0].disk.session?.forgottenThrough == 3)
    if startsAgain {
      world.restart(0)
      world.settle()
    }
    world.send(.edit(Fixture.create(2)))
    #expect(world.windows[0].replica.newest?.id.counter == 4)
    #expect(world.windows[0].disk.pending.map(\.id.counter) == [4])
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(2)) != nil)
    #expect(world.windows[0].notices == [])
    #expect(world.windows[0].replica.status == .saved)
    expectEqual(world, 0)
  }
}
