import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A snapshot behind ATTACHED")
struct UnaskedSnapshotTests {
  /// A window that missed more than is replayed, while one entity of the snapshot has come.
  private func streaming() throws -> World {
    let waiting = WaitingWindow("streaming")
    try #require(waiting.world.windows[0].replica.gathered == 1)
    return waiting.world
  }

  private func asked(_ world: World) -> [Message] {
    world.coordinator.received.compactMap { _, _, message in
      if case .fetchSnapshot = message { message } else { nil }
    }
  }

  @Test("It is not asked for, without a board and with one that is too old", .holds("SNP-022"))
  func unasked() throws {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    #expect(world.windows[0].replica.phase == .live)
    world.cut(0)
    world.coordinator.replayLimit = 0
    _ = world.coordinator.order(Fixture.foreign(1, base: 3, Fixture.create(70)))
    world.heal()
    expectEqual(world, 0)
    #expect(asked(world).isEmpty)
  }

  @Test("Where a coordinator sends none, it is asked for once")
  func silent() {
    var world = World()
    world.coordinator.sendsUnasked = false
    world.send(.start(wallClock: 1))
    world.settle()
    #expect(world.windows[0].replica.phase == .live)
    #expect(asked(world).count == 1)
    expectEqual(world, 0)
  }

  @Test("What is edited meanwhile follows behind it, in order", .holds("SNP-005"))
  func behind() throws {
    var world = try streaming()
    _ = world.coordinator.order(Fixture.foreign(2, base: 4, Fixture.create(71)))
    world.send(.edit(Fixture.create(72)))
    world.heal()
    #expect(world.windows[0].notices.isEmpty)
    #expect(world.windows[0].replica.status == .saved)
    expectEqual(world, 0)
  }

  @Test("A window that is cut amid it begins again with the next connection")
  func cut() throws {
    var world = try streaming()
    world.cut(0)
    _ = world.coordinator.order(Fixture.foreign(2, base: 4, Fixture.create(71)))
    world.heal()
    #expect(world.windows[0].notices.isEmpty)
    expectEqual(world, 0)
    #expect(asked(world).isEmpty)
  }

  @Test("One that ends with ERROR is thrown away, and another one comes", .holds("SNP-003"))
  func gone() throws {
    var world = try streaming()
    let request = try #require(world.windows[0].replica.link.conversation.value?.open.first?.number)
    let error = ErrorMessage(code: .snapshotGone, text: "Something was purged.")
    world.windows[0].down = [error.frame(request: request, flags: .response).bytes]
    world.heal()
    #expect(world.windows[0].replica.phase == .live)
    expectEqual(world, 0)
  }

  @Test("The end of one that another terminal cut off does not stop the window", .holds("SNP-024"))
  func fenced() throws {
    var world = try streaming()
    let request = try #require(world.windows[0].replica.link.conversation.value?.open.first?.number)
    world.windows[0].down = [
      ErrorMessage(code: .fenced, text: "taken over").frame().bytes,
      ErrorMessage(code: .notAttached, text: "ATTACH first.")
        .frame(request: request, flags: .response).bytes,
    ]
    while !world.windows[0].down.isEmpty { world.deliverDown(0) }
    world.settle()
    #expect(world.windows[0].replica.standing == .fenced(.takenOver))
  }

  @Test("A chunk of another attachment's snapshot is let pass")
  func late() throws {
    var world = try streaming()
    let chunk = try #require(world.windows[0].down.first)
    let before = world.windows[0].replica
    world.windows[0].down = [ErrorMessage(code: .fenced, text: "taken over").frame().bytes, chunk]
    while !world.windows[0].down.isEmpty { world.deliverDown(0) }
    #expect(before.gathered == 1)
    #expect(world.windows[0].notices.isEmpty)
    #expect(world.windows[0].replica.gathered == nil)
  }
}
