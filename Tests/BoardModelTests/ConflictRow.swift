@testable import BoardModel

/// A row of "Conflicts at a glance" in SPEC.md: two edits of which neither author had seen the
/// other's, and what the second comes to and the board shows, in each order of arrival.
struct ConflictRow: Sendable {
  /// As in SPEC.md.
  let pair: String
  let ann: Edit
  let ben: Edit
  /// What the board shows of it afterwards, in words.
  let shows: @Sendable (Board) -> String
  /// What Ben's edit comes to behind Ann's, and what the board then shows.
  let annFirst: Expectation
  let benFirst: Expectation

  struct Edit: Sendable {
    let intent: @Sendable (ConflictBench) -> Intent
    var queued = false
    var editor: Editor?

    static func live(_ intent: Intent) -> Edit { Edit { _ in intent } }
    static func queued(_ intent: Intent) -> Edit { Edit(intent: { _ in intent }, queued: true) }
  }

  struct Expectation: Sendable {
    let outcome: String
    let board: String

    init(_ outcome: String, _ board: String) {
      self.outcome = outcome
      self.board = board
    }
  }

  init(
    _ pair: String, _ ann: Edit, _ ben: Edit, shows: @escaping @Sendable (Board) -> String,
    annFirst: Expectation, benFirst: Expectation
  ) {
    self.pair = pair
    self.ann = ann
    self.ben = ben
    self.shows = shows
    self.annFirst = annFirst
    self.benFirst = benFirst
  }
}

/// A board on which two people are about to edit the same.
struct ConflictBench {
  var bench = Workbench()
  /// What both see.
  let seen: Board
  /// Ann's retitling of the first card, which she may take back.
  let titled: OperationID
  /// Ben's proposal for the title of the second card, and Cid's to move the third to `done`.
  let proposed: OperationID
  let placed: OperationID
  /// The operation that put the label on the first card.
  let labelled: OperationID

  /// The first has the text "abc" and lies in `todo` above the second; the third and fourth lie in
  /// `doing`; the fifth is archived in `done`.
  static let cards = (1...5).map { card($0) }
  static let label = LabelID(high: 2, low: 1)
  static let item = ItemID(high: 2, low: 2)
  static let cid = Editor(5, user: "cid")

  init() {
    for (card, column) in zip(Self.cards, [todo, todo, doing, doing, done]) {
      bench.addCard(card, "Card", in: column, body: "abc")
    }
    bench.commit(.cardArchive(Self.cards[4]))
    bench.commit(.labelCreate(Self.label, name: "Label", colour: 1))
    bench.commit(.itemAdd(Self.cards[0], Self.item, text: "Item", at: Anchors()))
    bench.commit(.attach(Self.cards[0], .label(Self.label)))
    labelled = bench.lastID
    let stale = bench.sequence
    for one in [Self.cards[0], Self.cards[1]] { bench.commit(.cardRetitle(one, title: "Ann's")) }
    titled = bench.log[bench.log.count - 2].id
    bench.commit(.cardMove([Self.cards[2]], to: todo, at: Anchors()))
    bench.commit(.cardRetitle(Self.cards[1], title: "Ben's"), by: .ben, base: stale, queued: true)
    proposed = bench.lastID
    bench.commit(
      .cardMove([Self.cards[2]], to: done, at: Anchors()), by: Self.cid, base: stale, queued: true)
    placed = bench.lastID
    bench.commit(.cardMove([Self.cards[2]], to: doing, at: Anchors()))
    bench.commit(.set(.columnWIPLimit(doing), .number(3)))
    self.seen = bench.board
  }

  /// The outcome of the edit, made on the board as it was before the others.
  mutating func commit(_ edit: ConflictRow.Edit, by editor: Editor) -> Outcome {
    bench.commit(
      edit.intent(self), by: edit.editor ?? editor, base: seen.sequence, queued: edit.queued)
  }
}
