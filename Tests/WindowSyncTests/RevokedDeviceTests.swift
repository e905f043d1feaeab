import BoardModel
import Statements
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

  @Test(
    "It stops, says so, keeps what it has not sent, and never dials by itself", .holds("DEV-005"))
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
    let before = world.windows[0].log.count
    for _ in 0..<20 {
      world.now += 3_600_000
      world.send(.timer)
      world.settle()
    }
    #expect(!world.windows[0].log[before...].contains(.connect))
    world.send(.resumeNow)
    #expect(world.windows[0].log[before...].contains(.connect))
  }
}
