import BoardModel
import Testing

@Suite("Batches")
struct BatchTests {
  private let newColumn = ColumnID(high: 0xC0, low: 50)

  private func columnWithCards(_ titles: [String]) -> Intent {
    .batch(
      [.columnCreate(newColumn, title: "New", at: Anchors())]
        + titles.enumerated().map { index, title in
          .cardCreate(
            card(UInt64(100 + index)), in: newColumn, title: title, body: "body", at: Anchors())
        })
  }

  @Test("A column is made together with its cards")
  func columnAndCards() {
    var bench = Workbench()
    #expect(bench.commit(columnWithCards(["A", "B", "C"])) == .applied)
    #expect(bench.titles(in: newColumn) == ["A", "B", "C"])
  }

  @Test("The board itself can come to be in a batch")
  func wholeBoard() {
    var bench = Workbench(empty: Workbench.boardID)
    let outcome = bench.commit(
      .batch([
        .boardCreate(title: "Sample"), .columnCreate(todo, title: "To do", at: Anchors()),
        .cardCreate(card(1), in: todo, title: "First", body: "", at: Anchors()),
      ]))
    #expect(outcome == .applied)
    #expect(bench.titles(in: todo) == ["First"])
  }

  @Test("One part that fails undoes all of it and is named", arguments: 0..<4)
  func allOrNothing(failing: Int) throws {
    var bench = Workbench()
    bench.addCard(card(1), "Kept", body: "kept")
    let before = bench.board.entitiesButReceipts
    var intents: [Intent] = [
      .cardRetitle(card(1), title: "Changed"), .cardArchive(card(1)),
      .columnDelete(todo, seen: [card(1)], disposition: .move(to: done)),
      .cardFavourite(card(1), marked: true),
    ]
    intents.insert(.cardRetitle(card(8), title: "X"), at: failing)
    let outcome = bench.commit(.batch(intents))
    #expect(outcome == .rejected(.batchItem(UInt32(failing), .unknownCard(card(8)))))
    #expect(bench.board.entitiesButReceipts == before)
    #expect(bench.board.receipts(of: "ann").map(\.mine) == [bench.lastID])
    #expect(bench.board.sequence == UInt64(bench.log.count), "the rejection has its place")
  }

  /// Why the last card of a batch cannot be created.
  enum BadCreation: CaseIterable {
    case blankTitle, longTitle, longBody, heldIdentifier, sameIdentifier, unknownColumn, fullColumn

    var parts: (id: UInt64, column: ColumnID, title: String, body: String, Rejection) {
      switch self {
      case .blankTitle: (9, todo, " ", "", .emptyTitle)
      case .longTitle:
        (9, todo, String(repeating: "x", count: BoardLimits.titleScalars + 1), "", .titleTooLong)
      case .longBody:
        (9, todo, "T", String(repeating: "x", count: BoardLimits.bodyScalars + 1), .bodyTooLong)
      case .heldIdentifier: (1, todo, "T", "", .identifierInUse)
      case .sameIdentifier: (3, todo, "T", "", .identifierInUse)
      case .unknownColumn:
        (9, ColumnID(high: 9, low: 9), "T", "", .unknownColumn(ColumnID(high: 9, low: 9)))
      case .fullColumn: (9, todo, "T", "", .limitBlocked(todo))
      }
    }
  }

  @Test(
    "Creations of which the last one fails leave nothing behind", arguments: BadCreation.allCases)
  func creations(bad: BadCreation) throws {
    var bench = Workbench()
    bench.addCard(card(1), "Kept", body: "kept")
    if bad == .fullColumn {
      bench.commit(.set(.columnWIPLimit(todo), .number(3)))
      bench.commit(.set(.wipLimitBlocks, .flag(true)))
    }
    let before = bench.board.entitiesButReceipts
    let (id, column, title, body, rejection) = bad.parts
    let good = [2, 3].map {
      Intent.cardCreate(card($0), in: todo, title: "T", body: "b", at: Anchors())
    }
    let last = Intent.cardCreate(card(id), in: column, title: title, body: body, at: Anchors())
    #expect(bench.commit(.batch(good + [last])) == .rejected(.batchItem(2, rejection)))
    #expect(bench.board.entitiesButReceipts == before)
    #expect(bench.commit(.batch(good)) == .applied)
  }

