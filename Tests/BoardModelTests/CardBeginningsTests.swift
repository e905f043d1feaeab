import Randomness
import Testing

@testable import BoardModel

@Suite("Cards by the beginnings of their identifiers")
struct CardBeginningsTests {
  @Test("Whatever comes and goes, a beginning finds the cards that have it", arguments: 0..<20)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var beginnings = CardBeginnings()
    var cards: Set<CardID> = []
    for _ in 0..<300 {
      // Few beginnings, so that many cards share one.
      let card = CardID(
        high: .random(in: 0..<4, using: &generator) << 32 | .random(in: 0..<3, using: &generator),
        low: .random(in: 0..<4, using: &generator))
      if cards.remove(card) == nil {
        cards.insert(card)
        beginnings.insert(card)
      } else {
        beginnings.remove(card)
      }
      let digits = String(card.description.prefix(.random(in: 8...32, using: &generator)))
      #expect(
        Array(beginnings.cards(beginningWith: digits))
          == cards.filter { $0.description.hasPrefix(digits) }.sorted())
      #expect(
        beginnings.cards(near: card)
          == cards.filter { $0.high >> 32 == card.high >> 32 }.sorted())
    }
  }

  @Test("A board finds its cards by beginnings, and no longer one that was purged")
  func purged() {
    var board = Board(id: BoardID(high: 1, low: 1))
    let kept = CardID(high: 0xABCD_EF01 << 32, low: 1)
    let gone = CardID(high: 0xABCD_EF01 << 32, low: 2)
    let column = ColumnID(high: 2, low: 2)
    let intents: [Intent] = [
      .batch([
        .boardCreate(title: "B"), .columnCreate(column, title: "C", at: Anchors()),
        .cardCreate(kept, in: column, title: "Kept", body: "", at: Anchors()),
        .cardCreate(gone, in: column, title: "Gone", body: "", at: Anchors()),
      ]),
      .purge(.card(gone)),
    ]
    for (number, intent) in zip(UInt64(1)..., intents) {
      let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: number)
      let outcome = board.apply(
        Operation(id: id, base: number - 1, queued: false, intent: intent), sequence: number,
        time: number, author: Author(user: "ann", device: "desk"))
      #expect(outcome == .applied, "\(outcome)")
      #expect(
        board.cards(named: .beginning("abcdef01")) == (number == 1 ? [kept, gone] : [kept]))
    }
  }
}
