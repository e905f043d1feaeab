import Randomness
import Testing

@testable import BoardModel

@Suite("The ledger of undo records")
struct UndoLedgerTests {
  private static func record(_ operation: OperationID, _ sequence: UInt64, mark: Bool) -> UndoRecord
  {
    let card = CardID(high: 1, low: operation.counter)
    let step: UndoStep =
      mark
      ? .value(.favourite(card), previous: .flag(false))
      : .value(.cardTitle(card), previous: .text("before"))
    return UndoRecord(
      stamp: Stamp(operation: operation, sequence: sequence, time: 0, author: Editor.ann.author),
      steps: [step], kind: .edit, undoneBy: nil)
  }

  @Test("An identifier has one record, the newest, whatever was dropped before", arguments: 0..<4)
  func identifiers(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ledger = UndoLedger()
    var known: [UndoRecord] = []
    for sequence in 1...2_400 as ClosedRange<UInt64> {
      // Some sessions have many identifiers, and use some again; most have one, as commands do.
      let often = random.below(3) == 0
      let session = often ? UInt64(random.below(3)) : 10 + sequence
      let counter = often ? UInt64(1 + random.below(900)) : 1
      let operation = OperationID(
        session: SessionID(high: 0, low: session), epoch: 1, counter: counter)
      let record = Self.record(operation, sequence, mark: random.below(2) == 0)
      let gone = ledger.insert(record)
      let replaced = known.first { $0.stamp.operation == operation }
      #expect(gone.replaced == replaced?.stamp.sequence)
      known.removeAll { $0.stamp.operation == operation }
      known.append(record)
      let same = known.filter { $0.onlyMarks == record.onlyMarks }
      let dropped = same.count > BoardLimits.undoRecords ? same.first : nil
      #expect(gone.dropped == dropped?.stamp.sequence)
      known.removeAll { $0.stamp.sequence == dropped?.stamp.sequence }
      if sequence % 200 == 0 { #expect(ledger.inOrder == known) }
    }
  }
}
