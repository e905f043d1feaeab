import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Succession")
struct SuccessionTests {
  /// A window with three edits: one decided, one ordered without the window knowing, one unsent.
  private func contested() -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1, body: "one")))
    world.settle()
    world.send(.edit(Fixture.create(2, body: "two")))
    world.deliverUp(0)  // Ordered; the answer never arrives.
    world.windows[0].down = []
    world.send(.edit(.cardSplice(Fixture.card(2), spliceBehind(world, "two"))))
    return world
  }

  /// Types behind the body of card 2, which is still pending.
  private func spliceBehind(_ world: World, _ text: String) -> Splice {
    let body = world.windows[0].replica.visible?.card(Fixture.card(2))?.body ?? Text()
    return body.splice(replacing: 3..<3, with: "+\(text)")
  }

  private func takeOver(_ world: inout World, settles: Bool = true) {
    let session = world.windows[0].replica.identity.session
    var thief = Window(2, session: session.low)
    thief.disk.session = world.windows[0].disk.session
    world.windows.append(thief)
    world.restart(1)
    world.deliverUp(1)
    world.deliverDown(1)
    world.deliverUp(1)
    world.deliverUp(1)
    if settles { world.settle() }
  }

  @Test(
    "A fenced window delivers once what was never acknowledged, and turns read-only",
    .holds("SES-021"))
  func fenced() {
    var world = contested()
    let original = world.windows[0].replica.identity
    world.windows[0].up = []
    takeOver(&world)
    world.heal()
    let window = world.windows[0]
    #expect(window.standings == [.fenced(.takenOver)])
    #expect(window.notices == [.resubmitted(count: 1)])
    #expect(window.replica.status == .stopped(reason: "another terminal took this window over"))
    #expect(window.replica.identity == original)
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
    expectOnceRenumbered(world)
    // The fresh session was a command's and is gone; only the original is left.
    #expect(world.coordinator.sessions.keys.sorted() == [original.session])
    #expect(window.disk.pending.isEmpty)
    #expect(window.disk.session?.session == original.session)
    world.send(.edit(Fixture.create(9)))
    #expect(
      world.windows[0].refusals
        == [.readOnly(.fenced(.takenOver))])
  }

  @Test("A fenced window can take its session back and goes on with the right counter")
  func reclaim() {
    var world = contested()
    world.windows[0].up = []
    takeOver(&world)
    world.heal()
    world.send(.edit(Fixture.create(50)), to: 1)
    world.settle()
    world.send(.reclaim)
    // Its next counter may be the other's by now.
    world.send(.edit(Fixture.create(52)))
    #expect(
      world.windows[0].refusals == [.readOnly(.reclaiming)])
    world.heal()
    #expect(world.windows[0].replica.phase == .live)
    #expect(world.windows[1].standings == [.fenced(.takenOver)])
    #expect(world.windows[0].replica.session.epoch == 3)
    world.send(.edit(Fixture.create(51)))
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.coordinator.board.card(Fixture.card(51)) != nil)
    expectEqual(world, 0)
  }

  @Test("A session that is wanted back while edits are delivered is taken back once they are")
  func wantedEarly() {
    var world = contested()
    world.windows[0].up = []
    let session = world.windows[0].replica.identity.session
    var thief = Window(2, session: session.low)
    thief.disk.session = world.windows[0].disk.session
    world.windows.append(thief)
    world.restart(1)
    for _ in 0..<40 where !world.windows[0].standings.contains(.fenced(.takenOver)) {
      world.deliverUp(1)
      world.deliverDown(1)
      world.deliverDown(0)
    }
    #expect(world.windows[0].replica.session.ownership.isFenced)
    #expect(world.windows[0].replica.session.ownership != .surrendered)
    world.send(.reclaim)
    world.heal()
    let window = world.windows[0]
    #expect(window.standings == [.fenced(.takenOver), .reclaiming, .writable])
    #expect(window.replica.phase == .live)
    #expect(world.windows[1].standings == [.fenced(.takenOver)])
    world.send(.edit(Fixture.create(51)))
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.coordinator.board.card(Fixture.card(51)) != nil)
    expectEqual(world, 0)
  }

  @Test(
    "A window that was closed from elsewhere and holds words goes on under a fresh session",
    .holds("WIN-023"), arguments: [true, false])
  func goesOn(isAtOnce: Bool) {
    var world = contested()
    let original = world.windows[0].replica.identity.session
    world.windows[0].up = []
    world.coordinator.event(world.links, ErrorMessage(code: .sessionEnded, text: "closed by bob"))
    world.coordinator.sessions = [:]
    world.collect()
    for _ in 0..<200 where !world.windows[0].notices.contains(.ended("closed by bob")) {
      if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
    }
    // What was not acknowledged is delivered before anybody asks whether the window goes on.
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
    if !isAtOnce { world.heal() }
    #expect(world.windows[0].replica.standing == .fenced(.ended("closed by bob")))
    world.send(.goOn)
    world.heal()
    #expect(world.windows[0].replica.standing == .writable)
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].replica.identity.session != original)
    #expect(
      world.windows[0].disk.session?.session == world.windows[0].replica.identity.session)
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "On")))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.title.value == "On")
    // It was closed once: who asks again is not answered.
    world.send(.goOn)
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
  }

  @Test("A fenced window with nothing to deliver needs no fresh session")
  func fencedIdle() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    takeOver(&world)
    world.heal()
    #expect(world.windows[0].standings == [.fenced(.takenOver)])
    #expect(!world.windows[0].log.contains(.needsFreshIdentity))
    #expect(world.windows[0].replica.isQuiet)
  }

  @Test(
    "An expired session's edits go on under a fresh one, once, and the window stays editable",
    .holds("DSK-018"))
  func expired() {
    var world = contested()
    world.cut(0)
    world.coordinator.sessions = [:]
    world.heal()
    #expect(world.windows[0].notices == [.expired])
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
    expectOnceRenumbered(world)
    let renumbered = world.coordinator.log.last?.operation
    #expect(renumbered?.id.session == world.windows[0].replica.identity.session)
    #expect(renumbered?.id.counter == 1)
    #expect(renumbered?.queued == true)
    world.send(.edit(Fixture.create(9)))
    world.heal()
    expectEqual(world, 0)
    world.send(.undo(force: false))
    world.heal()
    world.send(.undo(force: false))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two")
    expectEqual(world, 0)
  }

  @Test(
    "A cut anywhere on the way to the fresh session delivers everything once",
    .holds("DSK-020"),
    arguments: [false, true], [false, true])
  func cutWhileSucceeding(kills: Bool, snapshots: Bool) {
    var total = 0
    for limit in 1...200 {
      var world = contested()
      world.cut(0)
      world.coordinator.sessions = [:]
      // A snapshot does not say which operations are in it: the log has to be asked.
      if snapshots { world.coordinator.replayLimit = 0 }
      let start = world.deliveries
      world.advance()
      world.settle(cutAfter: start + limit)
      if kills, world.windows[0].link == nil { world.restart(0) }
      world.heal()
      expectOnceRenumbered(world)
      expectEqual(world, 0)
      #expect(world.windows[0].replica.status == .saved, "cut after \(limit)")
      #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
      total = world.deliveries - start
      if limit > total { break }
    }
    #expect(total > 10)
  }

  @Test(
    "Another store is a fresh start: what was pending is queued, and the board as it was is kept",
    .holds("RSM-009", "RSM-011"))
  func storeReplaced() {
    var world = contested()
    world.cut(0)
    let before = world.coordinator.incarnation
    world.coordinator.incarnation = IncarnationID(high: 8, low: 8)
    world.coordinator.sessions = [:]
    // The backup is from before both cards.
    world.coordinator.log.removeLast(2)
    world.coordinator.board = Board(id: Fixture.board)
    for committed in world.coordinator.log { _ = world.coordinator.board.apply(committed) }
    let board = world.windows[0].replica.confirmed
    world.heal()
    #expect(world.windows[0].notices == [.storeReplaced(isKept: true)])
    let reports = world.windows[0].reports
    let store = world.coordinator.incarnation
    #expect(reports.map(\.cause) == [.storeReplaced(before, by: store, purge: 0)])
    #expect(reports.first?.board.entities == board?.entities())
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
    #expect(world.windows[0].replica.session.incarnation == world.coordinator.incarnation)
    expectEqual(world, 0)
  }

  @Test(
    "A store that is replaced anywhere on the way to a fresh session is one more, and not the last",
    .holds("RSM-009"), arguments: [false, true])
  func storeReplacedWhileSucceeding(isFenced: Bool) {
    var total = 0
    for limit in 0...200 {
      var world = contested()
      if isFenced {
        world.windows[0].up = []
        takeOver(&world, settles: false)
      } else {
        world.cut(0)
        world.coordinator.sessions = [:]
        world.advance()
      }
      let start = world.deliveries
      if limit > 0 { world.settle(cutAfter: start + limit) }
      total = world.deliveries - start
      let isOver = world.windows[0].replica.session.ownership == .surrendered
      world.cut(0)
      world.coordinator.incarnation = IncarnationID(high: 8, low: 8)
      world.coordinator.sessions = [:]
      world.heal()
      let window = world.windows[0]
      if !isOver {
        #expect(window.replica.session.incarnation == world.coordinator.incarnation, "\(limit)")
      }
      #expect(window.replica.isQuiet, "cut after \(limit)")
      #expect(window.replica.pending.isEmpty, "cut after \(limit)")
      #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "two+two")
      expectOnceRenumbered(world)
      expectEqual(world, 0)
      if limit > total { break }
    }
    #expect(total > 5)
  }

  @Test("Of another store that has the board as it was, nothing is kept")
  func sameBoardInAnotherStore() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.send(.edit(Fixture.create(1)))
    world.settle()
    world.cut(0)
    world.coordinator.incarnation = IncarnationID(high: 8, low: 8)
    world.coordinator.sessions = [:]
    world.heal()
    #expect(world.windows[0].notices == [.storeReplaced(isKept: false)])
    #expect(world.windows[0].reports == [])
  }

  @Test("Renumbering renames text, undo targets and batches, and leaves other names alone")
  func renumbering() {
    let old = SessionID(high: 1, low: 1)
    func name(_ session: SessionID, _ epoch: UInt32, _ counter: UInt64) -> OperationID {
      OperationID(session: session, epoch: epoch, counter: counter)
    }
    func intent(_ first: OperationID, _ second: OperationID, _ kept: OperationID) -> Intent {
      .batch([
        .cardSplice(
          Fixture.card(1),
          Splice(
            deletions: [
              TextRange(start: TextIdentity(operation: first, offset: 4), count: 2),
              TextRange(start: TextIdentity(operation: kept, offset: 0), count: 1),
            ],
            insertions: [
              .init(after: TextIdentity(operation: second, offset: 1), text: "x"),
              .init(after: nil, text: "y"),
            ])), .undo(target: first, force: true),
      ])
    }
    let kept = name(Fixture.stranger, 1, 5)
    let operations = [
      Operation(id: name(old, 2, 7), base: 3, queued: false, intent: Fixture.create(1)),
      Operation(
        id: name(old, 3, 8), base: 90, queued: false,
        intent: intent(name(old, 2, 7), name(old, 3, 8), kept)),
    ]
    var runs = OwnRuns()
    for sequence: UInt64 in [4, 5, 9] { runs.note(sequence) }
    let fresh = SessionID(high: 1, low: 2)
    var renumbering = Renumbering(
      from: name(fresh, 1, 1), leavingOut: [], .queued(confirmed: 20, ownRuns: runs))
    let result = renumbering.renumber(operations)
    #expect(result.map(\.id) == [name(fresh, 1, 1), name(fresh, 1, 2)])
    #expect(result.map(\.queued) == [true, true])
    // Own operations 4 and 5 never made base 3 stale; no base is beyond the board.
    #expect(result.map(\.base) == [5, 20])
    #expect(result[1].intent == intent(name(fresh, 1, 1), name(fresh, 1, 2), kept))
  }

  @Test("An operation the coordinator will not take is named, and the others get through")
  func undeliverable() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.coordinator.refuses = { operation in
      operation.intent == Fixture.create(2)
        ? ErrorMessage(code: .requestTooLarge, text: "too large") : nil
    }
    for number in 1...3 { world.send(.edit(Fixture.create(number))) }
    world.heal()
    #expect(world.windows[0].refusals == [.undeliverable("too large")])
    #expect(world.coordinator.board.card(Fixture.card(1)) != nil)
    #expect(world.coordinator.board.card(Fixture.card(2)) == nil)
    #expect(world.coordinator.board.card(Fixture.card(3)) != nil)
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].disk.pending.isEmpty)
    expectEqual(world, 0)
  }
}

/// Every edit stands in the log once, whatever name it was delivered under. The cards it makes and
/// the text it types tell it apart.
func expectOnceRenumbered(_ world: World, sourceLocation: SourceLocation = #_sourceLocation) {
  let marks = world.coordinator.log.map { committed -> String in
    switch committed.operation?.intent {
    case .cardCreate(let id, _, _, _, _): "create \(id)"
    case .cardSplice(_, let splice): "type \(splice.insertions.map(\.text))"
    default: "other \(committed.sequence)"
    }
  }
  #expect(Set(marks).count == marks.count, "\(marks)", sourceLocation: sourceLocation)
}
