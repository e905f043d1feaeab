/// When a frame may be painted: when one is wanted, none is under way, and nothing holds it back.
struct FramePacing: Equatable {
  private var isWanted = false
  private var isUnderWay = false
  private var holds = 0

  var isDue: Bool { isWanted && !isUnderWay && holds == 0 }

  /// - Returns: whether painting is to be scheduled, which it is once for several requests.
  mutating func request() -> Bool {
    let wasDue = isDue
    isWanted = true
    return isDue && !wasDue
  }

  /// - Returns: whether to paint now; `end` follows when the terminal has taken the frame.
  mutating func begin() -> Bool {
    guard isDue else { return false }
    isWanted = false
    isUnderWay = true
    return true
  }

  mutating func end() { isUnderWay = false }

  mutating func hold() { holds += 1 }

  mutating func release() { holds -= 1 }

  /// What was wanted is not any more.
  mutating func forget() { isWanted = false }
}
