import LoadParts

/// What a process holds, now and at most.
struct HeldSamples {
  private let process: ServedProcess
  private var next = Loop.now
  /// In megabytes.
  private(set) var memory = 0.0
  private(set) var descriptors = 0.0
  private(set) var most = 0.0
  private(set) var mostDescriptors = 0.0
  private static let pause: UInt64 = 200_000_000

  init(of process: ServedProcess) { self.process = process }

  mutating func forget() { (most, mostDescriptors) = (0, 0) }

  mutating func sample() {
    guard Loop.now >= next else { return }
    next = Loop.now + Self.pause
    memory = Double(process.residentBytes) / 1e6
    descriptors = Double(process.descriptors)
    (most, mostDescriptors) = (max(most, memory), max(mostDescriptors, descriptors))
  }
}
