import BoardModel
import Testing

/// Every pair of edits that meet has one outcome.
@Suite("Conflicts")
struct ConflictTests {
  private var bench: Workbench {
    var bench = Workbench()
    for number in 1...3 { bench.addCard(card(UInt64(number)), "Card \(number)", body: "body") }
    return bench
  }

  @Test(
    "The same field, both live: the later wins and displaces the earlier",
    arguments: [
      (Intent.boardRename(title: "A"), Intent.boardRename(title: "B")),
      (.columnRename(todo, title: "A"), .columnRename(todo, title: "B")),
      (.columnMove(todo, at: Anchors()), .columnMove(todo, at: Anchors(after: doing))),
      (.cardRetitle(card(1), title: "A"), .cardRetitle(card(1), title: "B")),
      (.cardArchive(card(1)), .cardRestore(card(1))),
      (
        .cardMove([card(1)], to: doing, at: Anchors()),
        .cardMove([card(1)], to: done, at: Anchors())
      ),
    ])
  func bothLive(first: Intent, second: Intent) {
    var bench = bench
    let seen = bench.sequence
    #expect(bench.commit(first, by: .ann, base: seen) == .applied)
    let displaced = bench.lastID
    #expect(
      bench.commit(second, by: .ben, base: seen) == .applied(displaced: [displaced], notes: []))
    #expect(bench.board.proposalsInOrder.isEmpty)
    // Whoever has seen it displaces nobody.
    #expect(bench.commit(first, by: .ann) == .applied)
  }

  @Test(
    "The same field, queued and stale: the current value stays, the queued one is proposed",
    arguments: [
      (
        Intent.boardRename(title: "A"), Intent.boardRename(title: "B"), FieldAddress.boardTitle,
        FieldValue.text("B")
      ),
      (
        .columnRename(todo, title: "A"), .columnRename(todo, title: "B"), .columnTitle(todo),
        .text("B")
      ),
      (
        .columnMove(todo, at: Anchors()), .columnMove(todo, at: Anchors(after: doing)),
        .columnPlace(todo), .columnPlace(Anchors(after: doing))
      ),
      (
        .cardRetitle(card(1), title: "A"), .cardRetitle(card(1), title: "B"), .cardTitle(card(1)),
        .text("B")
      ),
      (.cardArchive(card(1)), .cardRestore(card(1)), .cardArchived(card(1)), .flag(false)),
    ])
  func queuedAndStale(
    first: Intent, second: Intent, field: FieldAddress, value: FieldValue
  ) throws {
    var bench = bench
    let seen = bench.sequence
    bench.commit(first, by: .ann, base: seen)
    let winner = bench.lastID
    let after = bench.board
    #expect(
      bench.commit(second, by: .ben, base: seen, queued: true)
        == .superseded(by: winner, field: field))
    let proposal = try #require(bench.board.proposalsInOrder.first)
    #expect(bench.board.proposalsInOrder.count == 1)
    #expect(proposal.field == field)
    #expect(proposal.value == value)
    #expect(proposal.stamp == bench.log.last?.stamp)
    #expect(bench.board.title == after.title)
    #expect(bench.board.columnOrder == after.columnOrder)
    #expect(bench.board.card(card(1)) == after.card(card(1)))
    #expect(bench.board.column(todo) == after.column(todo))
  }

  @Test("A queued move of several cards is decided card by card")
  func queuedMove() {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardMove([card(2)], to: doing, at: Anchors()), by: .ann)
    let winner = bench.lastID
    let place = FieldAddress.cardPlace(card(2))
    #expect(
      bench.commit(
        .cardMove([1, 2, 3].map(card), to: done, at: Anchors()), by: .ben, base: seen, queued: true)
        == .applied(displaced: [], notes: [.supersededPart(place, by: winner)]))
    #expect(bench.order(in: done) == [1, 3].map(card))
    #expect(bench.order(in: doing) == [card(2)])
    #expect(bench.board.proposals(on: card(2)).map(\.field) == [place])
    #expect(
      bench.commit(
        .cardMove([card(2)], to: done, at: Anchors()), by: .ben, base: seen, queued: true)
        == .superseded(by: winner, field: place))
  }

  @Test("One's own changes never make a base stale")
  func ownChanges() {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "First"), by: .ann)
    #expect(
      bench.commit(.cardRetitle(card(1), title: "Second"), by: .ann, base: seen, queued: true)
        == .applied)
    #expect(bench.title(of: card(1)) == "Second")
    #expect(
      bench.commit(.cardRetitle(card(1), title: "Third"), by: .annToo, base: seen)
        == .applied(displaced: [bench.log[bench.log.count - 2].id], notes: []),
      "another window of the same user is another session")
  }

  @Test("Queued, but nobody else changed the field: it is applied")
  func queuedNotStale() {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardMove([card(1)], to: done, at: Anchors()), by: .ann)
    #expect(
      bench.commit(.cardRetitle(card(1), title: "B"), by: .ben, base: seen, queued: true)
        == .applied, "different fields of one card: both apply")
    #expect(bench.order(in: done) == [card(1)])
  }

  @Test("A later proposal of one user for a field replaces the earlier")
  func proposalReplaced() {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "A"), by: .ann)
    bench.commit(.cardRetitle(card(1), title: "B"), by: .ben, base: seen, queued: true)
    bench.commit(.cardRetitle(card(1), title: "C"), by: .ben, base: seen, queued: true)
    #expect(bench.board.proposals(on: card(1)).map(\.value) == [.text("C")])
  }

  @Test("A later own edit of the field takes the place of one's own open proposal")
  func proposalWithdrawn() throws {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "A"), by: .ann)
    bench.commit(.cardRetitle(card(1), title: "B"), by: .ben, base: seen, queued: true)
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann)
    bench.commit(.cardRetitle(card(2), title: "Other"), by: .ben)
    #expect(bench.board.proposalsInOrder.count == 1, "neither others nor other fields touch it")
    bench.commit(.cardRetitle(card(1), title: "D"), by: .ben)
    #expect(bench.board.proposalsInOrder.isEmpty)
    #expect(try bench.board.rebuilt().snapshotBytes == bench.board.snapshotBytes)
  }

  @Test("What a batch proposes stays, though a later part of it moves the card all the same")
  func ownProposalStays() {
    var bench = Workbench()
    bench.addCard(card(1))
    let seen = bench.sequence
    bench.commit(.cardMove([card(1)], to: done, at: Anchors()), by: .ann)
    bench.commit(
      .batch([
        .cardMove([card(1)], to: doing, at: Anchors()),
        .columnDelete(done, seen: [card(1)], disposition: .move(to: todo)),
      ]), by: .ben, base: seen, queued: true)
    #expect(bench.board.card(card(1))?.column.value == todo)
    #expect(bench.board.proposalsInOrder.map(\.value) == [.cardPlace(doing, Anchors())])
  }

  @Test("Full of proposals, a board refuses further ones and changes nothing")
  func proposalLimit() {
    var bench = Workbench()
    let all = (1...UInt64(BoardLimits.proposals + 2)).map(card)
    for id in all { bench.addCard(id) }
    let seen = bench.sequence
    for half in [all.prefix(600), all.dropFirst(600)] {
      bench.commit(.cardMove(Array(half), to: doing, at: Anchors()), by: .ann)
    }
    for half in [all.prefix(600), all.dropFirst(602)] {
      bench.commit(
        .cardMove(Array(half), to: done, at: Anchors()), by: .ben, base: seen, queued: true)
    }
    bench.addCard(card(5_000), by: .ben)
    #expect(bench.board.proposalsInOrder.count == BoardLimits.proposals)
    let unchanged = bench.board.entitiesButReceipts
    let part = Intent.cardMove([card(5_000), all[601]], to: doing, at: Anchors())
    #expect(
      bench.commit(part, by: .ben, base: seen, queued: true)
        == .rejected(.limitReached(.proposals)))
    #expect(
      bench.board.entitiesButReceipts == unchanged, "no card of a refused move has moved")
  }

  @Test("An edit of an archived card lands on it and says so")
  func editOnArchived() {
    var bench = bench
    bench.commit(.cardArchive(card(1)), by: .ann)
    let note = Outcome.applied(displaced: [], notes: [.onArchivedCard(card(1))])
    #expect(bench.commit(.cardRetitle(card(1), title: "New"), by: .ben) == note)
    #expect(bench.edit(card(1), 0..<0, with: "x", by: .ben) == note)
    #expect(bench.commit(.cardMove([card(1)], to: done, at: Anchors()), by: .ben) == note)
    #expect(bench.title(of: card(1)) == "New")
    #expect(bench.board.card(card(1))?.archived.value == true)
    bench.commit(.cardRestore(card(1)))
    #expect(bench.order(in: done) == [card(1)], "restored where it was moved to")
  }

  @Test("Archive against archive: both want the same, nobody is displaced or superseded")
  func bothArchive() {
    var bench = bench
    let seen = bench.sequence
    bench.commit(.cardArchive(card(1)), by: .ann)
    #expect(bench.commit(.cardArchive(card(1)), by: .ben, base: seen, queued: true) == .applied)
    #expect(bench.commit(.cardArchive(card(1)), by: .annToo, base: seen) == .applied)
  }

  @Test("A move into a deleted column is rejected and the card stays")
  func moveIntoDeleted() {
    var bench = bench
    bench.commit(.columnDelete(done, seen: [], disposition: .archive), by: .ann)
    #expect(
      bench.commit(.cardMove([card(1)], to: done, at: Anchors()), by: .ben)
        == .rejected(.columnDeleted(done)))
    #expect(bench.order(in: todo) == [1, 2, 3].map(card))
  }

  @Test("Text against text: both stay, and that is called merged")
  func textAgainstText() {
    var bench = bench
    let seen = bench.board
    #expect(bench.edit(card(1), 4..<4, with: "!", by: .ann, seeing: seen) == .applied)
    #expect(bench.edit(card(1), 0..<1, with: "B", by: .ben, seeing: seen) == .merged(notes: []))
    #expect(bench.body(of: card(1)) == "Body!")
    #expect(bench.edit(card(1), 0..<1, with: "b", by: .ann) == .applied)
  }
}
