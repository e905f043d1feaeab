import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Resuming")
struct ResumeTests {
  @Test("A new window shows the board and its edits are durable")
  func firstAttach() throws {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    #expect(world.windows[0].replica.phase == .live)
    #expect(world.windows[0].replica.status == .saved)
    world.send(.edit(Fixture.create(1)))
    #expect(world.windows[0].replica.status == .saving(1))
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1)) != nil)
    #expect(world.windows[0].replica.confirmed?.card(Fixture.card(1)) == nil)
    world.settle()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].replica.confirmed?.card(Fixture.card(1)) != nil)
    #expect(world.windows[0].disk.pending.isEmpty)
    expectEqual(world, 0)
  }

  /// Edits before, between and after others' operations, one of them referring to the next.
  private func scenario(cutAfter limit: Int, crashes: Bool = false, snapshots: Bool = false)
    -> World
  {
    var world = World()
    if snapshots { world.coordinator.replayLimit = 0 }
    world.send(.start(wallClock: 1))
    for step in 0..<6 {
      let before = world.deliveries
      if world.windows[0].replica.visible != nil {
        world.send(.edit(Fixture.create(step * 2, body: "body \(step)")))
        world.send(.edit(.cardRetitle(Fixture.card(step * 2), title: "mine \(step)")))
      }
      _ = world.coordinator.order(
        Fixture.foreign(
          UInt64(step) + 1, base: world.coordinator.board.sequence, Fixture.create(1_000 + step)))
      world.coordinator.fanOut()
      world.collect()
      world.settle(cutAfter: before < limit ? limit : .max)
      if before < limit, world.deliveries >= limit, crashes { world.restart(0) }
      if world.windows[0].link == nil { world.advance() }
    }
    world.heal()
    return world
  }

  @Test(
    "A cut at every message boundary loses nothing and doubles nothing", .holds("RSM-005"),
    arguments: [false, true])
  func cuts(snapshots: Bool) {
    let total = scenario(cutAfter: .max, snapshots: snapshots).deliveries
    #expect(total > 40)
    for limit in 1...total {
      let world = scenario(cutAfter: limit, snapshots: snapshots)
      expectEqual(world, 0)
      expectOnce(world)
      #expect(world.windows[0].replica.status == .saved, "cut after \(limit)")
    }
  }

  @Test(
    "A kill at every message boundary loses nothing and doubles nothing",
    .holds("DSK-010", "DSK-013"),
    arguments: [false, true])
  func kills(snapshots: Bool) {
    let total = scenario(cutAfter: .max).deliveries
    for limit in 1...total {
      let world = scenario(cutAfter: limit, crashes: true, snapshots: snapshots)
      expectEqual(world, 0)
      expectOnce(world)
    }
  }

  @Test("What was missed is shown when all of it is there; an edit meanwhile knows nothing of it")
  func missedPiecemeal() throws {
    var world = World()
    world.coordinator.operationsPerFrame = 1
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1)))
    world.settle()
    let shown = try #require(world.windows[0].replica.visible).sequence
    world.cut(0)
    for step in 1...5 {
      _ = world.coordinator.order(
        Fixture.foreign(
          UInt64(step), base: world.coordinator.board.sequence,
          .cardRetitle(Fixture.card(1), title: "theirs \(step)")))
    }
    world.advance()
    while world.windows[0].replica.confirmed?.sequence == shown {
      if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
    }
    #expect(world.windows[0].replica.confirmed?.sequence == shown + 1)
    #expect(world.windows[0].replica.visible?.sequence == shown)
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1))?.title.value == "Card 1")
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "mine")))
    let edit = try #require(world.windows[0].disk.pending.last)
    #expect(edit.base == shown)
    #expect(edit.queued)
    world.settle()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1))?.title.value == "theirs 5")
    #expect(world.windows[0].replica.visible?.proposals(on: Fixture.card(1)).count == 1)
    expectEqual(world, 0)
  }

  @Test(
    "A snapshot with edits whose outcome is unknown does not show them twice", .holds("RSM-010"))
  func notShownTwice() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1, body: "a")))
    world.settle()
    for step in 0..<6 {
      let body = world.windows[0].replica.visible?.card(Fixture.card(1))?.body ?? Text()
      world.send(
        .edit(.cardSplice(Fixture.card(1), body.splice(replacing: 0..<0, with: "\(step)"))))
    }
    while !world.windows[0].up.isEmpty { world.deliverUp(0) }
    world.cut(0)
    world.coordinator.replayLimit = 0
    world.advance()
    while world.windows[0].replica.phase != .live {
      if !world.windows[0].up.isEmpty { world.deliverUp(0) } else { world.deliverDown(0) }
    }
    // ATTACHED had room for two of six outcomes.
    #expect(world.windows[0].replica.status == .saving(4))
    #expect(
      world.windows[0].replica.visible?.card(Fixture.card(1))?.body.string == "543210a")
    world.heal()
    expectEqual(world, 0)
    expectOnce(world)
  }

  @Test("A resumed window receives only what it missed", .holds("RSM-002"))
  func onlyMissed() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.cut(0)
    for step in 0..<3 {
      _ = world.coordinator.order(
        Fixture.foreign(UInt64(step) + 1, base: 3, Fixture.create(step)))
    }
    world.windows[0].log = []
    world.advance()
    world.settle()
    let committed = world.windows[0].log.compactMap { effect -> [UInt64]? in
      if case .committed(let operations) = effect { operations.map(\.sequence) } else { nil }
    }
    #expect(committed == [[4, 5, 6]])
    let changes = world.windows[0].log.compactMap { effect -> BoardChange? in
      if case .changed(let change) = effect { change } else { nil }
    }
    #expect(changes == [BoardChange(cards: (0..<3).map(Fixture.card), orderChanged: true)])
  }

  @Test("Edits made offline are queued, and delivered when the link is back", .holds("EDT-022"))
  func offline() throws {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.reachable = false
    world.cut(0)
    world.send(.edit(Fixture.create(1)))
    world.send(.edit(Fixture.create(2)))
    #expect(world.windows[0].replica.status == .notSaved(2, reason: "cut"))
    #expect(world.windows[0].disk.pending.map(\.queued) == [true, true])
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
    expectOnce(world)
    expectEqual(world, 0)
  }
}

/// The window shows what it has confirmed, and that is what the coordinator has.
func expectEqual(_ world: World, _ index: Int, sourceLocation: SourceLocation = #_sourceLocation) {
  var mine = world.windows[index].replica.confirmed
  var theirs = world.coordinator.board
  #expect(mine?.sequence == theirs.sequence, sourceLocation: sourceLocation)
  #expect(mine?.digest() == theirs.digest(), sourceLocation: sourceLocation)
  #expect(
    world.windows[index].replica.visible?.entities() == mine?.entities(),
    sourceLocation: sourceLocation)
}

/// Every edit that reached a disk stands in the log exactly once.
func expectOnce(_ world: World, sourceLocation: SourceLocation = #_sourceLocation) {
  var made: [Intent] = []
  for window in world.windows {
    for case .persist(let operations) in window.log { made += operations.map(\.intent) }
  }
  for intent in made {
    let count = world.coordinator.log.filter { $0.operation?.intent == intent }.count
    #expect(count == 1, "\(intent) stands \(count) times", sourceLocation: sourceLocation)
  }
}
