import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A window whose information the coordinator does not keep")
struct NotKeptTests {
  @Test("The person is told why, once for each reason and not with every message")
  func told() throws {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    let link = try #require(world.coordinator.received.last?.link)
    func tell(_ reason: String) {
      world.coordinator.outbox.append((link, InfoNotKept(text: reason).frame()))
      world.collect()
      world.settle()
    }
    let long = String(repeating: "x", count: 5_000)
    for reason in ["one", "one", "two", "two", long] { tell(reason) }
    let shown = world.windows[0].notices
    #expect(
      shown == ["one", "two", PeerWords.bounded(long)].map { .infoNotKept($0) }, "\(shown)")
    #expect(world.windows[0].replica.isQuiet)
  }
}
