/// SplitMix64: everything a simulated world does follows from its seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // Seeds that are neighbours must not be places in one stream.
    state = seed
    state = next() ^ 0x1234_5678_9ABC_DEF1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(max(bound, 1)))
  }

  mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
