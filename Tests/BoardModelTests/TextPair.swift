@testable import BoardModel
import Randomness
import Testing

/// A text and the same text as runs in an array, edited alike.
struct Pair {
  var text = Text()
  var array = RunArray()

  mutating func apply(
    _ splice: Splice, _ id: OperationID, leftOf right: TextIdentity? = nil
  ) throws {
    let start = TextIdentity(operation: id, offset: 0)
    let (before, count) = (text.totalCount, text.visibleCount)
    let deleted = text.apply(splice, start: start, leftOf: right)
    try #require(deleted == array.apply(splice, start: start, leftOf: right))
    if deleted == nil { #expect(text.totalCount == before && text.visibleCount == count) }
    try expectSameCounts()
  }

  mutating func retype(_ ranges: [TextRange], _ id: OperationID) throws {
    let start = TextIdentity(operation: id, offset: 0)
    try #require(text.deletedCount(of: ranges) == array.deletedCount(of: ranges))
    let typed = text.retype(ranges, start: start)
    try #require(typed == array.retype(ranges, start: start))
    try expectSameCounts()
  }

  mutating func append(_ run: TextRun) {
    text.append(run)
    array.append(
      RunArray.Run(start: run.start, step: run.step, scalars: run.scalars, deleted: run.deleted))
  }

  private func expectSameCounts() throws {
    try #require(text.totalCount == array.totalCount)
    try #require(text.visibleCount == array.visibleCount)
  }

  /// Content, runs, digest, positions.
  func expectSame(using random: inout SeededGenerator) throws {
    #expect(text.string == array.string)
    let canonical = array.canonical
    try #require(text.runs == canonical)
    let kept = text.leaves.reduce(0) { $0 + text.read($1) { $0.runs.count } }
    #expect(text.runCount == kept)
    #expect((canonical.count...text.totalCount).contains(kept))
    #expect(SHA256.hash(Pair.bytes(text.runs)) == SHA256.hash(Pair.bytes(canonical)))
    let last = canonical.last
    #expect(text.endIdentity == last.map { $0.identity(at: $0.scalars.count - 1) })
    for _ in 0..<60 {
      let at = Int.random(in: -1...(text.visibleCount + 1), using: &random)
      #expect(text.identity(at: at) == array.identity(at: at))
      let end = Int.random(in: at...(at + 400), using: &random)
      #expect(text.identities(in: at..<end) == array.identities(in: at..<end))
      guard let run = canonical.randomElement(using: &random) else { continue }
      let identity = run.identity(at: Int.random(in: run.scalars.indices, using: &random))
      #expect(text.position(rightOf: identity) == array.position(rightOf: identity))
      #expect(text.contains(identity))
      let stranger = TextIdentity(operation: identity.operation, offset: identity.offset &+ 9_999)
      #expect(text.contains(stranger) == array.contains(stranger))
    }
  }

  /// A text read back from the bytes of a snapshot is the same.
  func expectSameFromBytes() throws {
    var reader = ByteReader(Pair.bytes(text.runs))
    var again = Text()
    for run in try reader.value([TextRun].self) {
      again.append(run)
    }
    #expect(again == text)
    #expect(again.runs == text.runs)
  }

  static func bytes(_ runs: [TextRun]) -> [UInt8] {
    var writer = ByteWriter()
    writer.value(runs)
    return writer.bytes
  }
}

extension RunArray {
  /// The canonical runs, as texts give them.
  var canonical: [TextRun] {
    canonicalRuns.map {
      TextRun(start: $0.start, step: $0.step, scalars: $0.scalars, deleted: $0.deleted)
    }
  }
}

/// People who edit one text in several windows, each from what it has seen.
struct Authors {
  var generator: SeededGenerator
  private var counters = [UInt64](repeating: 0, count: 12)

  init(seed: Int) { generator = SeededGenerator(seed: UInt64(seed)) }

  mutating func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// The next operation of one of them; the first ones edit more than the others.
  mutating func operation() -> OperationID {
    let author = min(random(0...11), random(0...11))
    counters[author] += 1
    return Authors.operation(author, counters[author])
  }

  private static func operation(_ author: Int, _ counter: UInt64) -> OperationID {
    // Two authors share a session, which had two epochs.
    OperationID(
      session: SessionID(high: 0x5E55, low: UInt64(author / 2)), epoch: UInt32(author % 2) + 1,
      counter: counter)
  }

  /// Types a key, corrects one, replaces a word or a passage, or pastes.
  mutating func splice(of text: Text) -> Splice {
    let at = random(0...text.visibleCount)
    let most = [0, 0, 0, 1, 1, 3, 20, 150][random(0...7)]
    let words = ["a", "b", "é", "🙂", "", "word", "two words\n", "日本", "a longer passage of text "]
    var word = words[random(0...(words.count - 1))]
    if generator.chance(6) { word = String(repeating: word, count: random(1...60)) }
    if generator.chance(40) { word = "k" }
    return text.splice(replacing: at..<min(text.visibleCount, at + most), with: word)
  }

  /// Many places at once, some named twice, some that never were.
  mutating func scattered(in text: Text) -> Splice {
    var deletions = ranges(in: text)
    if generator.chance(15), let range = deletions.last {
      deletions.append(TextRange(start: range.start, count: range.count + 60_000))
    }
    let insertions = deletions.prefix(5).map {
      Splice.Insertion(after: $0.start, text: generator.chance(80) ? "scattered" : "")
    }
    return Splice(deletions: deletions + deletions.prefix(2), insertions: insertions)
  }

  /// Now and then something to type in front of, which the text may not have yet.
  mutating func front(in text: Text) -> TextIdentity? {
    guard generator.chance(30), let range = ranges(in: text).first else { return nil }
    return range.start
  }

  mutating func ranges(in text: Text) -> [TextRange] {
    let runs = text.runs
    guard !runs.isEmpty else { return [] }
    return (0..<random(1...30)).map { _ in
      let run = runs[random(0...(runs.count - 1))]
      let index = random(0...(run.scalars.count - 1))
      let count = run.step == .operation ? 1 : random(1...(run.scalars.count - index))
      return TextRange(start: run.identity(at: index), count: UInt32(count))
    }
  }
}
