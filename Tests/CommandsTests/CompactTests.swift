import ArgumentParser
import BoardModel
import Testing

@testable import Commands

@Suite("board compact")
struct CompactTests {
  private static let (one, two) = (Sample.card("abcd1"), Sample.card("abcd2"))

  /// The sample board, with deleted words on its first card and in a comment there.
  private static func sample() -> Sample {
    var sample = Sample.detailed
    for (field, body) in [(FieldAddress.cardBody(one), sample.board.card(one)?.body)] {
      guard let body, body.visibleCount > 2 else { continue }
      _ = field
      sample.make(.cardSplice(one, body.splice(replacing: 0..<2, with: "")))
    }
    return sample
  }

  @Test("It is about the texts with something deleted that nobody wrote in since")
  func texts() throws {
    let board = Self.sample().board
    let stamp = try #require(board.textStamp(of: .cardBody(Self.one)))
    let all = CompactCommand.texts(of: nil, unwrittenSince: stamp.time, on: board)
    #expect(all.contains { $0.card == Self.one && $0.comment == nil && $0.count == 2 })
    #expect(
      CompactCommand.texts(of: nil, unwrittenSince: stamp.time - 1, on: board)
        .allSatisfy { $0.card != Self.one })
    #expect(CompactCommand.texts(of: [Self.two], unwrittenSince: .max, on: board).isEmpty)
  }

  @Test("One text is one edit, many are batches that no limit of the board stops")
  func plan() {
    let text = CompactCommand.DeletedText(card: Self.one, comment: nil, count: 3, sequence: 9)
    #expect(CompactCommand.plan([]).isEmpty)
    #expect(
      CompactCommand.plan([text]) == [.textCompact(Self.one, nil, horizon: 9)])
    let many = CompactCommand.plan(Array(repeating: text, count: 1_201))
    let counts = many.map { intent in
      if case .batch(let intents) = intent { intents.count } else { 0 }
    }
    #expect(counts == [500, 500, 201])
    let longest = CompactCommand.DeletedText(
      card: Self.one, comment: nil, count: BoardLimits.bodyScalars, sequence: 9)
    let parts = CompactCommand.plan([longest, longest])
    #expect(parts.count == 2)
    let intents = parts.flatMap { intent in
      if case .batch(let intents) = intent { intents } else { [intent] }
    }
    #expect(intents.count == 62)
    #expect(Set(intents) == [.textCompact(Self.one, nil, horizon: 9)])
  }

  @Test("It says what it did, or that there was nothing to do")
  func words() {
    let board = Self.sample().board
    #expect(CompactCommand.text([], on: board).contains("no text holds"))
    let text = CompactCommand.DeletedText(card: Self.one, comment: nil, count: 1, sequence: 9)
    #expect(CompactCommand.text([text], on: board).hasPrefix("dropped 1 deleted character from "))
  }

  @Test("A time that is none is refused before anything is asked for")
  func times() {
    #expect(throws: (any Error).self) { try CompactCommand.parse(["--older-than", "soon"]) }
    #expect(throws: Never.self) { try CompactCommand.parse(["--older-than", "0s", "abcd"]) }
  }

  @Test("What was typed where the words are gone is listed, on a line of its own")
  func proposal() throws {
    var sample = Self.sample()
    let text = Text(
      "typed\nlate", by: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1))
    let stamp = try #require(sample.board.textStamp(of: .cardBody(Self.one)))
    let proposal = Proposal(
      field: .cardBody(Self.one),
      value: .fragment(TextFragment(text: text, context: TextContext(before: "", after: ""))),
      stamp: stamp)
    let line = PlainText.proposal(proposal, ProposalNames(sample.board), on: sample.board)
    #expect(line.contains("typed\u{23CE}late"))
    #expect(line.contains("the words around it are gone"))
    sample.make(.cardArchive(Self.one))
  }
}
