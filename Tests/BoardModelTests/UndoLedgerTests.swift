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

  /// What `UndoLedger.shown` finds, by going through the records.
  private static func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, _ records: [UndoRecord]
  ) -> Stamp? {
    let target = records.first {
      $0.undoneBy == stamp.operation && $0.stamp.author.user == stamp.author.user
    }
    guard let target, target.stamp.sequence < stamp.sequence else { return nil }
    let before = records.filter { $0.stamp.sequence < target.stamp.sequence }
    let found = before.last { record in
      // Nobody knows what a record without steps wrote.
      record.steps.isEmpty || record.steps.contains { $0.field == field }
    }
    return found?.steps.isEmpty == false ? found?.stamp : nil
  }

  @Test("What a field shows again is found as if every record were looked at", arguments: 0..<6)
  func shown(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ledger = UndoLedger()
    var undone: [Stamp] = []
    var found = 0
    for sequence in 1...1_600 as ClosedRange<UInt64> {
      let operation = OperationID(
        session: SessionID(high: 0, low: 1 + UInt64(random.below(3))), epoch: 1, counter: sequence)
      let stamp = Stamp(
        operation: operation, sequence: sequence, time: 0, author: Editor.ann.author)
      // Now and then many fields at once: what goes with the oldest record then takes several edits.
      let count = sequence % 7 == 0 ? 60 : random.below(3)
      let marks = random.below(4) == 0
      let steps = (0..<count).map { _ in
        let card = CardID(high: 1, low: UInt64(random.below(90)))
        return UndoStep.value(
          marks ? .favourite(card) : .cardTitle(card),
          previous: marks ? .flag(false) : .text("before"))
      }
      _ = ledger.insert(UndoRecord(stamp: stamp, steps: steps, kind: .edit, undoneBy: nil))
      let records = ledger.inOrder
      if random.below(3) == 0 {
        let target = records[random.below(records.count)]
        if target.undoneBy == nil, target.stamp.operation != operation {
          _ = ledger.markUndone(target.stamp.operation, by: operation)
          undone.append(stamp)
        }
      }
      // Now and then many are not indexed, and some leave before they are.
      guard sequence % 5 == 0, sequence % 900 < 300, let undo = undone.randomElement(using: &random)
      else { continue }
      for card in 0..<90 as Range<UInt64> {
        for field in [
          FieldAddress.cardTitle(CardID(high: 1, low: card)),
          .favourite(CardID(high: 1, low: card)),
        ] {
          var visits = 0
          ledger.index()
          let stamp = ledger.shown(in: field, by: undo, for: "ann", &visits)
          #expect(stamp == Self.shown(in: field, by: undo, for: "ann", ledger.inOrder))
          if stamp != nil { found += 1 }
        }
      }
    }
    #expect(found > 1_000)
  }
}
