import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// What becomes of a user whose windows keep very much of themselves.
@Suite("User information of windows")
struct InfoShareTests {
  private static let full = [UInt8](repeating: 7, count: 1_000)

  private static func harness() throws -> CoordinatorHarness {
    var harness = CoordinatorHarness {
      $0.shares.infoBytes = Share(all: 7_000, reserve: 2_000, modest: 500, ofUser: 3_000)
    }
    try harness.makeBoard()
    return harness
  }

  private static func kept(_ number: UInt64, _ harness: CoordinatorHarness) -> Int? {
    harness.coordinator.sessions.record(of: session(number))?.window?.activity.userInfo.count
  }

  private static func tell(
    _ window: SampleWindow, _ activity: Activity, _ info: [UInt8],
    _ harness: inout CoordinatorHarness
  ) {
    let state = WindowState(activity: activity.informed(info), drafts: 1, unsent: 0)
    harness.send(window.connection, state.frame())
  }

  /// The limits that a window was told of for which what it says of itself is not kept.
  private static func told(
    _ window: SampleWindow, _ harness: inout CoordinatorHarness
  ) -> [String] {
    harness.take(window.connection).compactMap {
      guard case .infoNotKept(let told) = $0 else { return nil }
      return told.text.split(separator: " ").first { $0.contains("info-bytes") }.map(String.init)
    }
  }

  @Test(
    "A window that comes back is told for what it says then, if that is not kept, and of the device it is at",
    .holds("LIM-022"))
  func toldAgain() throws {
    var harness = CoordinatorHarness {
      $0.shares.infoBytes = Share(
        all: 9_000, reserve: 0, modest: 0, ofUser: 8_000, ofDevice: 3_000)
    }
    try harness.makeBoard()
    _ = try harness.show(1, .card(1, info: Self.full + Self.full + Self.full))
    let second = try harness.show(2, .card(2, info: Self.full))
    #expect(Self.told(second, &harness) == ["info-bytes-of-device"])
    harness.handle(.closed(second.connection))
    let again = try harness.show(2, .card(2, info: Self.full))
    #expect(Self.told(again, &harness) == [])
    Self.tell(again, .card(2), Self.full, &harness)
    #expect(Self.told(again, &harness) == ["info-bytes-of-device"])
    harness.handle(.closed(again.connection))
    // The desk has room for it.
    let desk = try harness.attach(2, device: "desk", instance: 2, epoch: 1)
    Self.tell(desk, .card(2), Self.full, &harness)
    #expect(Self.told(desk, &harness) == [])
    #expect(Self.kept(2, harness) == 1_000)
  }

  @Test("A user's windows keep so much and no more; those of others keep theirs", .holds("LIM-022"))
  func users() throws {
    var harness = try Self.harness()
    for number in UInt64(1)...3 {
      _ = try harness.show(number, .card(number, info: Self.full))
    }
    let fourth = try harness.show(4, .card(4, info: Self.full))
    #expect((1...4).map { Self.kept($0, harness) } == [1_000, 1_000, 1_000, 0])
    _ = try harness.show(5, .card(5, info: Self.full), user: "ben")
    #expect(Self.kept(5, harness) == 1_000)
    #expect(Self.told(fourth, &harness) == ["info-bytes-of-user"])
    // Everything else that the window says is kept, and it is told once.
    Self.tell(fourth, .card(4), Self.full, &harness)
    #expect(Self.kept(4, harness) == 0)
    #expect(harness.coordinator.sessions.record(of: session(4))?.window?.drafts == 1)
    #expect(Self.told(fourth, &harness) == [])
    harness.jump(60_000)
    let refused = harness.store.audit.filter { $0.kind == .refused }
    #expect(refused.map(\.count) == [1])
    #expect(refused.first?.detail.contains("info-bytes-of-user") == true)
  }

  @Test("A window that comes back with more than is kept of it has lost nothing to a limit")
  func reattached() throws {
    var harness = try Self.harness()
    let window = try harness.show(1, .card(1, info: [7]))
    harness.handle(.closed(window.connection))
    _ = try harness.show(1, .card(1, info: Self.full))
    harness.jump(60_000)
    #expect(harness.deeds.isEmpty)
  }

  @Test("What a window says in the place of more is kept, and of what is too much nothing")
  func grows() throws {
    var harness = try Self.harness()
    let window = try harness.show(1, .card(1, info: Self.full))
    _ = try harness.show(2, .card(2, info: Self.full + Self.full))
    #expect(Self.told(window, &harness) == [])
    Self.tell(window, .card(1), Self.full + [7], &harness)
    #expect(Self.kept(1, harness) == 1_000)
    #expect(Self.told(window, &harness) == ["info-bytes-of-user"])
    Self.tell(window, .card(1), [7], &harness)
    #expect(Self.told(window, &harness) == [])
    #expect(Self.kept(1, harness) == 1)
    Self.tell(window, .card(1), Self.full, &harness)
    #expect(Self.kept(1, harness) == 1_000)
  }

  @Test("What is left is for users whose windows keep little")
  func reserve() throws {
    var harness = try Self.harness()
    _ = try harness.show(1, .card(1, info: Self.full + Self.full + Self.full))
    _ = try harness.show(2, .card(1, info: Self.full + Self.full), user: "ben")
    // All but the reserve is used up.
    _ = try harness.show(3, .card(2, info: [7]), user: "ben")
    _ = try harness.show(4, .card(1, info: Self.full), user: "cy")
    _ = try harness.show(5, .card(2, info: [7]), user: "cy")
    #expect((3...5).map { Self.kept($0, harness) } == [0, 1_000, 0])
  }

  @Test("A window that the log did not take keeps nothing")
  func reverted() throws {
    var harness = try Self.harness()
    let connection = try harness.greeted()
    harness.commitsAtOnce = false
    let info = Self.full + Self.full + Self.full
    _ = harness.begin(connection, harness.windowBody(1, .card(1, info: info)))
    harness.failCommit()
    #expect(Self.kept(1, harness) == nil)
    harness.commitsAtOnce = true
    harness.advance(5_000)
    _ = try harness.show(2, .card(2, info: info))
    #expect(Self.kept(2, harness) == 3_000)
  }

  @Test("A window that ends, or whose card was purged, gives its part back, also after a start")
  func given() throws {
    var harness = try Self.harness()
    for number in UInt64(1)...3 {
      _ = try harness.show(number, .card(number, info: Self.full))
    }
    harness.restart()
    var fourth = try harness.show(4, .card(4, info: Self.full))
    #expect(Self.kept(4, harness) == 0)
    _ = try harness.request(
      fourth.connection, EndWindow(session: session(1), ending: .standard, reason: ""))
    Self.tell(fourth, .card(4), Self.full, &harness)
    #expect(Self.kept(4, harness) == 1_000)
    let fifth = try harness.show(5, .board)
    Self.tell(fifth, .board, Self.full, &harness)
    #expect(Self.kept(5, harness) == 0)
    _ = try harness.submit(&fourth, .purge(.card(card(2))))
    Self.tell(fifth, .board, Self.full, &harness)
    #expect(Self.kept(5, harness) == 1_000)
  }
}
