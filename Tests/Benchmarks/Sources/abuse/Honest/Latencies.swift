/// How long things took, each from when it should have begun.
struct Latencies {
  private var samples: [(due: UInt64, took: UInt64)] = []

  mutating func record(due: UInt64, at time: UInt64) {
    samples.append((due, time > due ? time - due : 0))
  }

  /// The times of what was due within a span, in milliseconds, the shortest first.
  func sorted(from start: UInt64, to end: UInt64) -> [Double] {
    samples.filter { $0.due >= start && $0.due < end }.map { Double($0.took) / 1e6 }.sorted()
  }
}

/// What people notice of some times: the middle one, the one of a hundred, and the longest, in
/// milliseconds.
struct Spread: Codable {
  let count: Int
  let median: Double
  let p99: Double
  let worst: Double

  /// - Parameter times: the shortest first.
  init(_ times: [Double]) {
    count = times.count
    median = times.isEmpty ? 0 : times[times.count / 2]
    p99 = times.isEmpty ? 0 : times[min(times.count * 99 / 100, times.count - 1)]
    worst = times.last ?? 0
  }
}
