@testable import BoardModel
import Testing

@Suite("Text")
struct TextTests {
  private static func bench(_ body: String) -> Workbench {
    var bench = Workbench()
    bench.addCard(card(1), body: body)
    return bench
  }

  @Test("Of two inserts at one place the later in order stands nearer")
  func concurrentInserts() {
    var bench = Self.bench("ab")
    let seen = bench.board
    bench.edit(card(1), 1..<1, with: "ANN", by: .ann, seeing: seen)
    #expect(bench.edit(card(1), 1..<1, with: "BEN", by: .ben, seeing: seen) == .merged(notes: []))
    #expect(bench.body(of: card(1)) == "aBENANNb")
  }

  @Test("An insert inside a deleted range survives")
  func insertInDeleted() {
    var bench = Self.bench("remove me")
    let seen = bench.board
    bench.edit(card(1), 0..<9, with: "", by: .ann, seeing: seen)
    #expect(bench.edit(card(1), 6..<6, with: "!", by: .ben, seeing: seen) == .merged(notes: []))
    #expect(bench.body(of: card(1)) == "!")
  }

  @Test("Two deletions of overlapping ranges delete both, once")
  func overlappingDeletions() {
    var bench = Self.bench("0123456789")
    let seen = bench.board
    bench.edit(card(1), 2..<6, with: "", by: .ann, seeing: seen)
    bench.edit(card(1), 4..<8, with: "", by: .ben, seeing: seen)
    #expect(bench.body(of: card(1)) == "0189")
  }

  @Test("One splice may name a range twice and ranges that overlap")
  func overlapInOneSplice() throws {
    var bench = Self.bench("0123456789")
    let start = try #require(bench.board.card(card(1))?.body.identity(at: 2))
    let ranges = [(0, 4), (2, 4), (0, 4)].map {
      TextRange(start: start.advanced(by: $0.0), count: UInt32($0.1))
    }
    let outcome = bench.commit(.cardSplice(card(1), Splice(deletions: ranges, insertions: [])))
    #expect(outcome == .applied)
    #expect(bench.body(of: card(1)) == "0189")
    bench.commit(.undo(target: bench.lastID, force: false))
    #expect(bench.body(of: card(1)) == "0123456789")
  }

  @Test("A splice that replaces a part does so wherever the part lies")
  func replacing() {
    for lower in 0...5 {
      for upper in lower...5 {
        var bench = Self.bench("héllo")
        bench.edit(card(1), lower..<upper, with: "日本")
        var expected = Array("héllo")
        expected.replaceSubrange(lower..<upper, with: "日本")
        #expect(bench.body(of: card(1)) == String(expected))
      }
    }
  }

  @Test("A replacement outside the text is clamped to it")
  func clamped() {
    var bench = Self.bench("abc")
    bench.edit(card(1), -4..<1, with: "x")
    #expect(bench.body(of: card(1)) == "xbc")
    bench.edit(card(1), 2..<900, with: "y")
    #expect(bench.body(of: card(1)) == "xby")
    bench.edit(card(1), 700..<900, with: "z")
    #expect(bench.body(of: card(1)) == "xbyz")
  }

  @Test("A pasted text longer than one string field can carry arrives whole")
  func longPaste() throws {
    var bench = Self.bench("[]")
    let text = (0..<30_000).map { "\($0 % 10)日" }.joined()
    let splice = try #require(bench.board.card(card(1))?.body)
      .splice(replacing: 1..<1, with: text)
    var writer = ByteWriter()
    writer.intent(.cardSplice(card(1), splice))
    #expect(!writer.overflowed)
    #expect(bench.commit(.cardSplice(card(1), splice)) == .applied)
    #expect(bench.body(of: card(1)) == "[" + text + "]")
  }

  @Test("The ranges of a selection that spans several authors are as few as can be")
  func fewRanges() throws {
    var bench = Self.bench("one three")
    bench.edit(card(1), 4..<4, with: "two ", by: .ben)
    let body = try #require(bench.board.card(card(1))?.body)
    #expect(body.string == "one two three")
    #expect(body.identities(in: 0..<13).count == 3)
    #expect(body.identities(in: 4..<8).count == 1)
    #expect(body.identities(in: 5..<5).isEmpty)
  }

  @Test("A run of one scalar is written in one way, whatever it was part of")
  func singleScalarRuns() throws {
    // Two replicas: one keeps its runs as they came about, one was rebuilt from a snapshot.
    var bench = Self.bench("")
    bench.edit(card(1), 0..<0, with: "a")
    bench.edit(card(1), 1..<1, with: "bcd")
    var other = try bench.board.rebuilt()
    bench.edit(card(1), 0..<1, with: "")
    let last = try #require(bench.log.last)
    #expect(other.apply(last) == last.outcome)
    #expect(other.snapshotBytes == bench.board.snapshotBytes)
    #expect(other.digest() == bench.board.digest())
  }

  @Test("A run of one scalar that claims to span operations is malformed")
  func spanningRunOfOne() {
    var writer = ByteWriter()
    writer.value(TextIdentity(operation: Workbench().lastID, offset: 0))
    writer.uint8(TextRun.Step.operation.rawValue)
    writer.bool(false)
    writer.data([0x61])
    var reader = ByteReader(writer.bytes)
    #expect(throws: MalformedBytes(.outOfRange, at: 38)) { try reader.value(TextRun.self) }
  }

  @Test(
    "Line ends become line feeds",
    arguments: [
      ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("\r\r\n\n", "\n\n\n"), ("plain\n", "plain\n"),
      ("", ""),
    ])
  func lineEnds(text: String, normalized: String) {
    #expect(TextRules.normalizedBody(text) == normalized)
  }

  @Test("Ten thousand deletions in one splice", .timeLimit(.minutes(1)))
  func manyParts() throws {
    var bench = Self.bench(String(repeating: "ab", count: 15_000))
    let body = try #require(bench.board.card(card(1))?.body)
    let every = (0..<10_000).map { body.identities(in: (2 * $0)..<(2 * $0 + 1))[0] }
    bench.commit(.cardSplice(card(1), Splice(deletions: every, insertions: [])))
    let insertions = every[..<500].map { Splice.Insertion(after: $0.start, text: "x") }
    bench.commit(.cardSplice(card(1), Splice(deletions: [], insertions: insertions)))
    #expect(bench.board.card(card(1))?.body.visibleCount == 20_500)
    bench.commit(.cardSplice(card(1), Splice(deletions: every + every, insertions: [])))
    #expect(bench.log.last?.outcome == .rejected(.limitReached(.spliceParts)))
  }

  @Test("A body in thousands of pieces still goes into small pieces of a snapshot")
  func manyRuns() throws {
    var bench = Self.bench("")
    let words = [Splice.Insertion](repeating: .init(after: nil, text: "x"), count: 4_000)
    bench.commit(.cardSplice(card(1), Splice(deletions: [], insertions: words)))
    #expect(bench.board.card(card(1))?.body.runs.count == 4_000)
    for entity in bench.board.entities() {
      var writer = ByteWriter()
      writer.value(entity)
      #expect(writer.bytes.count < 20_000)
    }
    var copy = try bench.board.rebuilt()
    #expect(copy.digest() == bench.board.digest())
  }
}
