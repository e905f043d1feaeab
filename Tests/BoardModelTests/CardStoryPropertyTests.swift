import HashTreeCollections
import Testing

@testable import BoardModel

@Suite("Stories of cards and their board")
struct CardStoryPropertyTests {
  @Test("The story of every card ends in what the board shows", arguments: 1...40)
  func agrees(_ seed: UInt64) {
    var bench = Workbench()
    var edits = RandomEdits(seed: seed)
    for _ in 0..<400 { edits.step(&bench) }
    for card in bench.board.cards.values.sorted(by: { $0.id < $1.id }) {
      let story = bench.story(of: card.id)
      expectPlainFields(of: card, in: story)
      expectTexts(of: card, in: story, on: bench.board)
      expectDetails(of: card.id, in: story, on: bench.board)
      for editor in RandomEdits.editors {
        let user = editor.author.user
        let marked = story.value(of: .favourite(card.id), for: user) ?? .marked(false)
        #expect(marked == .marked(bench.board.isFavourite(card.id, of: user)))
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
        let story = bench.story(of: card)
        lost += story.lostTexts.count
        told += story.held.values.count { if case .body = $0.value { true } else { false } }
      }
    }
    #expect(lost * 10 < told, "\(lost) of \(told)")
  }

  private func expectPlainFields(of card: Card, in story: CardStory) {
    #expect(story.value(of: .cardTitle(card.id)) == .title(card.title.value))
    #expect(story.value(of: .cardPlace(card.id)) == .place(card.column.value))
    #expect(story.value(of: .cardArchived(card.id)) == .archived(card.archived.value))
  }

  private func expectTexts(of card: Card, in story: CardStory, on board: Board) {
    var texts = [FieldAddress.cardBody(card.id): card.body]
    for (id, comment) in board.details.threads[card.id]?.comments ?? [:] {
      texts[.commentBody(card.id, id)] = comment.body
    }
    for (field, text) in texts where !story.lostTexts.contains(field) {
      var told: String?
      if case .body(let text) = story.value(of: field) { told = text.string }
      #expect(told == text.string, "\(field)")
    }
  }

  private func expectDetails(of card: CardID, in story: CardStory, on board: Board) {
    for (field, held) in board.details.fields where field.card == card {
      #expect(story.value(of: field) == .plain(held.value), "\(field)")
    }
    let elements = board.details.elements[card] ?? [:]
    for element in elements.keys {
      #expect(story.value(of: element.address(on: card)) == .plain(.flag(true)))
    }
    for key in story.held.keys {
      switch key.field {
      case .cardLabel(_, let label) where elements[.label(label)] == nil:
        #expect(story.value(of: key.field) == .plain(.flag(false)))
      case .cardAssignee(_, let user) where elements[.assignee(user)] == nil:
        #expect(story.value(of: key.field) == .plain(.flag(false)))
      default: break
      }
    }
  }
}
