import BoardModel
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// What becomes of peers that do not read what they asked for.
@Suite("Bytes that wait to be read")
struct UnreadBytesTests {
  @Test("Of several who have too much, the one with most is named, and the share")
  func overdrawn() {
    var shares = Shares()
    (shares.unreadBytes, shares.unreadBytesOfUser) = (1_000, 600)
    var unread = UnreadBytes()
    unread.add(500, of: "ann")
    unread.add(400, of: "ben")
    #expect(unread.overdrawn(shares) == nil)
    unread.add(150, of: "cy")
    #expect(unread.overdrawn(shares)?.user == "ann")
    #expect(unread.overdrawn(shares)?.excess == .all(1_000))
    unread.add(300, of: "ben")
    #expect(unread.overdrawn(shares)?.user == "ben")
    #expect(unread.overdrawn(shares)?.excess == .user(600))
    unread.add(-700, of: "ben")
    #expect(unread.overdrawn(shares) == nil)
  }

  @Test(
    "Of a user who does not read, the device with most loses the connection with most, and no more",
    .holds("LIM-016"))
  func drops() throws {
    var harness = CoordinatorHarness { $0.shares.unreadBytesOfUser = 1_000_000 }
    try harness.makeBoard()
    var (ben, _) = try harness.window(1, user: "ben")
    _ = try harness.submit(&ben, .columnCreate(column(9), title: "More", at: Anchors()))
    let laptop = try harness.window(2).0.connection
    let second = try harness.window(3).0.connection
    let desk = try harness.window(4, device: "desk").0.connection
    let others = try harness.window(5, user: "cy").0.connection
    func write(_ count: Int) throws {
      for _ in 0..<count {
        _ = try harness.submit(
          &ben,
          .commentAdd(
            card(1), CommentID(high: 9, low: ben.counter),
            text: String(repeating: "x", count: 5_000)))
      }
    }
    // The second one of the laptop has less than the first.
    harness.peers[laptop]?.reads = false
    try write(20)
    for id in [second, desk, others] { harness.peers[id]?.reads = false }
    try write(55)
    #expect([laptop, second, desk, others].allSatisfy { harness.peers[$0]?.dropped == false })
    try write(10)
    #expect(harness.peers[laptop]?.dropped == true)
    #expect([second, desk, others].allSatisfy { harness.peers[$0]?.dropped == false })
    #expect(harness.peers[laptop]?.refusals.last?.contains("unread-bytes-of-user") == true)
    #expect(harness.coordinator.connections[laptop] == nil)
    // What was read counts no more.
    harness.read(second)
    try write(80)
    #expect([second, desk, others].allSatisfy { harness.peers[$0]?.dropped == false })
  }

  @Test("Who has all that may wait for all loses it, whoever asks last")
  func all() throws {
    var harness = CoordinatorHarness { $0.shares.unreadBytes = 500_000 }
    try harness.makeBoard()
    var (ben, _) = try harness.window(1, user: "ben")
    let first = try harness.window(2).0.connection
    let second = try harness.window(3).0.connection
    let third = try harness.window(4, user: "cy").0.connection
    for id in [first, second, third] { harness.peers[id]?.reads = false }
    for _ in 0..<40 {
      _ = try harness.submit(
        &ben,
        .commentAdd(
          card(1), CommentID(high: 9, low: ben.counter), text: String(repeating: "x", count: 5_000))
      )
    }
    #expect([first, second].count { harness.peers[$0]?.dropped == true } == 1)
    #expect(harness.peers[third]?.dropped == false)
  }

  @Test(
    "Only so many who are not let in are waited for: the first of them goes when more come",
    .holds("LIM-017"))
  func dismissals() throws {
    var harness = CoordinatorHarness {
      $0.shares.connections.ofDevice = 1
      $0.dismissedConnections = 3
    }
    let inside = try harness.greeted()
    let refused = (0..<5).map { _ in harness.connect() }
    #expect(refused.map { harness.peers[$0]?.dropped } == [true, true, false, false, false])
    for id in refused {
      guard case .error(let error) = harness.take(id).first else {
        Issue.record("one was not told why")
        continue
      }
      #expect(error.code == .tooManyConnections)
    }
    #expect(harness.peers[inside]?.dropped == false)
    // One that left by itself is not waited for.
    harness.handle(.closed(refused[2]))
    _ = harness.connect()
    #expect(harness.peers[refused[3]]?.dropped == false)
  }
}
