import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

/// The process may end between any two of these steps (SPEC.md DSK).
@Suite("What is on disk, and in which order")
struct CrashTests {
  private func live() -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    return world
  }

  private func submitted(_ world: World) -> [Operation] {
    world.coordinator.received.compactMap { received in
      if case .submit(let body) = received.message { body.operation } else { nil }
    }
  }

  @Test("An edit is neither sent nor shown before it is on disk", .holds("DSK-004"))
  func beforeSubmit() {
    var world = live()
    world.windows[0].holdsStore = true
    world.send(.edit(Fixture.create(1)))
    world.settle()
    #expect(submitted(world) == [])
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1)) == nil)
    world.windows[0].holdsStore = false
    world.pay(0)
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1)) != nil)
    world.settle()
    #expect(submitted(world) == world.coordinator.log.suffix(1).map(\.operation))
  }

  @Test(
    "An epoch is on disk before an edit that carries it", .holds("DSK-006"), arguments: [1, 2, 5])
  func epochFirst(starts: Int) {
    var world = live()
    for number in 0..<starts {
      world.send(.edit(Fixture.create(number)))
      world.settle()
      world.restart(0)
      world.settle()
    }
    world.send(.edit(Fixture.create(100)))
    var known: UInt32 = 1
    for effect in world.windows[0].log {
      switch effect {
      case .saveSession(let session): known = max(known, session.epoch)
      case .persist(let operations):
        #expect(operations.allSatisfy { $0.id.epoch <= known })
      default: continue
      }
    }
    #expect(known == UInt32(starts) + 1)
    #expect(world.windows[0].replica.newest?.id.epoch == known)
  }

  @Test(
    "An edit leaves the disk once its outcome is known and the board has it, and only then is told",
    .holds("DSK-008", "DSK-009"))
  func forgetting() {
    var world = live()
    for number in 1...3 { world.send(.edit(Fixture.create(number))) }
    while !world.windows[0].up.isEmpty { world.deliverUp(0) }
    #expect(world.windows[0].disk.pending.count == 3)
    while !world.windows[0].down.isEmpty {
      let held = world.windows[0].disk.pending.map(\.id.counter)
      let confirmed = world.windows[0].replica.confirmed
      for number in 1...3 where confirmed?.card(Fixture.card(number)) == nil {
        #expect(held.contains(UInt64(number)))
      }
      world.deliverDown(0)
    }
    #expect(world.windows[0].disk.pending == [])
    world.send(.edit(Fixture.create(4)))
    world.settle()
    world.advance()
    world.settle()
    var forgotten: UInt64 = 0
    var acknowledged: [UInt64] = []
    for effect in world.windows[0].log {
      switch effect {
      case .forget(_, let counter): forgotten = counter
      case .send(let bytes):
        for frame in Fixture.frames(bytes) {
          var decoder = FrameDecoder(limit: .max)
          decoder.feed(frame)
          guard let frame = try? decoder.next(),
            case .acknowledge(let body)? = try? Message(frame)
          else { continue }
          #expect(body.counter <= forgotten)
          acknowledged.append(body.counter)
        }
      default: continue
      }
    }
    #expect(acknowledged.last == 4)
  }

  @Test("Where a crash took a letting go back, the outcome counts as known", .holds("DSK-012"))
  func forgottenAgain() throws {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    let pending = world.windows[0].disk.pending
    world.settle()
    for _ in 0..<10 {
      world.advance()
      world.settle()
    }
    #expect(world.coordinator.sessions.values.map(\.outcomes) == [[]])
    #expect(world.windows[0].disk.pending == [])
    // The coordinator was told to forget the outcome, and the disk is as it was before.
    world.windows[0].disk.pending = pending
    world.windows[0].disk.session?.forgottenThrough = 0
    world.restart(0)
    world.heal()
    #expect(submitted(world) == pending + pending)
    #expect(world.coordinator.sessions.count == 1)
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].notices == [])
    expectOnce(world)
    expectEqual(world, 0)
  }

  @Test("What is sent again after a kill has the same bytes and the old epoch", .holds("DSK-013"))
  func oldEpoch() {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.send(.edit(Fixture.create(2)))
    world.deliverUp(0)
    let pending = world.windows[0].disk.pending
    world.restart(0)
    world.heal()
    #expect(world.coordinator.sessions.values.map(\.epoch) == [2])
    #expect(pending.map(\.id.epoch) == [1, 1])
    #expect(world.coordinator.log.suffix(2).map(\.operation) == pending)
    #expect(world.windows[0].replica.status == .saved)
    expectEqual(world, 0)
  }

  @Test("A kill between ATTACHED and the disk, again and again, loses no edit", arguments: 1...4)
  func killedBeforeEpoch(times: Int) {
    var world = live()
    world.reachable = false
    world.cut(0)
    world.send(.edit(Fixture.create(1)))
    world.reachable = true
    for _ in 0..<times {
      let disk = world.windows[0].disk.session
      world.restart(0)
      while world.windows[0].replica.phase != .attaching || !world.windows[0].up.isEmpty {
        if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
      }
      #expect(world.windows[0].disk.session == disk)
    }
    world.restart(0)
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1)) != nil)
    expectOnce(world)
    expectEqual(world, 0)
  }

  @Test(
    "An edit is shown as the next one of the board, and its base is what was ordered",
    .holds("EDT-023", "EDT-028", "EDT-029", "EDT-030"))
  func prediction() throws {
    var world = live()
    let ordered = world.coordinator.board.sequence
    world.send(.edit(Fixture.create(1)))
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "Second")))
    let shown = try #require(world.windows[0].replica.visible?.card(Fixture.card(1)))
    #expect(shown.created.sequence == ordered + 1)
    #expect(shown.title.stamp.sequence == ordered + 2)
    #expect(shown.created.author == ScriptedCoordinator.author)
    #expect(shown.created.time >= 1_000_000)
    #expect(world.windows[0].disk.pending.map(\.base) == [ordered, ordered])
    _ = world.coordinator.order(Fixture.foreign(1, base: ordered, Fixture.create(2)))
    world.heal()
    let card = try #require(world.windows[0].replica.visible?.card(Fixture.card(1)))
    #expect(card.created.sequence == ordered + 2)
    expectEqual(world, 0)
  }

  @Test("A coordinator that is busy attaching the session is asked again", .holds("EDT-031"))
  func busy() {
    var world = World()
    world.send(.start(wallClock: 1))
    while world.windows[0].replica.phase != .attaching || !world.windows[0].up.isEmpty {
      if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
    }
    let request = world.coordinator.received.last?.frame.request ?? 0
    world.windows[0].down = [
      ErrorMessage(code: .attachBusy, text: "busy", retryAfter: 100)
        .frame(request: request, flags: .response).bytes
    ]
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.windows[0].notices == [])
  }

  @Test(
    "A process attaches by an instance that was never confirmed, else by its own, and keeps the last that was",
    .holds("DSK-015", "DSK-016", "DSK-017"))
  func triedAgain() {
    let activity = Activity(.board, title: "Plan")
    let (old, mine, other) = (
      InstanceID(high: 1, low: 1), InstanceID(high: 1, low: 2), InstanceID(high: 1, low: 3)
    )
    let first = SavedWindow.begun(nil, activity: activity, by: mine)
    #expect(first == SavedWindow(activity: activity, instance: mine, confirmed: nil))
    #expect(SavedWindow.begun(first, activity: activity, by: other) == first)
    let confirmed = SavedWindow(activity: activity, instance: old, confirmed: old)
    let next = SavedWindow.begun(confirmed, activity: activity, by: mine)
    #expect(next == SavedWindow(activity: activity, instance: mine, confirmed: old))
    // However many processes end before ATTACHED comes.
    let third = SavedWindow.begun(next, activity: activity, by: other)
    #expect(third == next)
    #expect(SavedWindow.begun(third, activity: activity, by: InstanceID(high: 1, low: 4)) == next)
  }
}
