import BoardModel
import LogRecords
import MemoryStore
import Testing
import Wire

@testable import Coordination

/// How much is gathered while the log writes a group.
@Suite("The room of a group")
struct GroupRoomTests {
  private static let room = 10

  /// A coordinator whose log is writing, a window of ann's that sends so many edits at once, and one
  /// of ben's.
  private static func flooded(
    _ count: Int
  ) throws -> (harness: CoordinatorHarness, ann: SampleWindow, ben: SampleWindow) {
    var harness = CoordinatorHarness {
      $0.requestsInFlight = 1_000
      ($0.groupOperations, $0.groupOperationsPerMillisecond) = (room, 2)
    }
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2, user: "ben")
    harness.commitsAtOnce = false
    harness.handle(edits(of: ann, from: 1, 1, &harness))
    #expect(harness.pendingGroup != nil)
    harness.handle(edits(of: ann, from: 2, count, &harness))
    return (harness, ann, ben)
  }

  private static func edits(
    of window: SampleWindow, from counter: UInt64, _ count: Int, _ harness: inout CoordinatorHarness
  ) -> CoordinatorEvent {
    var bytes: [UInt8] = []
    for number in 0..<UInt64(count) {
      harness.peers[window.connection]?.nextRequest += 1
      let operation = window.operation(
        .cardRetitle(card(1), title: "Title \(counter + number)"), counter: counter + number)
      bytes +=
        Submit(operation: operation).frame(
          request: harness.peers[window.connection]?.nextRequest ?? 0
        ).bytes
    }
    return .received(window.connection, bytes)
  }

  @Test("A flood's edits wait for the group before, all else does not, and nothing is lost")
  func waits() throws {
    let (flooded, ann, _) = try Self.flooded(45)
    var harness = flooded
    #expect(harness.coordinator.commits.gathering.weight == Self.room)
    #expect(harness.coordinator.turns.isEmpty(withLogged: false))
    #expect(harness.coordinator.turns.holds(ann.connection))
    let other = try harness.greeted(user: "cy")
    guard case .boards = try harness.request(other, ListBoards()) else {
      Issue.record("a list waits for a group")
      return
    }
    var groups: [Int] = []
    while let group = harness.pendingGroup {
      groups.append(group.operations.reduce(0) { $0 + $1.operations.count })
      harness.commitNow()
    }
    #expect(groups.reduce(0, +) == 46)
    #expect(groups == [1, 10, 10, 10, 10, 5])
    #expect(harness.coordinator.sessions[ann.session]?.ledger.lastCounter == 46)
    #expect(harness.coordinator.boards.durableSequence(board(1)) == 47)
  }

  @Test("Somebody else's edit is in the next group, whatever waits of a flood")
  func others() throws {
    let (flooded, _, ben) = try Self.flooded(200)
    var harness = flooded
    harness.handle(Self.edits(of: ben, from: 1, 3, &harness))
    var groups = 0
    while harness.pendingGroup != nil, groups < 3 {
      harness.commitNow()
      groups += 1
    }
    #expect(harness.coordinator.sessions[ben.session]?.ledger.lastCounter == 3)
  }

  @Test("While the log takes long, a group holds more, and a log that fails lets all go on")
  func slow() throws {
    let (flooded, ann, _) = try Self.flooded(300)
    var harness = flooded
    harness.time += 50
    harness.commitNow()
    #expect(harness.coordinator.groupRoom == 100)
    #expect(harness.coordinator.commits.gathering.weight <= 100)
    harness.failCommit()
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(harness.coordinator.turns.isEmpty(withLogged: true))
    #expect(!harness.coordinator.turns.holds(ann.connection))
    #expect(harness.coordinator.groupRoom == Self.room)
  }

  @Test("Who goes while their edits wait has them ordered all the same")
  func gone() throws {
    let (flooded, ann, _) = try Self.flooded(30)
    var harness = flooded
    harness.handle(.closed(ann.connection))
    #expect(harness.coordinator.connections[ann.connection] != nil)
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(harness.coordinator.connections[ann.connection] == nil)
    #expect(harness.coordinator.boards.durableSequence(board(1)) == 32)
  }
}
