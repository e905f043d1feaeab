import LoadParts

/// What becomes of a process' memory and file descriptors while its load stays the same.
struct Drift {
  /// The part of the time in which what the first load costs settles: nothing is sampled then.
  private static let warmUp = 1.0 / 6
  private static let samples = 300.0

  private let process: ServedProcess
  private let began = Loop.now
  /// In seconds.
  private let length: Double
  private var next: Double
  private var memory = Series()
  private var descriptors = Series()

  init(of process: ServedProcess, over length: Double) {
    self.process = process
    self.length = length
    next = length * Drift.warmUp
  }

  private var elapsed: Double { Double(Loop.now - began) / 1e9 }

  /// Takes a sample where it is time for one.
  mutating func sample() {
    let time = elapsed
    guard time >= next, time <= length else { return }
    next += length * (1 - Drift.warmUp) / Drift.samples
    memory.add(Double(process.residentBytes) / 1_000, at: time)
    descriptors.add(Double(process.descriptors), at: time)
  }

  /// - Parameter edits: how many were made in all of the time.
  func figures(prefix: String, edits: Int) -> [Figure] {
    func figure(_ name: String, _ unit: String, _ value: Double) -> Figure {
      Figure(name: prefix + name, unit: unit, more: false, value: value)
    }
    func figures(_ series: Series, _ name: String, _ unit: String) -> [Figure] {
      [
        figure(name + " slope", unit + "/h", series.slope * 3_600),
        figure(name + " first", unit, series.first),
        figure(name + " last", unit, series.last),
        figure(name + " most", unit, series.most),
      ]
    }
    let perThousand = memory.slope * length / (Double(edits) / 1_000)
    return figures(memory, "memory", "KB")
      + [figure("memory slope by edits", "KB/1,000", perThousand)]
      + figures(descriptors, "descriptors", "fds")
  }
}

/// Values at times, which are in seconds.
private struct Series {
  private var samples: [(time: Double, value: Double)] = []

  mutating func add(_ value: Double, at time: Double) { samples.append((time, value)) }

  var first: Double { samples.first?.value ?? 0 }
  var last: Double { samples.last?.value ?? 0 }
  var most: Double { samples.map(\.value).max() ?? 0 }

  /// By how much the value grows in a second: the line with the least squares of distances.
  var slope: Double {
    guard samples.count > 1 else { return 0 }
    let count = Double(samples.count)
    let time = samples.reduce(0) { $0 + $1.time } / count
    let value = samples.reduce(0) { $0 + $1.value } / count
    let both = samples.reduce(0) { $0 + ($1.time - time) * ($1.value - value) }
    let square = samples.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    return square > 0 ? both / square : 0
  }
}
