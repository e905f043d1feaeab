import Randomness
import Testing

@testable import BoardModel

@Suite("Undo records in the order of the log")
struct UndoRingTests {
  private static func record(_ sequence: UInt64) -> UndoRecord {
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: sequence)
    return UndoRecord(
      stamp: Stamp(operation: id, sequence: sequence, time: 0, author: Editor.ann.author),
      steps: [], kind: .edit, undoneBy: nil)
  }

  /// Steps of which most are those of a ledger: the newest comes, the oldest goes.
  private static func step(
    _ random: inout SeededGenerator, _ ring: inout UndoRing, _ known: inout [UInt64: UndoRecord]
  ) {
    let sequences = known.keys.sorted()
    let inside = sequences.isEmpty ? 1 : sequences[random.below(sequences.count)]
    switch random.below(10) {
    case 0..<5:
      let next = (sequences.last ?? 0) + 1 + UInt64(random.below(3))
      ring.insert(record(next))
      known[next] = record(next)
    case 5..<7:
      #expect(ring.removeOldest() == sequences.first.flatMap { known[$0] })
      if let first = sequences.first { known[first] = nil }
    case 7:
      #expect(ring.remove(inside) == known.removeValue(forKey: inside))
    case 8 where known[inside] != nil:
      let undo = OperationID(session: SessionID(high: 2, low: 2), epoch: 1, counter: inside)
      ring.change(inside) { $0.undoneBy = undo }
      known[inside]?.undoneBy = undo
    default:
      let free = inside + 1
      guard known[free] == nil else { return }
      ring.insert(record(free))
      known[free] = record(free)
    }
  }

  @Test("What came out of order is let go of with what is gone")
  func forgets() {
    var ring = UndoRing()
    for sequence in (1...512).reversed() { ring.insert(Self.record(UInt64(sequence))) }
    for _ in 0..<500 { _ = ring.removeOldest() }
    #expect(ring.inOrder.map(\.stamp.sequence) == Array(501...512))
    var held = ""
    dump(ring, to: &held)
    #expect((12...28).contains(held.split(separator: "BoardModel.UndoRecord\n").count - 1))
  }

  @Test("It holds what was put into it, wherever that stands", arguments: 0..<8)
  func holds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ring = UndoRing()
    var known: [UInt64: UndoRecord] = [:]
    var copies: [(UndoRing, [UndoRecord])] = []
    for step in 0..<600 {
      Self.step(&random, &ring, &known)
      let expected = known.values.sorted { $0.stamp.sequence < $1.stamp.sequence }
      #expect(Array(ring.inOrder) == expected, "step \(step)")
      #expect(ring.count == expected.count)
      #expect(ring.oldestSequence == expected.first?.stamp.sequence)
      #expect(ring.newestSequence == expected.last?.stamp.sequence)
      #expect(ring.newest { $0.undoneBy == nil } == expected.last { $0.undoneBy == nil })
      let sequence = UInt64(random.below(Int(expected.last?.stamp.sequence ?? 0) + 2))
      #expect(ring[sequence] == known[sequence])
      var after: [UndoRecord] = []
      ring.forEach(after: sequence) { after.append($0) }
      #expect(after == expected.filter { $0.stamp.sequence > sequence })
      #expect(ring.next(after: sequence) == expected.first { $0.stamp.sequence > sequence })
      if step % 50 == 0 { copies.append((ring, expected)) }
    }
    for (copy, expected) in copies { #expect(Array(copy.inOrder) == expected, "a copy stays") }
  }
}
