/// When the saved board is written again. A board that is a little old costs a few operations of
/// catching up, while writing it costs the whole board.
struct BoardSaving: Hashable, Sendable {
  static let pause: UInt64 = 30_000
  static let operations: UInt64 = 512

  private(set) var saved: UInt64
  private(set) var due: UInt64?
  /// Whether what is saved holds what was purged meanwhile.
  private(set) var isUrgent = false

  init(saved: UInt64) { self.saved = saved }

  /// Notes that something was purged, which is on the disk as long as the saved board is.
  mutating func hurry() { isUrgent = true }

  /// - Returns: whether the board is to be written now.
  mutating func isDue(sequence: UInt64, now: UInt64, atOnce: Bool) -> Bool {
    guard sequence != saved else {
      due = nil  // A board put back from a backup can come to the very number that was saved.
      return false
    }
    let many = isUrgent || saved == 0 || sequence < saved || sequence - saved >= Self.operations
    guard atOnce || many || now >= due ?? .max else {
      if due == nil { due = now + Self.pause }
      return false
    }
    saved = sequence
    due = nil
    isUrgent = false
    return true
  }
}
