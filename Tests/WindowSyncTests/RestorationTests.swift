import BoardModel
import Testing
import WindowSync

@Suite("Values of the past")
struct RestorationTests {
  private let card = Fixture.card(1)

  /// A card with the body "new" in the first of two columns; the third is deleted.
  private func board() -> Board {
    var coordinator = ScriptedCoordinator(board: Fixture.board)
    for operation in Fixture.creation(columns: 3) { _ = coordinator.order(operation) }
    let intents: [Intent] = [
      Fixture.create(1, body: "new"),
      .columnDelete(Fixture.column(2), seen: [], disposition: .archive),
    ]
    for (number, intent) in intents.enumerated() {
      _ = coordinator.order(Fixture.foreign(UInt64(number) + 1, base: 4, intent))
    }
    return coordinator.board
  }

  private func restore(
    _ after: FieldValue?, in field: FieldAddress? = nil, typed: String? = nil,
    by author: String = "ann"
  ) throws(Restoration.Fault) -> [Intent] {
    let board = board()
    guard let card = board.card(card) else { return [] }
    let change = FieldChange(
      field: field ?? .cardTitle(self.card), effect: .written, before: nil, after: after,
      typed: typed,
      rules: [.unopposed])
    return try Restoration.intents(change, by: author, of: card, on: board, user: "ann")
  }

  /// The body once the edits are made.
  private func body(_ intents: [Intent]) -> String? {
    guard var text = board().card(card)?.body else { return nil }
    for (number, intent) in intents.enumerated() {
      guard case .cardSplice(card, let splice) = intent else { return nil }
      let id = OperationID(
        session: SessionID(high: 5, low: 5), epoch: 1, counter: UInt64(number) + 1)
      guard text.apply(splice, by: id) else { return nil }
    }
    return text.string
  }

  @Test("Each value is written by the edit of its kind")
  func values() throws {
    #expect(try restore(.text("Old")) == [.cardRetitle(card, title: "Old")])
    #expect(
      try restore(.cardPlace(Fixture.column(1), Anchors()))
        == [.cardMove([card], to: Fixture.column(1), at: Anchors())])
    #expect(try restore(.flag(true), in: .cardArchived(card)) == [.cardArchive(card)])
    #expect(try restore(.flag(true), in: .favourite(card)) == [.cardFavourite(card, marked: true)])
    let old = Text(
      "old and new", by: OperationID(session: SessionID(high: 5, low: 6), epoch: 1, counter: 1))
    #expect(body(try restore(.body(old), in: .cardBody(card))) == "old and new")
  }

  @Test("Typed text that never got a place goes to the end")
  func typed() throws {
    #expect(body(try restore(nil, in: .cardBody(card), typed: "lost")) == "new\nlost")
  }

  @Test("What was said on an item or in a comment that is removed comes back with it")
  func removed() throws {
    var coordinator = ScriptedCoordinator(board: Fixture.board)
    for operation in Fixture.creation(columns: 1) { _ = coordinator.order(operation) }
    let (item, comment) = (ItemID(high: 0, low: 1), CommentID(high: 0, low: 2))
    let back: [Intent] = [
      .set(.itemRemoved(card, item), .flag(false)),
      .set(.commentRemoved(card, comment), .flag(false)),
    ]
    let intents: [Intent] = [
      Fixture.create(1, body: ""),
      .itemAdd(card, item, text: "step", at: Anchors()),
      .commentAdd(card, comment, text: "hello"),
      .set(.itemRemoved(card, item), .flag(true)),
      .set(.commentRemoved(card, comment), .flag(true)),
    ]
    for (number, intent) in intents.enumerated() {
      _ = coordinator.order(Fixture.foreign(UInt64(number) + 1, base: 9, intent))
    }
    let board = coordinator.board
    let made = try #require(board.card(card))
    let author = try #require(board.comment(comment, on: card)?.created.author.user)
    let text = try #require(board.text(of: .commentBody(card, comment)))
    let values: [(FieldAddress, FieldValue)] = [
      (.itemText(card, item), .text("step")),
      (.itemText(card, item), .text("earlier")),
      (.commentBody(card, comment), .body(text)),
    ]
    let restored = try values.map { field, value in
      try Restoration.intents(
        FieldChange(
          field: field, effect: .written, before: nil, after: value, typed: nil, rules: [.made]),
        by: author, of: made, on: board, user: author)
    }
    #expect(
      restored == [
        [back[0]], [back[0], .set(.itemText(card, item), .text("earlier"))], [back[1]],
      ])
  }

  @Test("What cannot be written again is said")
  func faults() {
    #expect(throws: Restoration.Fault.alreadyThere) { try restore(.text("Card 1")) }
    #expect(throws: Restoration.Fault.alreadyThere) {
      try restore(.cardPlace(Fixture.column(0), Anchors()))
    }
    for field in [FieldAddress.cardArchived(card), .favourite(card)] {
      #expect(throws: Restoration.Fault.alreadyThere) { try restore(.flag(false), in: field) }
    }
    #expect(throws: Restoration.Fault.columnGone(title: "Column 2")) {
      try restore(.cardPlace(Fixture.column(2), Anchors()))
    }
    #expect(throws: Restoration.Fault.notYours) {
      try restore(.flag(true), in: .favourite(card), by: "ben")
    }
    #expect(throws: Restoration.Fault.unknown) { try restore(nil) }
    #expect(throws: Restoration.Fault.unknown) { try restore(nil, typed: "") }
  }

  @Test(
    "Two texts differ in what is between what they begin and end with",
    arguments: [
      ("", "", "", ""), ("abc", "abc", "", ""), ("ac", "abc", "", "b"), ("abc", "ac", "b", ""),
      ("abc", "xyz", "abc", "xyz"), ("aa", "aaa", "", "a"), ("aaa", "aa", "a", ""),
      ("one two", "one 2 two", "", "2 "),
    ])
  func steps(before: String, after: String, removed: String, added: String) {
    let step = TextStep(before, after)
    #expect(step.removed == removed)
    #expect(step.added == added)
  }
}
