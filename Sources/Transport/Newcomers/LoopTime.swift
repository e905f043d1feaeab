/// Whose the processor time of an event loop was, in nanoseconds: that of newcomers, or of everybody else.
struct LoopTime {
  /// When it was looked at last, by the clock of the loop's thread.
  private var lastLook: Int
  /// What newcomers had since then.
  private var ofNewcomers = 0

  init(now: Int) { lastLook = now }

  mutating func spend(_ time: Int) { ofNewcomers += time }

  /// - Returns: what all others had since the last round.
  mutating func endRound(now: Int) -> Int {
    defer { (lastLook, ofNewcomers) = (now, 0) }
    return max(0, now - lastLook - ofNewcomers)
  }
}
