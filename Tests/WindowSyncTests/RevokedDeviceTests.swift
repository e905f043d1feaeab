import BoardModel
import Testing
import Wire

@testable import WindowSync

@Suite("A device that was thrown out")
struct RevokedDeviceTests {
  /// A window that is live, with an edit that the coordinator has not acknowledged.
  private func editing() -> World {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    // It is on its way when the coordinator's ERROR comes.
    world.send(.edit(Fixture.create(1)))
    return world
  }

  @Test("It stops, says so, and keeps what it has not sent")
  func kept() throws {
    var world = editing()
    #expect(world.windows[0].replica.pending.count == 1)
    let link = try #require(world.windows[0].link)
    world.coordinator.event(
      link, ErrorMessage(code: .identityRefused, text: "laptop of ann was revoked here."))
    world.collect()
    world.settle()
    let replica = world.windows[0].replica
    #expect(
      replica.standing == .readOnly(.revoked("laptop of ann was revoked here.")))
    #expect(replica.pending.count == 1)
    #expect(
      replica.status == .notSaved(1, reason: "laptop of ann was revoked here."))
  }
}