  @Test("A batch holds something, not too much, no batch and no undo")
  func rejections() {
    var bench = Workbench()
    bench.addCard(card(1))
    let target = bench.lastID
    #expect(bench.commit(.batch([])) == .rejected(.emptyOperation))
    let many = [Intent](repeating: .cardArchive(card(1)), count: 1_001)
    #expect(bench.commit(.batch(many)) == .rejected(.limitReached(.batch)))
    #expect(
      bench.commit(.batch([.batch([.cardArchive(card(1))])]))
        == .rejected(.batchItem(0, .notInBatch)))
    #expect(
      bench.commit(.batch([.cardArchive(card(1)), .undo(target: target, force: false)]))
        == .rejected(.batchItem(1, .notInBatch)))
    #expect(!(bench.board.card(card(1))?.archived.value ?? true))
  }

  @Test("All moves of one batch name no more cards than one operation may move")
  func movesTogether() {
    var bench = Workbench()
    bench.addCard(card(1))
    let most = Intent.cardMove((1...1_000).map { card(UInt64($0)) }, to: done, at: Anchors())
    let four = [Intent](repeating: most, count: 4)
    #expect(
      bench.commit(.batch(four + [.cardMove([card(1)], to: done, at: Anchors())]))
        == .rejected(.batchItem(4, .limitReached(.batch))))
    #expect(!bench.commit(.batch(four)).isRejected)
  }

  @Test("Typing in several places of a batch never gives two scalars one identity")
  func identitiesInBatch() throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "[]")
    let first = try #require(bench.board.card(card(1))?.body.identity(at: 0))
    let splice = Splice(deletions: [], insertions: [.init(after: first, text: "ab")])
    #expect(
      bench.commit(
        .batch([
          .cardSplice(card(1), splice), .cardSplice(card(1), splice),
          .cardCreate(card(2), in: todo, title: "T", body: "cd", at: Anchors()),
        ])) == .applied)
    #expect(bench.body(of: card(1)) == "[abab]")
    let offsets = [card(1), card(2)].flatMap { id in
      (bench.board.card(id)?.body.identities(in: 0..<6) ?? []).flatMap { range in
        range.start.operation == bench.lastID
          ? Array(range.start.offset..<(range.start.offset + range.count)) : []
      }
    }
    #expect(offsets.sorted() == Array(0..<6))
  }

  @Test("A batch is taken back as a whole, each field to what it was before the batch")
  func undoWhole() {
    var bench = Workbench()
    bench.addCard(card(1), "Before")
    bench.commit(
      .batch([
        .cardRetitle(card(1), title: "Once"), .cardRetitle(card(1), title: "Twice"),
        .cardCreate(card(2), in: todo, title: "New", body: "", at: Anchors()),
        .cardArchive(card(2)), .cardRestore(card(2)),
        .cardMove([card(1)], to: doing, at: Anchors()),
        .cardMove([card(1)], to: done, at: Anchors()),
      ]))
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .applied)
    #expect(bench.title(of: card(1)) == "Before")
    #expect(bench.order(in: todo) == [card(1)])
    #expect(bench.board.card(card(2))?.archived.value == true)
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .applied)
    #expect(bench.title(of: card(1)) == "Twice")
    #expect(bench.order(in: done) == [card(1)])
    #expect(bench.order(in: todo) == [card(2)])
  }

  @Test("A part of a batch that others changed meanwhile is left and named")
  func partialUndo() {
    var bench = Workbench()
    bench.addCard(card(1), "Before")
    bench.commit(
      .batch([
        .cardRetitle(card(1), title: "Mine"), .cardMove([card(1)], to: done, at: Anchors()),
      ]))
    let target = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben)
    #expect(
      bench.commit(.undo(target: target, force: false))
        == .applied(displaced: [], notes: [.undoSkipped(.cardTitle(card(1)))]))
    #expect(bench.title(of: card(1)) == "Ben's")
    #expect(bench.order(in: todo) == [card(1)])
  }
}
