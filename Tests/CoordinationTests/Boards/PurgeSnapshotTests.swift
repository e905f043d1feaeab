import BoardModel
import LogRecords
import Statements
import Testing

@testable import Coordination

@Suite("The snapshot that comes with a purge")
struct PurgeSnapshotTests {
  @Test(
    "It holds what was ordered behind the purge, and is written once",
    .holds("PRG-015"))
  func writtenOnce() throws {
    var harness = CoordinatorHarness { $0.snapshotInterval = 1 }
    try harness.makeBoard()
    let (first, _) = try harness.window(1)
    let (second, _) = try harness.window(2)
    let (third, _) = try harness.window(3)
    harness.commitsAtOnce = false
    // One group, so large that a snapshot is due, and behind it one with the purge and an edit.
    let long = String(repeating: "long ", count: 50)
    harness.handle(harness.arrival(of: first, .cardRetitle(card(1), title: long)))
    harness.handle(harness.arrival(of: second, .purge(.past(.cardTitle(card(1))))))
    harness.handle(harness.arrival(of: third, .cardRetitle(card(1), title: "Plain")))
    harness.commitNow()
    let group = try #require(harness.pendingGroup)
    let purged = try #require(group.purges.first)
    let withPurge = try #require(group.snapshots.first)
    #expect(withPurge.sequence == purged.sequence + 1)
    harness.journal = []
    harness.commitNow()
    #expect(harness.coordinator.boards.durableSequence(board(1)) == withPurge.sequence)
    let again = harness.journal.compactMap { effect -> UInt64? in
      if case .saveSnapshot(let snapshot) = effect { snapshot.sequence } else { nil }
    }
    #expect(again == [])
  }
}
