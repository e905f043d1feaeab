/// Decides when a frame may be painted: when one is wanted, none is being written, and nothing
/// holds frames back.
struct FramePacing: Equatable {
  private var isWanted = false
  private var isUnderWay = false
  private var holds = 0

  var isDue: Bool { isWanted && !isUnderWay && holds == 0 }

  /// Notes that a frame is wanted.
  /// - Returns: whether painting is to be scheduled; of several requests only the first schedules
  ///   it.
  mutating func request() -> Bool {
    let wasDue = isDue
    isWanted = true
    return isDue && !wasDue
  }

  /// Starts a frame if one may be painted.
  /// - Returns: whether to paint now. `end` must follow when the terminal has taken the frame.
  mutating func begin() -> Bool {
    guard isDue else { return false }
    isWanted = false
    isUnderWay = true
    return true
  }

  mutating func end() { isUnderWay = false }

  mutating func hold() { holds += 1 }

  mutating func release() { holds -= 1 }

  /// Drops the wish for a frame.
  mutating func forget() { isWanted = false }
}
