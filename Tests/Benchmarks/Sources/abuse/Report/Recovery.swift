/// When honest people notice nothing any more of an attack that is over.
struct Recovery {
  private let team: Team
  /// What one of a hundred edits takes at most when all is well, in milliseconds.
  private let normal: Double
  /// The time that is looked at together, in nanoseconds.
  private static let span: UInt64 = 3_000_000_000
  private static let step: UInt64 = 500_000_000
  /// What nobody notices is normal anyway.
  private static let unnoticed = 50.0

  init(_ team: Team, quiet: Range<UInt64>) {
    self.team = team
    let times = Self.times(team, quiet.lowerBound, quiet.upperBound)
    normal = max(Self.unnoticed, 2 * Spread(times).p99)
  }

  private static func times(_ team: Team, _ start: UInt64, _ end: UInt64) -> [Double] {
    (team.acknowledgements.sorted(from: start, to: end)
      + team.arrivals.sorted(from: start, to: end)).sorted()
  }

  func seconds(from ended: UInt64, to stopped: UInt64) -> Double? {
    for start in stride(from: ended, to: stopped - min(Self.span, stopped), by: Int(Self.step)) {
      let times = Self.times(team, start, start + Self.span)
      if !times.isEmpty, Spread(times).p99 <= normal { return Double(start - ended) / 1e9 }
    }
    return nil
  }
}
