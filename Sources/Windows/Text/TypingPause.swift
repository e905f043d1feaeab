/// When text that is typed becomes an operation: at the first pause, or after a while without one.
struct TypingPause: Hashable, Sendable {
  /// The time at which typed text becomes an operation; nil if there is none.
  private(set) var end: UInt64?
  /// The time since which typed text has not become an operation; nil if there is none.
  private var start: UInt64?

  /// The milliseconds without a key after which typed text becomes an operation.
  static let milliseconds: UInt64 = 150
  /// The milliseconds after which typed text becomes an operation without a pause, so that others
  /// see it while it is typed.
  static let longestMilliseconds: UInt64 = 500

  mutating func typed(at now: UInt64) {
    let start = start ?? now
    self.start = start
    end = min(now + TypingPause.milliseconds, start + TypingPause.longestMilliseconds)
  }

  mutating func clear() { (end, start) = (nil, nil) }
}
