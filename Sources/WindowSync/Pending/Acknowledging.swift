/// What the coordinator has been told to forget, and when it is told again.
struct Acknowledging: Hashable, Sendable {
  /// The longest time in milliseconds, and the most operations, between a change and the next
  /// acknowledgement.
  static let pause: UInt64 = 1_000
  static let operations: UInt64 = 64

  /// The last own counter whose operation left the disk.
  var counter: UInt64
  private(set) var told: Told
  private(set) var due: UInt64?

  struct Told: Hashable, Sendable {
    var sequence: UInt64
    var counter: UInt64
  }

  init(counter: UInt64) {
    self.counter = counter
    told = Told(sequence: 0, counter: counter)
  }

  /// Notes that ATTACH has acknowledged as much.
  mutating func attached(sequence: UInt64) {
    told = Told(sequence: sequence, counter: counter)
    due = nil
  }

  mutating func detached() { due = nil }

  /// Forgets what was told, because a crash of the coordinator may have lost it.
  mutating func unheard() { told = Told(sequence: 0, counter: 0) }

  /// - Returns: what to acknowledge now; nil if there is nothing.
  mutating func next(sequence: UInt64, now: UInt64, atOnce: Bool) -> Told? {
    let fresh = Told(sequence: sequence, counter: counter)
    guard fresh != told else { return nil }
    let many =
      sequence >= told.sequence &+ Self.operations || counter >= told.counter &+ Self.operations
    guard atOnce || many || now >= due ?? .max else {
      if due == nil { due = now + Self.pause }
      return nil
    }
    told = fresh
    due = nil
    return fresh
  }
}
