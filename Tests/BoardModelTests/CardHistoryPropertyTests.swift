import HashTreeCollections
import Testing

@testable import BoardModel

@Suite("Stories of cards and their board")
struct CardHistoryPropertyTests {
  @Test("The story of every card ends in what the board shows", arguments: 1...40)
  func agrees(_ seed: UInt64) {
    var bench = Workbench()
    var edits = RandomEdits(seed: seed)
    for _ in 0..<400 { edits.step(&bench) }
    for card in bench.board.cards.values.sorted(by: { $0.id < $1.id }) {
      let cardHistory = bench.cardHistory(of: card.id)
      expectPlainFields(of: card, in: cardHistory)
      expectTexts(of: card, in: cardHistory, on: bench.board)
      expectDetails(of: card.id, in: cardHistory, on: bench.board)
      for editor in RandomEdits.editors {
        let user = editor.author.user
        let marked = cardHistory.value(of: .favourite(card.id), for: user) ?? .flag(false)
        #expect(marked == .flag(bench.board.isFavourite(card.id, of: user)))
      }
    }
  }

  @Test("The texts of nearly all cards are told to their end")
  func mostTextsAreKnown() {
    var (told, lost) = (0, 0)
    for seed in UInt64(1)...20 {
      var bench = Workbench()
      var edits = RandomEdits(seed: seed)
      for _ in 0..<400 { edits.step(&bench) }
      for card in bench.board.cards.keys {
        let cardHistory = bench.cardHistory(of: card)
        lost += cardHistory.lostTexts.count
        told += cardHistory.held.values.count { if case .body = $0.value { true } else { false } }
      }
    }
    #expect(lost * 10 < told, "\(lost) of \(told)")
  }

  private func expectPlainFields(of card: Card, in cardHistory: CardHistory) {
    #expect(cardHistory.value(of: .cardTitle(card.id)) == .text(card.title.value))
    #expect(cardHistory.value(of: .cardPlace(card.id)) == .cardPlace(card.column.value, Anchors()))
    #expect(cardHistory.value(of: .cardArchived(card.id)) == .flag(card.archived.value))
  }

  private func expectTexts(of card: Card, in cardHistory: CardHistory, on board: Board) {
    var texts = [FieldAddress.cardBody(card.id): card.body]
    for (id, comment) in board.commentThreads[card.id]?.comments ?? [:] {
      texts[.commentBody(card.id, id)] = comment.body
    }
    for (field, text) in texts where !cardHistory.lostTexts.contains(field) {
      var told: String?
      if case .body(let text) = cardHistory.value(of: field) { told = text.string }
      #expect(told == text.string, "\(field)")
    }
  }

  private func expectDetails(of card: CardID, in cardHistory: CardHistory, on board: Board) {
    for (field, held) in board.plainFields where field.card == card {
      // An undo puts an item beside its neighbours of then, which the history of a card does not
      // follow.
      if case .itemPlace = field { continue }
      #expect(cardHistory.value(of: field) == held.value, "\(field)")
    }
    let elements = board.cardElements[card] ?? [:]
    for element in elements.keys {
      #expect(cardHistory.value(of: element.address(on: card)) == .flag(true))
    }
    for key in cardHistory.held.keys {
      switch key.field {
      case .cardLabel(_, let label) where elements[.label(label)] == nil:
        #expect(cardHistory.value(of: key.field) == .flag(false))
      case .cardAssignee(_, let user) where elements[.assignee(user)] == nil:
        #expect(cardHistory.value(of: key.field) == .flag(false))
      // The purge of a card is in its own history, not in those of the cards that it blocked.
      case .cardBlocker(_, let blocker)
      where elements[.blocker(blocker)] == nil && board.purge(of: blocker) == nil:
        #expect(cardHistory.value(of: key.field) == .flag(false))
      default: break
      }
    }
  }
}
