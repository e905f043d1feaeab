import Randomness

/// Everything a simulated world does follows from its seed.
struct SeededRandom: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    // Seeds that are neighbours must not be places in one stream.
    generator = SeededGenerator(seed: seed)
    generator = SeededGenerator(seed: generator.next() ^ 0x1234_5678_9ABC_DEF1)
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(max(bound, 1)))
  }

  mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
