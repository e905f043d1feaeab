import BoardModel
import Testing

/// What each intent does to the board and what refuses it.
@Suite("Intents")
struct IntentTests {
  @Test("A board comes to be once, with its first operation")
  func boardCreate() {
    var bench = Workbench(empty: Workbench.boardID)
    #expect(bench.commit(.columnCreate(todo, title: "To do", at: Anchors())) == .rejected(.noBoard))
    #expect(
      bench.commit(.undo(target: bench.lastID, force: true)) == .rejected(.noBoard))
    #expect(bench.commit(.boardCreate(title: " \t")) == .rejected(.emptyTitle))
    #expect(!bench.board.exists)
    #expect(bench.commit(.boardCreate(title: "Launch")) == .applied)
    #expect(bench.board.title?.value == "Launch")
    #expect(bench.commit(.boardCreate(title: "Again")) == .rejected(.boardExists))
    #expect(bench.board.sequence == 5)
    #expect(bench.commit(.boardRename(title: "Landing")) == .applied)
    #expect(bench.board.title?.value == "Landing")
  }

  @Test(
    "A title is never blank and never longer than its limit",
    arguments: ["", "   ", "\u{3000}\u{00A0}", String(repeating: "x", count: 1_001)])
  func titles(title: String) {
    var bench = Workbench()
    bench.addCard(card(1))
    let reason: Rejection = title.count > 1_000 ? .titleTooLong : .emptyTitle
    let intents: [Intent] = [
      .boardRename(title: title),
      .columnCreate(nowhere, title: title, at: Anchors()),
      .columnRename(todo, title: title),
      .cardCreate(card(2), in: todo, title: title, body: "", at: Anchors()),
      .cardRetitle(card(1), title: title),
    ]
    for intent in intents { #expect(bench.commit(intent) == .rejected(reason)) }
    let longest = String(repeating: "日", count: 1_000)
    #expect(bench.commit(.cardRetitle(card(1), title: longest)) == .applied)
  }

  @Test("A new column stands where its anchors say, else at the end")
  func columnCreate() {
    var bench = Workbench()
    let ids = (10..<14).map { ColumnID(high: 0xC0, low: $0) }
    bench.commit(.columnCreate(ids[0], title: "A", at: Anchors(after: todo)))
    bench.commit(.columnCreate(ids[1], title: "B", at: Anchors(before: todo)))
    bench.commit(.columnCreate(ids[2], title: "C", at: Anchors(after: nowhere, before: doing)))
    bench.commit(.columnCreate(ids[3], title: "D", at: Anchors(after: nowhere, before: nowhere)))
    #expect(
      bench.board.liveColumns.map(\.title.value) == ["B", "To do", "A", "C", "Doing", "Done", "D"])
    #expect(
      bench.commit(.columnCreate(todo, title: "Other", at: Anchors()))
        == .rejected(.identifierInUse))
    #expect(
      bench.commit(.columnCreate(bench.board.unsortedID, title: "Mine", at: Anchors()))
        == .rejected(.identifierInUse), "the identifier of Unsorted is nobody's to take")
  }

  @Test("A column is renamed and moved; one that is unknown or deleted is not")
  func columnEdits() {
    var bench = Workbench()
    #expect(bench.commit(.columnRename(done, title: "Finished")) == .applied)
    #expect(bench.commit(.columnMove(done, at: Anchors(before: todo))) == .applied)
    #expect(bench.board.liveColumns.map(\.title.value) == ["Finished", "To do", "Doing"])
    #expect(bench.commit(.columnRename(nowhere, title: "X")) == .rejected(.unknownColumn(nowhere)))
    #expect(bench.commit(.columnMove(nowhere, at: Anchors())) == .rejected(.unknownColumn(nowhere)))
    bench.commit(.columnDelete(done, seen: [], disposition: .archive))
    #expect(bench.commit(.columnRename(done, title: "X")) == .rejected(.columnDeleted(done)))
    #expect(bench.commit(.columnMove(done, at: Anchors())) == .rejected(.columnDeleted(done)))
  }

  @Test("A new card remembers who made it and when")
  func cardCreate() throws {
    var bench = Workbench()
    #expect(bench.addCard(card(1), "Write", body: "two\nlines", by: .ben) == .applied)
    let made = try #require(bench.board.card(card(1)))
    #expect(made.title.value == "Write")
    #expect(made.body.string == "two\nlines")
    #expect(made.column.value == todo)
    #expect(!made.archived.value)
    #expect(made.created == bench.log.last?.stamp)
    #expect(made.created.author == Editor.ben.author)
    #expect(bench.addCard(card(1), "Other") == .rejected(.identifierInUse))
    #expect(bench.addCard(card(2), in: nowhere) == .rejected(.unknownColumn(nowhere)))
  }

  @Test("Cards stand where their anchors say")
  func cardPlaces() {
    var bench = Workbench()
    for number in 1...3 { bench.addCard(card(UInt64(number))) }
    bench.commit(
      .cardCreate(card(4), in: todo, title: "4", body: "", at: Anchors(after: card(1))))
    bench.commit(
      .cardCreate(card(5), in: todo, title: "5", body: "", at: Anchors(before: card(1))))
    #expect(bench.order(in: todo) == [5, 1, 4, 2, 3].map(card))
    bench.commit(.cardMove([card(3)], to: todo, at: Anchors(before: card(5))))
    #expect(bench.order(in: todo) == [3, 5, 1, 4, 2].map(card))
    bench.commit(.cardMove([card(3)], to: todo, at: Anchors(after: card(2), before: card(5))))
    #expect(bench.order(in: todo) == [5, 1, 4, 2, 3].map(card))
    bench.commit(.cardMove([card(1)], to: doing, at: Anchors(after: card(2), before: card(3))))
    #expect(bench.order(in: doing) == [card(1)], "anchors in another column mean the end")
  }

  @Test("Several cards move together, in the order they are named")
  func multiMove() {
    var bench = Workbench()
    for number in 1...5 { bench.addCard(card(UInt64(number))) }
    bench.addCard(card(9), in: done)
    let move = Intent.cardMove([4, 2, 5].map(card), to: done, at: Anchors(before: card(9)))
    #expect(bench.commit(move) == .applied)
    #expect(bench.order(in: done) == [4, 2, 5, 9].map(card))
    #expect(bench.order(in: todo) == [1, 3].map(card))
  }

  @Test("A card that a move names twice is moved once, to its first place")
  func moveNamesTwice() {
    var bench = Workbench()
    for number in 1...3 { bench.addCard(card(UInt64(number))) }
    bench.addCard(card(9), in: done)
    let ids = [2, 2, 1, 2].map(card)
    #expect(bench.commit(.cardMove(ids, to: done, at: Anchors(before: card(9)))) == .applied)
    #expect(bench.order(in: done) == [2, 1, 9].map(card))
    bench.commit(.undo(target: bench.lastID, force: false))
    #expect(bench.order(in: todo) == [1, 2, 3].map(card))
  }

  @Test("A move is refused where nothing can move, and says which cards it does not know")
  func moveRejections() {
    var bench = Workbench()
    bench.addCard(card(1))
    #expect(bench.commit(.cardMove([], to: done, at: Anchors())) == .rejected(.emptyOperation))
    #expect(
      bench.commit(.cardMove([card(8)], to: done, at: Anchors()))
        == .rejected(.unknownCard(card(8))))
    #expect(
      bench.commit(.cardMove([card(1)], to: nowhere, at: Anchors()))
        == .rejected(.unknownColumn(nowhere)))
    let many = (1...1_001).map { card(UInt64($0)) }
    #expect(
      bench.commit(.cardMove(many, to: done, at: Anchors())) == .rejected(.limitReached(.batch)))
    #expect(
      bench.commit(.cardMove([card(8), card(1)], to: done, at: Anchors()))
        == .applied(displaced: [], notes: [.unknownCard(card(8))]))
    #expect(bench.order(in: done) == [card(1)])
  }

  @Test("An archived card leaves its column and comes back to its place")
  func archive() {
    var bench = Workbench()
    for number in 1...3 { bench.addCard(card(UInt64(number))) }
    #expect(bench.commit(.cardArchive(card(2))) == .applied)
    #expect(bench.order(in: todo) == [1, 3].map(card))
    #expect(bench.board.archivedCards.map(\.id) == [card(2)])
    #expect(bench.commit(.cardRestore(card(2))) == .applied)
    #expect(bench.order(in: todo) == [1, 2, 3].map(card))
    #expect(bench.commit(.cardArchive(card(8))) == .rejected(.unknownCard(card(8))))
    #expect(bench.commit(.cardRestore(card(8))) == .rejected(.unknownCard(card(8))))
  }

  @Test("A favourite is its user's own, from any of their windows")
  func favourite() {
    var bench = Workbench()
    bench.addCard(card(1))
    #expect(bench.commit(.cardFavourite(card(1), marked: true), by: .ann) == .applied)
    #expect(bench.board.isFavourite(card(1), of: "ann"))
    #expect(!bench.board.isFavourite(card(1), of: "ben"))
    bench.commit(.cardFavourite(card(1), marked: true), by: .ben)
    let stale = bench.commit(
      .cardFavourite(card(1), marked: false), by: .annToo, base: 0, queued: true)
    #expect(stale == .applied)
    #expect(!bench.board.isFavourite(card(1), of: "ann"))
    #expect(bench.board.isFavourite(card(1), of: "ben"))
    #expect(
      bench.commit(.cardFavourite(card(8), marked: true)) == .rejected(.unknownCard(card(8))))
  }

  @Test("A splice is refused where it says nothing, too much, or names text that never was")
  func spliceRejections() throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "text")
    let first = try #require(bench.board.card(card(1))?.body.identity(at: 0))
    let never = TextIdentity(operation: first.operation, offset: 4)
    func outcome(_ deletions: [TextRange], _ insertions: [Splice.Insertion]) -> Outcome {
      bench.commit(.cardSplice(card(1), Splice(deletions: deletions, insertions: insertions)))
    }
    #expect(outcome([], []) == .rejected(.emptyOperation))
    #expect(outcome([TextRange(start: first, count: 5)], []) == .rejected(.unknownText))
    #expect(outcome([TextRange(start: never, count: 1)], []) == .rejected(.unknownText))
    #expect(outcome([], [.init(after: never, text: "x")]) == .rejected(.unknownText))
    #expect(
      outcome([TextRange(start: first, count: 1)], [.init(after: never, text: "x")])
        == .rejected(.unknownText))
    let many = [Splice.Insertion](repeating: .init(after: nil, text: "x"), count: 10_001)
    #expect(outcome([], many) == .rejected(.limitReached(.spliceParts)))
    let long = String(repeating: "x", count: 999_997)
    #expect(outcome([], [.init(after: nil, text: long)]) == .rejected(.bodyTooLong))
    #expect(bench.body(of: card(1)) == "text", "nothing of it was done")
    #expect(
      bench.commit(.cardSplice(card(8), Splice(deletions: [], insertions: many)))
        == .rejected(.unknownCard(card(8))))
    let body = String(repeating: "x", count: 1_000_001)
    #expect(bench.addCard(card(2), body: body) == .rejected(.bodyTooLong))
  }

  @Test("A board holds as many columns as its limit and no more")
  func columnWIPLimit() {
    var bench = Workbench()
    for number in 4...BoardLimits.columns {
      let id = ColumnID(high: 1, low: UInt64(number))
      #expect(bench.commit(.columnCreate(id, title: "C", at: Anchors())) == .applied)
    }
    #expect(
      bench.commit(.columnCreate(nowhere, title: "C", at: Anchors()))
        == .rejected(.limitReached(.columns)))
  }

  @Test("Cards are found by the beginning of their identifier")
  func prefixes() {
    var bench = Workbench()
    let ids = [
      CardID(high: 0xABCD_EF00_1000_0000, low: 1), CardID(high: 0xABCD_EF00_2000_0000, low: 2),
    ]
    for id in ids { bench.addCard(id) }
    #expect(bench.board.cards(named: .beginning("abcdef001")) == [ids[0]])
    #expect(bench.board.cards(named: .beginning("abcdef00")) == ids)
    #expect(bench.board.cards(named: .beginning("b")).isEmpty)
    #expect(CardID(ids[0].description) == ids[0])
    #expect(CardID("+b000000000000000000000000000001") == nil)
  }
}
