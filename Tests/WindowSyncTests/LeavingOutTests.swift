import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

/// What a role forbids is not ordered (SPEC.md EDT-035): those behind it take its counter.
@Suite("Edits that are left out")
struct LeavingOutTests {
  private static let reason = "not with your role"

  /// A window that has made card 1, whose text it then types and edits, and cards 2 and 3; the
  /// coordinator refuses the typing and card 2.
  private func world() -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1)))
    world.heal()
    world.coordinator.refuses = { operation in
      switch operation.intent {
      case .cardSplice, Fixture.create(2):
        ErrorMessage(code: .roleLacking, text: Self.reason)
      default: nil
      }
    }
    return world
  }

  private func edit(_ world: inout World) {
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "One")))
    typed("ab", after: nil, &world)
    let typed = world.windows[0].replica.newest.map {
      TextIdentity(operation: $0.id, offset: 1)
    }
    self.typed("c", after: typed, &world)
    world.send(.edit(Fixture.create(2)))
    world.send(.edit(Fixture.create(3)))
  }

  private func typed(_ text: String, after: TextIdentity?, _ world: inout World) {
    let splice = Splice(deletions: [], insertions: [.init(after: after, text: text)])
    world.send(.edit(.cardSplice(Fixture.card(1), splice)))
  }

  private func expectLeftOut(_ world: World, _ session: SessionID) throws {
    let board = world.coordinator.board
    #expect(board.card(Fixture.card(1))?.title.value == "One")
    #expect(board.card(Fixture.card(1))?.body.string == "")
    #expect(board.card(Fixture.card(2)) == nil)
    #expect(board.card(Fixture.card(3)) != nil)
    let own = world.coordinator.log.compactMap(\.operation).filter { $0.id.session == session }
    #expect(own.map(\.id.counter) == [1, 2, 3])
    #expect(own.map(\.queued).allSatisfy { !$0 } || world.links > 1)
    let replica = world.windows[0].replica
    #expect(replica.identity.session == session)
    #expect(replica.standing == .writable)
    #expect(replica.visible?.entities() == board.entities())
    #expect(world.windows[0].disk.pending.isEmpty)
  }

  @Test("Those behind it get its counter, and what builds on it is left out too", .holds("EDT-037"))
  func once() throws {
    var world = world()
    let session = world.windows[0].replica.identity.session
    edit(&world)
    world.heal()
    try expectLeftOut(world, session)
    let told = world.windows[0].log.compactMap { effect -> (Intent?, UInt64)? in
      guard case .refused(let intent, .leftOut(let id, _)) = effect else { return nil }
      return (intent, id.counter)
    }
    // The last one first: those behind each count one less.
    #expect(told.map(\.1) == [4, 3, 3])
    #expect(told.last?.0 == Fixture.create(2))
  }

  @Test(
    "Wherever the link is cut, or the process ends, each of the others is ordered once",
    .holds("EDT-037", "DSK-025", "EDT-009"), arguments: 1...60, [true, false])
  func interrupted(deliveries: Int, ends: Bool) throws {
    var world = world()
    let session = world.windows[0].replica.identity.session
    let before = world.deliveries
    edit(&world)
    world.settle(cutAfter: before + deliveries)
    if ends { world.restart(0) }
    world.heal()
    try expectLeftOut(world, session)
  }

  @Test("It is not sent while the disk has it under its old name", .holds("DSK-025"))
  func onDiskFirst() throws {
    var world = world()
    edit(&world)
    world.windows[0].holdsStore = true
    world.settle()
    let carried = world.windows[0].log.contains { if case .carryOver = $0 { true } else { false } }
    #expect(carried)
    #expect(world.coordinator.board.card(Fixture.card(3)) == nil)
    // Killed here, the next process has what the disk had before, or the new file: never half.
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(3)) != nil)
  }
}
