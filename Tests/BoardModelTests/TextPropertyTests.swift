@testable import BoardModel
import NaiveText
import Randomness
import Testing

/// Random splices of several sessions on one card, against the plainest reference.
@Suite("Text against a reference")
struct TextPropertyTests {
  @Test("Thousands of random splices do what the reference does", arguments: 0..<24)
  func reference(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bench = Workbench()
    bench.addCard(card(1))
    var naive = NaiveText()
    let editors = [Editor.ann, .ben, .annToo]
    var rejected = 0
    for _ in 0..<150 {
      let editor = editors.randomElement(using: &random) ?? .ann
      let splice = randomSplice(in: naive, own: bench.nextID(of: editor), using: &random)
      let outcome = bench.commit(.cardSplice(card(1), splice), by: editor)
      let known = naive.apply(splice, by: bench.lastID)
      if !known { rejected += 1 }
      #expect(known == !outcome.isRejected)
      let body = try #require(bench.board.card(card(1))?.body)
      try #require(body.elements == naive.elements)
      #expect(body.string == naive.string)
      #expect(body.totalCount == naive.elements.count)
      #expect(body.visibleCount == naive.elements.count { !$0.deleted })
    }
    #expect(rejected > 0, "the seed reaches text that never was")
    let body = try #require(bench.board.card(card(1))?.body)
    try expectPositions(of: body)
    expectCanonical(body, using: &random)
  }

  @Test("Typing, correcting and typing on keeps one run for what stands together")
  func typing() throws {
    var bench = Workbench()
    bench.addCard(card(1))
    for (index, letter) in "typed".enumerated() {
      bench.edit(card(1), index..<index, with: String(letter))
    }
    let body = try #require(bench.board.card(card(1))?.body)
    #expect(body.runs.count == 1)
    #expect(body.runs.first?.step == .operation)
    bench.edit(card(1), 2..<3, with: "")
    #expect(bench.body(of: card(1)) == "tyed")
    #expect(bench.board.card(card(1))?.body.runs.count == 3)
    bench.edit(card(1), 0..<4, with: "")
    #expect(bench.board.card(card(1))?.body.runs.count == 1, "all of it is deleted: one run")
  }

  /// Positions and identities name each other.
  private func expectPositions(of body: Text) throws {
    for position in 0..<body.visibleCount {
      let identity = try #require(body.identity(at: position))
      #expect(body.position(rightOf: identity) == position + 1)
      #expect(body.contains(identity))
    }
    #expect(body.identity(at: body.visibleCount) == nil)
    #expect(body.identity(at: -1) == nil)
    var left = 0
    for element in body.elements {
      if !element.deleted { left += 1 }
      #expect(body.position(rightOf: element.identity) == left)
    }
  }

  /// However a text is put together, its canonical runs are the same.
  private func expectCanonical(_ body: Text, using random: inout SeededGenerator) {
    let canonical = body.runs
    for _ in 0..<20 {
      var again = Text()
      for var run in canonical {
        while run.scalars.count > 1, random.chance(60) {
          let cut = Int.random(in: 1..<run.scalars.count, using: &random)
          again.append(run.prefix(cut))
          run = run.dropping(cut)
        }
        again.append(run)
      }
      #expect(again.runs == canonical)
      #expect(again.elements == body.elements)
    }
    var single = Text()
    for run in canonical {
      for index in run.scalars.indices {
        single.append(
          TextRun(
            start: run.identity(at: index), step: .offset, scalars: [run.scalars[index]],
            deleted: run.deleted))
      }
    }
    #expect(single.runs == canonical)
  }

  private func randomSplice(
    in text: NaiveText, own: OperationID, using random: inout SeededGenerator
  ) -> Splice {
    var deletions: [TextRange] = []
    if !text.elements.isEmpty, random.chance(60) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let element = text.elements.randomElement(using: &random) else { break }
        // The range may reach beyond what the operation typed; then it is refused.
        let most = random.chance(3) ? 8 : extent(of: element.identity, in: text)
        deletions.append(
          TextRange(start: element.identity, count: UInt32.random(in: 1...most, using: &random)))
      }
    }
    var insertions: [Splice.Insertion] = []
    var typed: UInt32 = 0
    for _
      in 0..<(random.chance(75) || deletions.isEmpty ? Int.random(in: 1...4, using: &random) : 0)
    {
      let words = ["a", "b", "é", "日本", "word", "two words", "🙂", "\n", ""]
      let word = words.randomElement(using: &random) ?? "a"
      var left = random.chance(20) ? nil : text.elements.randomElement(using: &random)?.identity
      if typed > 0, random.chance(40) {
        left = TextIdentity(operation: own, offset: UInt32.random(in: 0..<typed, using: &random))
      } else if random.chance(2) {
        left = TextIdentity(operation: own, offset: typed + 5)
      } else if random.chance(30), let last = text.elements.last(where: { !$0.deleted }) {
        left = last.identity
      }
      insertions.append(Splice.Insertion(after: left, text: word))
      typed += UInt32(word.unicodeScalars.count)
    }
    return Splice(deletions: deletions, insertions: insertions)
  }

  /// How many scalars that operation typed from this one on.
  private func extent(of identity: TextIdentity, in text: NaiveText) -> UInt32 {
    let offsets = text.elements.filter { $0.identity.operation == identity.operation }
      .map(\.identity.offset)
    return (offsets.max() ?? identity.offset) - identity.offset + 1
  }
}
