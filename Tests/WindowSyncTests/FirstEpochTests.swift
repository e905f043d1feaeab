import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

/// A window may be edited in before any coordinator knows its session: with the board that another
/// window of this device had.
@Suite("What is made before a session's first ATTACHED")
struct FirstEpochTests {
  /// A window that never attached, with a board on its disk, and no link.
  private func stranger() -> World {
    var world = World()
    world.coordinator.firstEpoch = 5
    let board = world.coordinator.board
    world.windows[0].disk.board = SavedBoard(
      board: Fixture.board, sequence: board.sequence, entities: board.entities(), ownThrough: 0)
    world.reachable = false
    world.restart(0)
    return world
  }

  /// Types a card, changes its text by the identities of that, and takes the change back.
  private func work(_ world: inout World) throws {
    world.send(.edit(Fixture.create(1, body: "ab")))
    let typed = try #require(world.windows[0].replica.newest?.id)
    let splice = Splice(
      deletions: [TextRange(start: TextIdentity(operation: typed, offset: 0), count: 1)],
      insertions: [
        Splice.Insertion(after: TextIdentity(operation: typed, offset: 1), text: "c")
      ])
    world.send(.edit(.cardSplice(Fixture.card(1), splice)))
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "Other")))
    world.send(.undo(force: false))
  }

  private func submitted(_ world: World) -> [Operation] {
    world.coordinator.received.compactMap { received in
      if case .submit(let body) = received.message { body.operation } else { nil }
    }
  }

  private func expectDelivered(_ world: World) {
    let card = world.coordinator.board.card(Fixture.card(1))
    #expect(card?.body.string == "bc")
    #expect(card?.title.value == "Card 1")
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].notices == [])
    #expect(world.coordinator.sessions.count == 1)
    expectOnceRenumbered(world)
    expectEqual(world, 0)
  }

  @Test(
    "It gets the epoch of ATTACHED, and with it everything that names it, on disk before it is sent",
    .holds("EDT-034", "DSK-006", "DSK-022"))
  func named() throws {
    var world = stranger()
    try work(&world)
    #expect(world.windows[0].disk.pending.map(\.id.epoch) == [0, 0, 0, 0])
    world.reachable = true
    while submitted(world).isEmpty {
      #expect(world.windows[0].replica.status != .saved)
      world.advance()
      while !world.windows[0].up.isEmpty || !world.windows[0].down.isEmpty,
        submitted(world).isEmpty
      {
        if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
      }
    }
    let held = world.windows[0].disk
    #expect(held.session?.epoch == 5)
    #expect(held.pending.map(\.id.epoch) == [5, 5, 5, 5])
    #expect(held.pending.map(\.id.counter) == [1, 2, 3, 4])
    world.heal()
    #expect(submitted(world) == held.pending)
    #expect(held.pending.allSatisfy { $0.queued })
    expectDelivered(world)
  }

  @Test(
    "A process that is killed at any moment of it, again and again, loses nothing and sends nothing twice",
    .holds("DSK-013", "DSK-023"), arguments: 0...14, 1...2)
  func killed(deliveries: Int, times: Int) throws {
    var world = stranger()
    try work(&world)
    world.reachable = true
    for _ in 0..<times {
      world.restart(0)
      for _ in 0..<deliveries {
        while !world.windows[0].up.isEmpty { world.deliverUp(0) }
        if !world.windows[0].down.isEmpty { world.deliverDown(0) }
      }
    }
    world.restart(0)
    world.heal()
    for operation in submitted(world) {
      #expect(operation.id.epoch >= 5)
      #expect(
        submitted(world).filter { $0.id.counter == operation.id.counter }.allSatisfy {
          $0 == operation
        })
    }
    expectDelivered(world)
  }

  @Test("It is not sent where the disk could not take it, and is tried again")
  func diskFails() throws {
    var world = stranger()
    try work(&world)
    let before = world.windows[0].disk
    world.reachable = true
    world.advance()
    while world.windows[0].replica.session.ownership != .naming {
      if world.windows[0].down.isEmpty { world.deliverUp(0) } else { world.deliverDown(0) }
      world.windows[0].holdsStore = world.windows[0].replica.phase != .greeting
    }
    world.windows[0].disk.pending = before.pending
    world.windows[0].owed = [.storeFailed("full")]
    world.pay(0)
    #expect(submitted(world) == [])
    world.heal()
    #expect(submitted(world).map(\.id.epoch) == [5, 5, 5, 5])
    expectDelivered(world)
  }

  @Test(
    "Where another terminal has counted in the session before, it goes by a fresh one",
    .holds("DSK-024"))
  func countedByAnother() throws {
    var world = stranger()
    try work(&world)
    let session = world.windows[0].replica.identity.session
    let other = Operation(
      id: OperationID(session: session, epoch: 5, counter: 1), base: 1, queued: false,
      intent: Fixture.create(7))
    let stored = world.coordinator.order(other)
    world.coordinator.sessions[session] = ScriptedCoordinator.Session(
      instance: InstanceID(high: 9, low: 9), epoch: 5, firstEpoch: 5, operations: [other],
      outcomes: [stored], configuration: .board)
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.body.string == "bc")
    #expect(world.windows[0].replica.identity.session != session)
    #expect(world.windows[0].replica.status == .saved)
    expectOnceRenumbered(world)
    expectEqual(world, 0)
  }

  @Test("What is made while the window attaches stands behind it, under the same epoch")
  func madeMeanwhile() throws {
    var world = stranger()
    try work(&world)
    world.reachable = true
    world.advance()
    while world.windows[0].replica.session.epoch == 0 {
      if world.windows[0].down.isEmpty { world.deliverUp(0) } else { world.deliverDown(0) }
    }
    let typed = try #require(world.windows[0].disk.pending.first?.id)
    let more = Splice(
      deletions: [],
      insertions: [Splice.Insertion(after: TextIdentity(operation: typed, offset: 1), text: "x")])
    world.send(.edit(.cardSplice(Fixture.card(1), more)))
    world.heal()
    #expect(submitted(world).map(\.id.epoch) == [5, 5, 5, 5, 5])
    #expect(world.coordinator.board.card(Fixture.card(1))?.body.string == "bxc")
    expectOnceRenumbered(world)
    expectEqual(world, 0)
  }
}
