import BoardModel
import Testing
import Wire

@testable import Coordination

@Suite("What a session keeps of operations")
struct LedgerTests {
  @Test("Once nobody acts for it they are known by their hashes, as well as by their bytes")
  func trimmed() {
    let bytes = SessionBench.operation(1).bytes
    let id = SessionBench.operation(1).id
    var ledger = Session.Ledger()
    ledger.append(
      Session.Ledger.Entry(
        mark: OperationMark(bytes), epoch: id.epoch,
        stored: StoredOutcome(counter: 1, sequence: 1, time: 1, outcome: .applied)))
    #expect(ledger.entries.first?.mark == .bytes(bytes))
    let kept = ledger.keptBytes
    for _ in 0..<2 {
      ledger.trim()
      #expect(ledger.entries.first?.mark == .hash(SHA256.hash(bytes)))
      #expect(ledger.entries.first?.decides(id, bytes) == true)
      #expect(ledger.entries.first?.decides(id, bytes + [0]) == false)
      #expect(ledger.keptBytes == kept)
    }
    // Behind a purge there is nothing to hash.
    ledger.forgetMarks(through: 1)
    ledger.trim()
    #expect(ledger.entries.first.map { $0.mark == nil } == true)
  }
}
