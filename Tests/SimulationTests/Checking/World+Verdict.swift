import BoardModel
import WindowDisk

extension World {
  /// Lets the world live, heals it, and lets people look at what came of it.
  /// - Returns: what the checkers saw; nothing where all is as it should be. What ends a world
  ///   early does not keep the others from looking at what there is.
  mutating func verdict(steps: Int) -> [Violation] {
    var violations: [Violation] = []
    func note(_ check: () throws -> Void) {
      do {
        try check()
      } catch let violation as Violation {
        violations.append(violation)
      } catch {
        violations.append(Violation(.log, "\(error)"))
      }
    }
    note {
      try run(steps: steps)
      try heal()
      for _ in 0..<2 {
        try decide()
        try heal()
      }
    }
    let isHealed = violations.isEmpty
    if isHealed {
      note { try checkReplicas() }
      note { try checks.promises(in: store, keptBack: keptBack) }
    }
    note { try checkNumbers() }
    note { try checkShownBlockers() }
    note { try checkStore() }
    note { try checkClock() }
    note { try checkOperations() }
    note { try checkErased() }
    violations += checkLog(isHealed: isHealed)
    if isHealed {
      // Nothing that is looked at or recorded later comes of it.
      var later = self
      later.recording = nil
      note { try later.checkNames() }
    }
    return violations
  }

  /// The operations that wait in windows whose users may not read the board.
  var keptBack: Set<OperationID> {
    let windows = processes.indices.filter { !mayRead(user(at: $0)) }
    return Set(windows.flatMap { processes[$0].disk.pending.map(\.id) })
  }
}
