import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

/// A window that does not read has no room for CARRIED while others of its user have.
@Suite("Drags and windows that do not read")
struct SlowWindowTests {
  /// About as much as one LIFT may hold.
  private static let large = DragContent(
    isPointer: false, moves: true, copies: true,
    items: (0..<60).map {
      DragItem(card: card($0), title: String(repeating: "x", count: 1_000), types: [])
    })

  enum End: CaseIterable {
    case cancelled
    case dropped
  }

  /// A fast and a slow window of Ann's: the slow one had no room to be told how the drag ended.
  private func ended(
    _ end: End
  ) throws -> (CoordinatorHarness, fast: ConnectionID, slow: ConnectionID, last: DragID) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let fast = try harness.dragger(1)
    let slow = try harness.dragger(2)
    harness.peers[slow]?.reads = false
    for number in 1...8 as ClosedRange<UInt64> { try harness.lift(fast, number, Self.large) }
    // What is left holds a few small ones.
    for number in 9...2_000 as ClosedRange<UInt64> {
      try harness.lift(
        fast, number, DragContent(isPointer: false, moves: true, copies: true, items: []))
      _ = harness.take(slow)
      switch end {
      case .cancelled: harness.send(fast, CancelDrag(drag: drag(number)).frame())
      case .dropped:
        let reply = try harness.request(fast, Drop(drag: drag(number), proposal: .copy))
        guard case .dropped = reply else { throw CoordinatorHarness.Unexpected(reply) }
      }
      #expect(harness.carried(fast)?.ended?.drag == drag(number))
      if harness.take(slow).isEmpty { return (harness, fast, slow, drag(number)) }
    }
    throw CoordinatorHarness.Unexpected(nil)
  }

  private func read(_ harness: inout CoordinatorHarness, _ id: ConnectionID) {
    harness.peers[id]?.reads = true
    harness.handle(.progressed(id, unsent: 0))
  }

  @Test("Who had no room when a drag ended is told when there is", arguments: End.allCases)
  func told(end: End) throws {
    var (harness, _, slow, last) = try ended(end)
    read(&harness, slow)
    let carried = harness.carried(slow)
    let told = try #require(carried)
    #expect(told.drag == nil)
    #expect(told.ended?.drag == last)
    #expect(told.ended?.end == (end == .dropped ? .dropped : .cancelled))
  }

  @Test(
    "A window that comes meanwhile does not make the slow one forgotten", arguments: End.allCases)
  func another(end: End) throws {
    var (harness, _, slow, last) = try ended(end)
    _ = try harness.dragger(3)
    read(&harness, slow)
    #expect(harness.carried(slow)?.ended?.drag == last)
  }

  @Test("The next drag is told to the slow window with the last one's end", .holds("DRG-005"))
  func lifted() throws {
    var (harness, fast, slow, last) = try ended(.cancelled)
    try harness.lift(fast, 9_999, .cards(1))
    read(&harness, slow)
    let carried = harness.carried(slow)
    #expect(carried?.drag?.id == drag(9_999))
    #expect(carried?.ended?.drag == last)
    #expect(carried?.ended?.end == .cancelled)
  }
}
