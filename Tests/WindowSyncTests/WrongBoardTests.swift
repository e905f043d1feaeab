import BoardModel
import Testing
import Wire

@testable import WindowSync

/// A window that found its board to differ has nothing to build on until another has come.
@Suite("A board found wrong")
struct WrongBoardTests {
  enum Cause: CaseIterable {
    case digest
    case outcome
    case gap
  }

  /// A window that was just told something that shows its board to differ; the snapshot it asks for
  /// has not come.
  private func diverged(_ cause: Cause) throws -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    let link = try #require(world.windows[0].link)
    let sequence = world.coordinator.board.sequence
    let stored = world.coordinator.order(
      Fixture.foreign(1, base: sequence, Fixture.create(1, body: "theirs")))
    let committed = try #require(world.coordinator.log.last)
    switch cause {
    case .digest:
      world.coordinator.event(
        link, DigestMessage(sequence: sequence, digest: BoardDigest(lanes: [1, 2, 3, 4])))
    case .outcome:
      // It lacks what the operation is about, and applies it all the same.
      let other = CommittedOperation(
        sequence: stored.sequence, time: stored.time, author: committed.author,
        operation: Fixture.foreign(1, base: sequence, .cardRetitle(Fixture.card(9), title: "x")),
        outcome: .applied)
      world.coordinator.event(link, Committed(operations: [other]))
    case .gap:
      world.coordinator.event(
        link,
        Committed(operations: [
          CommittedOperation(
            sequence: stored.sequence + 1, time: stored.time, author: committed.author,
            content: committed.content)
        ]))
    }
    world.coordinator.links[link]?.next = nil
    world.collect()
    while !world.windows[0].down.isEmpty { world.deliverDown(0) }
    #expect(world.windows[0].notices.count == 1)
    return world
  }

  private func attaches(_ world: World) -> [Attach] {
    world.coordinator.received.compactMap { entry in
      switch entry.message {
      case .attach(let body): body
      case .attachWindow(let body): body.attach
      default: nil
      }
    }
  }

  @Test(
    "A cut before the snapshot comes: the window attaches with no board", arguments: Cause.allCases)
  func cut(cause: Cause) throws {
    var world = try diverged(cause)
    world.cut(0)
    world.heal()
    let attach = try #require(attaches(world).last)
    #expect(attaches(world).count == 2)
    #expect(attach.sequence == 0)
    #expect(world.windows[0].notices.count == 1)
    #expect(world.windows[0].replica.phase == .live)
    expectEqual(world, 0)
  }

  @Test("A cut amid the snapshot changes nothing in that", arguments: Cause.allCases)
  func cutAmid(cause: Cause) throws {
    var world = try diverged(cause)
    world.deliverUp(0)
    world.deliverDown(0)
    world.cut(0)
    world.heal()
    #expect(attaches(world).last?.sequence == 0)
    expectEqual(world, 0)
  }

  @Test(
    "The wrong board is not written to the disk, by a cut or by leaving", arguments: Cause.allCases)
  func saved(cause: Cause) throws {
    var world = try diverged(cause)
    let before = world.windows[0].log.count
    world.cut(0)
    world.send(.leave(close: false))
    let saves = world.windows[0].log[before...].filter {
      if case .saveBoard = $0 { true } else { false }
    }
    #expect(saves == [])
    #expect(world.windows[0].replica.stateName == "left")
  }

  @Test("A board that is right is written before the link is closed, by a cut or by GOODBYE")
  func savedAtTheEnd() {
    for bytes in [nil, Goodbye(reason: 0, text: "").frame().bytes] {
      var world = World()
      world.send(.start(wallClock: 1))
      world.settle()
      world.send(.edit(Fixture.create(1)))
      world.settle()
      let before = world.windows[0].log.count
      if let bytes { world.send(.received(bytes)) } else { world.cut(0) }
      let saves = world.windows[0].log[before...].compactMap {
        if case .saveBoard(let board) = $0 { board.sequence } else { nil }
      }
      #expect(saves == [world.coordinator.board.sequence])
    }
  }

  @Test("Once another board has come, the next attachment builds on it", arguments: Cause.allCases)
  func mended(cause: Cause) throws {
    var world = try diverged(cause)
    world.heal()
    expectEqual(world, 0)
    world.cut(0)
    world.heal()
    #expect(attaches(world).last?.sequence == world.coordinator.board.sequence)
    expectEqual(world, 0)
  }
}
