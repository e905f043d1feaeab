@testable import BoardModel
import Testing

/// Long texts, which stand in many leaves, against runs in an array.
@Suite("Long texts")
struct TextTreeTests {
  @Test("Concurrent splices do what they do to runs in an array", arguments: 0..<12)
  func concurrentSplices(seed: Int) throws {
    var authors = Authors(seed: seed)
    var pair = Pair()
    var versions = [pair.text]
    for step in 0..<600 {
      let seen = versions[max(0, versions.count - authors.random(1...12))]
      switch authors.random(0...19) {
      case 0: try pair.retype(authors.ranges(in: seen), authors.operation())
      case 1: try pair.apply(authors.scattered(in: seen), authors.operation())
      default:
        // Of the newest version: what it names may not be in what the splice was made on.
        let front = authors.front(in: pair.text)
        try pair.apply(authors.splice(of: seen), authors.operation(), leftOf: front)
      }
      versions.append(pair.text)
      if step % 40 == 39 { try pair.expectSame(using: &authors.generator) }
    }
    try #require(pair.text.leafCount > 8, "the seed makes a long text")
    try pair.expectSame(using: &authors.generator)
    try pair.expectSameFromBytes()
  }

  @Test("A copy stays as it was while the text it was taken of is edited", arguments: 0..<4)
  func copies(seed: Int) {
    var authors = Authors(seed: seed)
    var text = Text()
    var copies: [(copy: Text, string: String, runs: [TextRun])] = []
    for step in 0..<900 {
      let (splice, id) = (authors.splice(of: text), authors.operation())
      text.apply(splice, by: id)
      if step % 100 == 50 { copies.append((text, text.string, text.runs)) }
      if step % 100 == 99, let last = copies.last {
        // A copy that is edited leaves the text alone, too.
        var other = last.copy
        let before = text.runs
        other.apply(authors.splice(of: other), by: authors.operation())
        #expect(text.runs == before)
      }
    }
    for (copy, string, runs) in copies {
      #expect(copy.string == string)
      #expect(copy.runs == runs)
      #expect(copy != text)
    }
  }

  @Test("Equal texts are equal however they came about")
  func equality() throws {
    var authors = Authors(seed: 3)
    var text = Text()
    for _ in 0..<400 {
      let (splice, id) = (authors.splice(of: text), authors.operation())
      text.apply(splice, by: id)
    }
    var again = Text()
    for run in text.runs { again.append(run) }
    #expect(again == text)
    #expect(again.hashValue == text.hashValue)
    let last = try #require(text.endIdentity)
    let one = TextRange(start: last, count: 1)
    again.apply(Splice(deletions: [one], insertions: []), by: authors.operation())
    #expect((again == text) == (text.runs.last?.deleted == true))
  }

  @Test("A paste longer than a leaf stays whole, wherever it goes")
  func longPastes() throws {
    var authors = Authors(seed: 4)
    var pair = Pair()
    let long = String(repeating: "0123456789 日本語\n", count: 200)
    for _ in 0..<12 {
      let at = authors.random(0...pair.text.visibleCount)
      let end = min(pair.text.visibleCount, at + authors.random(0...300))
      try pair.apply(
        pair.text.splice(replacing: at..<end, with: long), authors.operation())
    }
    try pair.expectSame(using: &authors.generator)
  }

  @Test("An edit looks through a number of nodes that grows as the logarithm of the text")
  func logarithmicSteps() throws {
    var authors = Authors(seed: 6)
    var text = Text()
    var heights: [Int: (leaves: Int, index: Int)] = [:]
    var count = 0
    for size in [1_000, 10_000, 100_000, 200_000] {
      while count < size {
        // Everywhere by everyone: no two scalars make one run, the worst there is.
        let at = authors.random(0...text.visibleCount)
        let splice = text.splice(replacing: at..<at, with: "x")
        text.apply(splice, by: authors.operation())
        count += 1
      }
      heights[size] = text.heights
      // At least half a leaf's runs are in each, at least half a branch's children on each.
      #expect(text.leafCount <= 1 + size / (TextLeaf.runLimit / 2))
      let branches = logarithm(of: text.leafCount, base: TextTree.Branch.limit / 2)
      #expect(text.heights.leaves <= 1 + branches)
      #expect(text.heights.index <= 1 + logarithm(of: size, base: IdentityIndex.fanout / 2))
    }
    let (small, large) = (try #require(heights[10_000]), try #require(heights[100_000]))
    #expect(large.leaves - small.leaves <= 1, "ten times the text, at most one level more")
    #expect(large.index - small.index <= 1)
    for number in text.leaves {
      #expect(text.read(number) { !$0.isOverfull })
    }
  }

  private func logarithm(of number: Int, base: Int) -> Int {
    var (power, exponent) = (1, 0)
    while power < number { (power, exponent) = (power * base, exponent + 1) }
    return exponent
  }
}
