/// The time of the present turn, and the times at which a coordinator wants to be woken.
struct Clock: Sendable {
  private(set) var now = Moment(monotonic: 0, wall: 0)
  /// The time that the shell was last told.
  private(set) var nextWake: UInt64?
  /// The time at which deadlines are looked at next.
  private(set) var nextTick: UInt64?
  /// The time when sessions and boards were last looked through for those that may go.
  private var lastSweep: UInt64 = 0

  /// How often deadlines are looked at while there is any. A shorter interval would wake the
  /// machine for nothing: no deadline is shorter than five of these.
  static let tickMilliseconds: UInt64 = 1_000

  /// How often sessions and boards are looked through for those that may go.
  static let sweepMilliseconds: UInt64 = 60_000

  mutating func begin(_ now: Moment) { self.now = now }

  /// Takes the timer.
  /// - Returns: whether it is time to look at deadlines.
  mutating func wake() -> Bool {
    nextWake = nil
    guard now.monotonic >= nextTick ?? 0 else { return false }
    nextTick = nil
    return true
  }

  /// Whether it is time to look through sessions and boards. From here on that counts as done.
  mutating func takeSweep() -> Bool {
    guard now.monotonic - lastSweep >= Self.sweepMilliseconds else { return false }
    lastSweep = now.monotonic
    return true
  }

  /// - Parameters:
  ///   - ticks: whether there may be deadlines that a tick has to look at.
  ///   - deadlines: the times at which something else has to be done.
  /// - Returns: the time at which the timer has to be sent, if that is not what was said before.
  mutating func schedule(ticks: Bool, deadlines: [UInt64?]) -> UInt64? {
    if nextTick == nil, ticks { nextTick = now.monotonic + Self.tickMilliseconds }
    guard let moment = ([nextTick] + deadlines).compactMap(\.self).min(), moment < nextWake ?? .max
    else { return nil }
    nextWake = moment
    return moment
  }
}
