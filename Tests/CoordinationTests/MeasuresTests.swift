import BoardModel
import Testing
import Wire

@testable import Coordination

struct MeasuresTests {
  @Test("A percentile is at most twice what it should be, and never more than the most")
  func percentiles() {
    var sizes = Distribution()
    #expect(sizes.percentile(99) == 0)
    for size in 1...100 { sizes.add(size) }
    #expect(sizes.count == 100)
    #expect(sizes.sum == 5_050)
    #expect(sizes.most == 100)
    #expect(sizes.percentile(50) == 63)
    #expect(sizes.percentile(99) == 100)
    sizes.add(0)
    sizes.add(.max)
    #expect(sizes.percentile(0) == 0)
    #expect(sizes.percentile(100) == UInt64(Int.max))
  }

  @Test("Turns, groups and what is sent are measured as they come")
  func measured() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let before = harness.coordinator.measures
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Other"))
    let after = harness.coordinator.measures
    #expect(after.operationsPerGroup.sum == before.operationsPerGroup.sum + 1)
    #expect(after.bytesPerGroup.sum > before.bytesPerGroup.sum)
    #expect(after.answersPerGroup.sum == before.answersPerGroup.sum + 1)
    #expect(after.bytesPerSend.sum > before.bytesPerSend.sum)
    #expect(after.eventsPerTurn.count > before.eventsPerTurn.count)
  }
}
