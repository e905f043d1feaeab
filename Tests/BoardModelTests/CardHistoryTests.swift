import HashTreeCollections
import Statements
import Testing
import Wording

@testable import BoardModel

@Suite("The story of a card")
struct CardHistoryTests {
  /// A board on which Ann made a card, as operation 5.
  private struct Telling {
    var bench = Workbench()
    let card = BoardModelTests.card(1)

    init() {
      bench.commit(
        .cardCreate(card, in: todo, title: "First", body: "abc", at: Anchors()))
    }

    var cardHistory: CardHistory { bench.cardHistory(of: card) }

    var last: CardEntry { cardHistory.entries[cardHistory.entries.count - 1] }

    var change: FieldChange { last.changes[0] }
  }

  /// What brings a rule about, and what the story then says of the last operation's first change.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout Workbench, CardID) -> Void
    let effect: FieldChange.Effect
    let after: FieldValue?
    let rules: @Sendable (Workbench) -> [HistoryRule]

    init(
      _ name: String, _ effect: FieldChange.Effect, _ after: FieldValue?,
      _ rules: @escaping @Sendable (Workbench) -> [HistoryRule],
      make: @escaping @Sendable (inout Workbench, CardID) -> Void
    ) {
      testDescription = name
      self.make = make
      self.effect = effect
      self.after = after
      self.rules = rules
    }
  }

  static let samples: [Sample] = [
    Sample("unopposed", .written, .text("Second"), { _ in [.unopposed] }) { bench, card in
      bench.commit(.cardRetitle(card, title: "Second"), by: .ben)
    },
    Sample("queued, unopposed", .written, .text("Second"), { _ in [.queuedUnopposed] }) {
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben, queued: true)
    },
    Sample("after its own", .written, .text("Third"), { [.afterOwn($0.id(6))] }) {
      let base = $0.sequence
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben, base: base)
      $0.commit(.cardRetitle($1, title: "Third"), by: .ben, base: base)
    },
    Sample("later in order", .written, .text("Third"), { [.laterInOrder(over: $0.id(6))] }) {
      let base = $0.sequence
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben, base: base)
      $0.commit(.cardRetitle($1, title: "Third"), by: .ann, base: base)
    },
    Sample(
      "queued on a stale base", .superseded, .text("Third"),
      { [.queuedOnStaleBase(winner: $0.id(6))] }
    ) {
      let base = $0.sequence
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben, base: base)
      $0.commit(.cardRetitle($1, title: "Third"), by: .ann, base: base, queued: true)
    },
    Sample(
      "part of a batch, queued on a stale base", .superseded, .text("Third"),
      { [.queuedOnStaleBase(winner: $0.id(6))] }
    ) {
      let base = $0.sequence
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben, base: base)
      $0.commit(
        .batch([.cardRetitle($1, title: "Third"), .cardArchive($1)]), by: .ann, base: base,
        queued: true)
    },
    Sample(
      "a place, later in order", .written, .cardPlace(done, Anchors()),
      {
        [.laterInOrder(over: $0.id(6))]
      }
    ) {
      let base = $0.sequence
      $0.commit(.cardMove([$1], to: doing, at: Anchors()), by: .ben, base: base)
      $0.commit(.cardMove([$1], to: done, at: Anchors()), by: .ann, base: base)
    },
    Sample("archived already", .written, .flag(true), { _ in [.alreadySo] }) {
      let base = $0.sequence
      $0.commit(.cardArchive($1), by: .ben, base: base)
      $0.commit(.cardArchive($1), by: .ann, base: base)
    },
    Sample("a mark", .written, .flag(true), { _ in [.personal] }) {
      $0.commit(.cardFavourite($1, marked: true), by: .ben)
    },
    Sample("archive stands", .written, .text("Second"), { _ in [.unopposed, .archiveStands] }) {
      $0.commit(.cardArchive($1), by: .ben)
      $0.commit(.cardRetitle($1, title: "Second"), by: .ann)
    },
    Sample("column deleted, seen", .written, .flag(true), { _ in [.columnDeleted] }) {
      $0.commit(.columnDelete(todo, seen: [$1], disposition: .archive), by: .ben)
    },
    Sample(
      "column deleted, moved", .written, .cardPlace(done, Anchors()), { _ in [.columnDeleted] }
    ) {
      $0.commit(.columnDelete(todo, seen: [$1], disposition: .move(to: done)), by: .ben)
    },
    Sample(
      "column deleted, unseen", .written, .cardPlace(Workbench().board.unsortedID, Anchors()),
      { _ in [.keptUnseen, .inUnsorted] }
    ) {
      _ = $1
      $0.commit(.columnDelete(todo, seen: [], disposition: .archive), by: .ben)
    },
    Sample("taken back", .written, .text("First"), { [.tookBack($0.id(6))] }) {
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben)
      $0.commit(.undo(target: $0.lastID, force: false), by: .ben)
    },
    Sample("a redo", .written, .text("Second"), { [.tookBack($0.id(7))] }) {
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben)
      $0.commit(.undo(target: $0.lastID, force: false), by: .ben)
      $0.commit(.undo(target: $0.lastID, force: false), by: .ben)
    },
    Sample("a creation taken back", .written, .flag(true), { [.tookBack($0.id(5))] }) {
      _ = $1
      $0.commit(.undo(target: $0.lastID, force: false), by: .ann)
    },
    Sample(
      "taken back by force", .written, .text("First"),
      { [.tookBackByForce($0.id(6), over: $0.id(7))] }
    ) {
      $0.commit(.cardRetitle($1, title: "Second"), by: .ben)
      let mine = $0.lastID
      $0.commit(.cardRetitle($1, title: "Third"), by: .ann)
      $0.commit(.undo(target: mine, force: true), by: .ben)
    },
    Sample("an undo that skips a part", .skipped, .text("First"), { _ in [.undoSkipped] }) {
      $0.commit(
        .batch([.cardMove([$1], to: done, at: Anchors()), .cardRetitle($1, title: "Second")]),
        by: .ben)
      let mine = $0.lastID
      $0.commit(.cardRetitle($1, title: "Third"), by: .ann)
      $0.commit(.undo(target: mine, force: false), by: .ben)
    },
  ]

  @Test("Each change says what it came to, and by which rule", arguments: samples)
  func rules(_ sample: Sample) {
    var telling = Telling()
    sample.make(&telling.bench, telling.card)
    let change = telling.change
    #expect(change.effect == sample.effect)
    #expect(change.after == sample.after)
    #expect(change.rules == sample.rules(telling.bench))
    for rule in change.rules {
      #expect(!rule.statements.isEmpty)
      let meaning = Wording(board: nil).meaning(rule) {
        telling.cardHistory.author(of: $0)?.user ?? "?"
      }
      #expect(meaning.count > 10 && !meaning.contains("?"), "\(meaning)")
    }
  }

  @Test("A creation makes every field, and what it displaced later is known")
  func creation() {
    var telling = Telling()
    let base = telling.bench.sequence
    telling.bench.commit(.cardRetitle(telling.card, title: "Ben's"), by: .ben, base: base)
    telling.bench.commit(.cardRetitle(telling.card, title: "Ann's"), by: .ann, base: base)
    let cardHistory = telling.cardHistory
    #expect(cardHistory.entries.map(\.committed.sequence) == [5, 6, 7])
    #expect(cardHistory.entries[0].changes.count == 4)
    #expect(cardHistory.entries[0].changes.allSatisfy { $0.rules == [.made] && $0.before == nil })
    #expect(cardHistory.entries[2].changes[0].before == .text("Ben's"))
    #expect(cardHistory.entries[2].changes[0].displaced == telling.bench.id(6))
    let displacer = cardHistory.displacer(of: telling.bench.id(6), in: .cardTitle(telling.card))
    #expect(displacer == telling.bench.id(7))
  }

  @Test("Edits of one text are merged, and each entry has the text as it was then")
  func texts() throws {
    var telling = Telling()
    let base = telling.bench.sequence
    let start = TextIdentity(operation: telling.bench.lastID, offset: 0)
    func insert(_ text: String) -> Intent {
      .cardSplice(
        telling.card, Splice(deletions: [], insertions: [.init(after: start, text: text)]))
    }
    telling.bench.commit(insert("1"), by: .ben, base: base)
    telling.bench.commit(insert("2"), by: .ann, base: base)
    telling.bench.commit(.undo(target: telling.bench.id(6), force: false), by: .ben)
    let bodies = telling.cardHistory.entries.suffix(3).map { entry -> String? in
      guard case .body(let text) = entry.changes[0].after else { return nil }
      return text.string
    }
    #expect(bodies == ["a1bc", "a21bc", "a2bc"])
    #expect(
      telling.cardHistory.entries[2].changes[0].rules == [.textMerged(with: telling.bench.id(6))])
    #expect(telling.cardHistory.entries[2].changes[0].effect == .merged)
    #expect(telling.change.rules == [.tookBackText(telling.bench.id(6))])
    #expect(telling.change.rules.map(\.name) == ["took-back-text"])
  }

  @Test("A card that a batch moves on from Unsorted is told where it came to lie")
  func movedOn() {
    var telling = Telling()
    telling.bench.commit(
      .batch([
        .columnDelete(todo, seen: [], disposition: .archive),
        .cardMove([telling.card], to: done, at: Anchors()),
      ]))
    #expect(telling.bench.board.card(telling.card)?.column.value == done)
    #expect(telling.cardHistory.value(of: .cardPlace(telling.card)) == .cardPlace(done, Anchors()))
  }

  @Test("The text of a comment is told as that of the card is")
  func comments() throws {
    var telling = Telling()
    let comment = CommentID(high: 0, low: 1)
    let field = FieldAddress.commentBody(telling.card, comment)
    telling.bench.commit(
      .batch([
        .cardCreate(BoardModelTests.card(2), in: todo, title: "Other", body: "x", at: Anchors()),
        .commentAdd(telling.card, comment, text: "good"),
      ]))
    let body = try #require(telling.bench.board.comment(comment, on: telling.card)?.body)
    telling.bench.commit(
      .commentSplice(telling.card, comment, body.splice(replacing: 0..<4, with: "better")))
    telling.bench.commit(.undo(target: telling.bench.lastID, force: false))
    let changes = telling.cardHistory.entries.flatMap(\.changes).filter { $0.field == field }
    let texts = changes.map { change -> String? in
      guard case .body(let text) = change.after else { return nil }
      return text.string
    }
    #expect(texts == ["good", "better", "good"])
    #expect(changes.map(\.effect) == [.written, .written, .written])
    #expect(changes.map(\.rules) == [[.added], [.unopposed], [.tookBackText(telling.bench.id(7))]])
  }

  @Test("What was accepted, or attached once more, says whose it was and that it was so already")
  func acceptedAndAgain() {
    var telling = Telling()
    let base = telling.bench.sequence
    telling.bench.commit(.attach(telling.card, .assignee("cid")), by: .ann)
    telling.bench.commit(
      .attach(telling.card, .assignee("cid")), by: .ben, base: base, queued: true)
    #expect(telling.change.rules == [.alreadySo])
    telling.bench.commit(.cardRetitle(telling.card, title: "Ann's"), by: .ann)
    telling.bench.commit(
      .cardRetitle(telling.card, title: "Ben's"), by: .ben, base: base, queued: true)
    let proposal = telling.bench.lastID
    telling.bench.commit(
      .settle(.cardTitle(telling.card), user: "ben", operation: proposal, accept: true), by: .ann)
    #expect(telling.change.rules == [.accepted(proposal)])
    #expect(telling.change.after == .text("Ben's"))
  }

  @Test("An edit that came too late is told as such, also where the names of its text are lost")
  func lateAndLost() {
    var telling = Telling()
    let (card, other) = (telling.card, BoardModelTests.card(2))
    let last = TextIdentity(operation: telling.bench.lastID, offset: 2)
    telling.bench.commit(
      .cardCreate(other, in: todo, title: "Other", body: "xyz", at: Anchors()))
    let base = telling.bench.sequence
    let cuts = [card, other].map { id -> Intent in
      let body = telling.bench.board.card(id)?.body ?? Text()
      return .cardSplice(id, body.splice(replacing: 1..<2, with: ""))
    }
    telling.bench.commit(.batch(cuts))
    // What an undo types again in the other card is not told here, nor hence the names of this.
    telling.bench.commit(.undo(target: telling.bench.lastID, force: false))
    telling.bench.edit(card, 2..<3, with: "")
    telling.bench.commit(.textCompact(card, nil, horizon: telling.bench.sequence))
    let compaction = telling.bench.lastID
    let late = Splice(deletions: [], insertions: [.init(after: last, text: "late")])
    telling.bench.commit(.cardSplice(card, late), by: .ben, base: base)
    #expect(telling.cardHistory.lostTexts == [.cardBody(card)])
    #expect(telling.change.effect == .superseded)
    #expect(telling.change.typed == "late")
    #expect(telling.change.rules == [.placeCompacted(by: compaction)])
  }

  @Test("What was refused concerns no card, whatever it names", .holds("HIS-006"))
  func refused() {
    var telling = Telling()
    let before = telling.cardHistory.entries.count
    telling.bench.commit(.columnDelete(done, seen: [], disposition: .archive), by: .ben)
    for intent in [
      Intent.cardRetitle(telling.card, title: " "),
      .cardMove([telling.card], to: done, at: Anchors()),
      .batch([.cardRetitle(telling.card, title: "x"), .cardArchive(BoardModelTests.card(9))]),
    ] {
      #expect(telling.bench.commit(intent, by: .ben).isRejected)
      telling.bench.commit(.undo(target: telling.bench.lastID, force: true), by: .ben)
    }
    #expect(telling.cardHistory.entries.count == before)
  }

  @Test("Only the newest entries are kept, and all count")
  func bounded() {
    var telling = Telling()
    for number in 1...50 {
      telling.bench.commit(.cardRetitle(telling.card, title: "\(number)"))
    }
    let cardHistory = telling.bench.cardHistory(of: telling.card, keeping: .newest(10))
    #expect(cardHistory.entries.count == 10)
    #expect(cardHistory.dropped == 41)
    #expect(cardHistory.value(of: .cardTitle(telling.card)) == .text("50"))
  }

  @Test("Of a field, or beside the text, changes are kept however much was typed since")
  func spared() {
    var telling = Telling()
    telling.bench.commit(.cardRetitle(telling.card, title: "Second"), by: .ben)
    for _ in 1...50 { telling.bench.edit(telling.card, 0..<0, with: "x") }
    let title = FieldAddress.cardTitle(telling.card)
    let about = telling.bench.cardHistory(of: telling.card, keeping: .about(title, 10))
    #expect(about.entries.map(\.committed.sequence) == [5, 6])
    #expect(about.dropped == 0)
    let spared = telling.bench.cardHistory(of: telling.card, keeping: .sparingText(10))
    #expect(spared.entries.map(\.committed.sequence) == [5, 6] + Array(49...56))
    #expect(spared.dropped == 42)
  }

  @Test("A move of several cards leaves out one that is not there, and says so")
  func stranger() {
    var telling = Telling()
    let stranger = BoardModelTests.card(9)
    telling.bench.commit(.cardMove([telling.card, stranger], to: done, at: Anchors()))
    let changes = telling.bench.cardHistory(of: stranger).entries.flatMap(\.changes)
    #expect(changes.map(\.effect) == [.skipped])
    #expect(changes.map(\.rules) == [[.noSuchCard]])
    #expect(telling.change.after == .cardPlace(done, Anchors()))
  }

  @Test("What concerns a card is named by intent, by notes, or taken back", .holds("HIS-006"))
  func concerns() {
    var telling = Telling()
    let late = BoardModelTests.card(2)
    telling.bench.commit(
      .cardCreate(late, in: todo, title: "Late", body: "", at: Anchors()))
    telling.bench.commit(
      .columnDelete(todo, seen: [telling.card], disposition: .archive), by: .ben)
    telling.bench.commit(.undo(target: telling.bench.lastID, force: false), by: .ben)
    telling.bench.commit(.undo(target: telling.bench.lastID, force: false), by: .ben)
    telling.bench.commit(.boardRename(title: "Other"))
    telling.bench.commit(
      .cardMove([late], to: done, at: Anchors(after: telling.card)))
    #expect(telling.cardHistory.entries.map(\.committed.sequence) == [5, 7, 8, 9])
    let others = telling.bench.cardHistory(of: late).entries
    #expect(others.map(\.committed.sequence) == [6, 7, 8, 9, 11])
  }
}

extension Workbench {
  func id(_ sequence: Int) -> OperationID { log[sequence - 1].id }

  func cardHistory(of card: CardID, keeping: CardHistory.Keeping = .newest(.max)) -> CardHistory {
    var cardHistory = CardHistory(card: card, unsorted: board.unsortedID, keeping: keeping)
    var concerned: [OperationID: [CardID]] = [:]
    for committed in log {
      let cards = ConcernedCards(of: committed) { concerned[$0] ?? [] }
      concerned[committed.id] = cards.inOrder
      if cards.contains(card) { cardHistory.take(committed) }
    }
    cardHistory.finish()
    return cardHistory
  }
}
