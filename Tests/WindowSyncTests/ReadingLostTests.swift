import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A window whose user may not read the board any longer")
struct ReadingLostTests {
  /// A window with a board on its disk, and an edit that it could not send.
  private func window() -> World {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.edit(Fixture.create(1)))
    world.heal()
    world.cut(0)
    world.reachable = false
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "Unsent")))
    return world
  }

  private func expectForgotten(_ world: World, _ standing: Standing) {
    #expect(world.windows[0].log.contains(.forgetBoard))
    #expect(world.windows[0].disk.board == nil)
    #expect(world.windows[0].replica.confirmed == nil)
    #expect(world.windows[0].replica.standing == standing)
    #expect(
      world.windows[0].disk.pending.map(\.intent) == world.windows[0].replica.pending.map(\.intent))
  }

  @Test(
    "Cut while it is attached, it deletes the board, and keeps what it has not sent",
    .holds("BRD-017"))
  func whileAttached() throws {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    world.coordinator.refuses = { _ in ErrorMessage(code: .notNow, text: "later", retryAfter: 50) }
    world.send(.edit(Fixture.create(1)))
    world.settle()
    world.coordinator.makePrivate()
    world.collect()
    world.settle()
    world.heal()
    expectForgotten(world, .readOnly(.readingLost("You may not read it.")))
    #expect(world.windows[0].disk.pending.count == 1)
    // It does not come back by itself, and does when a person asks and may read again.
    world.coordinator.refuses = { _ in nil }
    world.coordinator.share()
    world.send(.resumeNow)
    world.heal()
    #expect(world.windows[0].replica.standing == .writable)
    #expect(world.windows[0].disk.pending.isEmpty)
    #expect(world.coordinator.board.card(Fixture.card(1)) != nil)
    #expect(world.windows[0].replica.confirmed?.sequence == world.coordinator.board.sequence)
  }

  @Test(
    "What it sent and was answered leaves the disk with the board, which will not come to hold it",
    .holds("BRD-017", "DSK-008"))
  func answered() throws {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.edit(Fixture.create(1)))
    while world.windows[0].replica.pending.count == 1 {
      if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
    }
    #expect(world.windows[0].disk.pending.count == 1)
    // COMMITTED is not sent any more.
    world.windows[0].down = []
    world.coordinator.makePrivate()
    world.collect()
    world.settle()
    expectForgotten(world, .readOnly(.readingLost("You may not read it.")))
    #expect(world.windows[0].disk.pending.isEmpty)
    let ends = world.windows[0].log.compactMap { effect in
      switch effect {
      case .forget: "operations"
      case .forgetBoard: "board"
      default: String?.none
      }
    }
    #expect(ends == ["operations", "board"])
  }

  @Test("A board that another process took away is saved again when it may be read")
  func takenAway() throws {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.edit(Fixture.create(1)))
    world.heal()
    world.windows[0].disk.board = nil
    world.send(.savedBoardGone)
    world.settle()
    #expect(world.windows[0].disk.board?.sequence == world.windows[0].replica.confirmed?.sequence)
  }

  @Test(
    "Away meanwhile, it deletes the board when it is told that there is none", .holds("BRD-017"),
    arguments: [false, true])
  func whileAway(isRestarted: Bool) throws {
    var world = window()
    #expect(world.windows[0].disk.board != nil)
    #expect(world.windows[0].disk.pending.count == 1)
    world.coordinator.makePrivate()
    if isRestarted { world.restart(0) }
    world.heal()
    expectForgotten(world, .readOnly(.boardUnknown("refused 3001")))
    #expect(world.windows[0].disk.pending.count == 1)
    world.coordinator.share()
    world.send(.resumeNow)
    world.heal()
    #expect(world.windows[0].disk.pending.isEmpty)
    #expect(world.coordinator.board.card(Fixture.card(1))?.title.value == "Unsent")
  }

  @Test(
    "Another store that does not have the board leaves the copy, which may be the last there is")
  func otherStore() throws {
    var world = window()
    let saved = world.windows[0].disk.board
    world.coordinator.makePrivate()
    world.coordinator.incarnation = IncarnationID(high: 9, low: 9)
    world.heal()
    #expect(!world.windows[0].log.contains(.forgetBoard))
    #expect(world.windows[0].disk.board == saved)
    #expect(world.windows[0].replica.standing == .readOnly(.boardUnknown("refused 3001")))
  }

  @Test("A window that never was there has nothing to delete")
  func stranger() {
    var world = World()
    world.coordinator.makePrivate()
    world.send(.start(wallClock: 5))
    world.heal()
    #expect(!world.windows[0].log.contains(.forgetBoard))
    #expect(world.windows[0].replica.standing == .readOnly(.boardUnknown("refused 3001")))
  }
}
