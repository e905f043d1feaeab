import BoardModel
import SampleHistory
import Testing
import Wire

@testable import Coordination

/// Digests where more changed than one turn hashes.
@Suite("When a digest is published")
struct DigestScheduleTests {
  /// A board on which more changed than a turn hashes, with a window that made all of it.
  private func changed() throws -> (CoordinatorHarness, SampleWindow) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (window, _) = try harness.window(1)
    for number in 2...UInt64(DigestSchedule.hashesPerTurn + 150) {
      _ = try harness.submit(
        &window, .cardCreate(card(number), in: column(1), title: "Card", body: "", at: Anchors()))
    }
    harness.encodesAtOnce = false
    return (harness, window)
  }

  private func digests(_ harness: inout CoordinatorHarness, _ window: SampleWindow) -> [UInt64] {
    harness.take(window.connection).compactMap {
      if case .digest(let digest) = $0 { digest.sequence } else { nil }
    }
  }

  @Test("Where much changed another thread hashes it, once, and the next digest is published")
  func elsewhere() throws {
    var (harness, window) = try changed()
    _ = digests(&harness, window)
    harness.time += DigestSchedule.milliseconds
    _ = try harness.submit(&window, .cardRetitle(card(2), title: "A"))
    let pinned = harness.pinnedBoards.count
    #expect(pinned == 1)
    for _ in 0..<DigestSchedule.interval {
      _ = try harness.submit(&window, .cardRetitle(card(2), title: "B"))
    }
    #expect(harness.pinnedBoards.count == pinned)
    #expect(digests(&harness, window).isEmpty)
    harness.encodeNow()
    var last: UInt64 = 0
    for _ in 0..<DigestSchedule.interval {
      last = try harness.submit(&window, .cardRetitle(card(2), title: "C")).sequence
      let told = digests(&harness, window)
      if !told.isEmpty { #expect(told == [last]) }
      if last % DigestSchedule.interval == 0 { #expect(told == [last]) }
    }
  }
}
