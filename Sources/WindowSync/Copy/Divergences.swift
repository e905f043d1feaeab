/// How often in a row a window's board was found to differ from the coordinator's.
struct Divergences: Hashable, Sendable {
  /// The most divergences in a row after which a new snapshot is asked for at once; a coordinator
  /// that differs by itself would send the same again.
  static let mostInARow = 3
  /// After so many operations without a divergence, the next one begins a new row.
  static let agreement: UInt64 = 64

  private var count = 0
  private var last: UInt64 = 0

  /// - Returns: whether there were so many that a pause is due, after which a new row begins.
  mutating func note(at sequence: UInt64) -> Bool {
    if sequence >= last, sequence - last >= Self.agreement { count = 0 }
    count += 1
    last = sequence
    guard count > Self.mostInARow else { return false }
    count = 0
    return true
  }
}
