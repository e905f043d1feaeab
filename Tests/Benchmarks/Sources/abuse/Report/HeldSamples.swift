import LoadParts

/// What a process holds, now and at most.
struct HeldSamples {
  private let process: ServedProcess
  private var next = Loop.now
  private var recent: [Double] = []
  private(set) var descriptors = 0.0
  private(set) var most = 0.0
  private(set) var mostDescriptors = 0.0
  private static let pause: UInt64 = 200_000_000
  /// How many samples are the present: those of ten seconds, in which everything that honest people do
  /// now and then is done, such as opening each of the boards.
  private static let present = 50

  init(of process: ServedProcess) { self.process = process }

  /// The memory of the present, in megabytes: the median.
  var memory: Double { recent.isEmpty ? 0 : recent.sorted()[recent.count / 2] }

  mutating func forget() { (most, mostDescriptors) = (0, 0) }

  mutating func sample() {
    guard Loop.now >= next else { return }
    next = Loop.now + Self.pause
    let memory = Double(process.residentBytes) / 1e6
    recent = recent.suffix(Self.present - 1) + [memory]
    descriptors = Double(process.descriptors)
    (most, mostDescriptors) = (max(most, memory), max(mostDescriptors, descriptors))
  }
}
