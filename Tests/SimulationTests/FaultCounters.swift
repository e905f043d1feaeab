/// How often a world did each thing that can go wrong.
struct FaultCounters {
  var counts: [Fault: Int] = [:]

  enum Fault: String, CaseIterable {
    case cut, halfOpen, delay, split, resend, takeover, windowCrash, appendFailure, resync
    case crashBeforeCommit, crashAfterCommit, lateDisk
  }

  mutating func note(_ fault: Fault) { counts[fault, default: 0] += 1 }
}
