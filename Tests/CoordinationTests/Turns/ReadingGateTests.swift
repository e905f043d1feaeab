import Testing

@testable import Coordination

@Suite("Transitions of what decides about reading")
struct ReadingGateTests {
  @Test("Reading ends with the first reason and goes on with the end of the last one")
  func table() {
    for first in ReadingGate.Reason.allCases {
      for second in ReadingGate.Reason.allCases {
        var gate = ReadingGate()
        let steps = [
          gate.open(second), gate.close(first), gate.close(second), gate.open(first),
          gate.open(second),
        ]
        #expect(steps == [false, true, false, first == second, first != second])
        #expect(gate.isOpen)
      }
    }
  }
}
