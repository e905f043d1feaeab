import BoardModel
import Testing

@Suite("Deleting columns")
struct ColumnDeleteTests {
  private var bench: Workbench {
    var bench = Workbench()
    for number in 1...3 { bench.addCard(card(UInt64(number)), "Card \(number)") }
    return bench
  }

  @Test("Cards its author saw are archived, in the column they were in")
  func archive() {
    var bench = bench
    let seen = [1, 2, 3].map(card)
    #expect(bench.commit(.columnDelete(todo, seen: seen, disposition: .archive)) == .applied)
    #expect(bench.board.liveColumns.map(\.id) == [doing, done])
    #expect(bench.board.archivedCards.map(\.id) == seen)
    #expect(bench.board.column(todo)?.deleted.value == true)
  }

  @Test("Cards go to the end of the column that was named, in their order")
  func move() {
    var bench = bench
    bench.addCard(card(9), in: done)
    bench.commit(.cardArchive(card(2)))
    let delete = Intent.columnDelete(todo, seen: [3, 1].map(card), disposition: .move(to: done))
    #expect(bench.commit(delete) == .applied)
    #expect(bench.order(in: done) == [9, 1, 3].map(card))
    #expect(bench.board.card(card(2))?.column.value == todo, "archived cards stay behind")
  }

  @Test("A card it did not see is never archived: it goes to Unsorted")
  func unseenUnsorted() {
    var bench = bench
    let seen = bench.sequence
    bench.addCard(card(4), "Arrived", by: .ben)
    let outcome = bench.commit(
      .columnDelete(todo, seen: [1, 2, 3].map(card), disposition: .archive), base: seen)
    #expect(
      outcome == .applied(displaced: [], notes: [.keptUnseen(card(4)), .inUnsorted(card(4))]))
    #expect(bench.titles(in: bench.board.unsortedID) == ["Arrived"])
    #expect(bench.board.liveColumns.last?.title.value == "Unsorted")
  }

  @Test("A card it did not see goes to the column that the others go to")
  func unseenMoved() {
    var bench = bench
    let delete = Intent.columnDelete(todo, seen: [card(1)], disposition: .move(to: done))
    #expect(
      bench.commit(delete)
        == .applied(displaced: [], notes: [.keptUnseen(card(2)), .keptUnseen(card(3))]))
    #expect(bench.order(in: done) == [1, 2, 3].map(card))
  }

  @Test("If the column they should go to is gone too, they go to Unsorted")
  func destinationGone() {
    var bench = bench
    bench.commit(.columnDelete(done, seen: [], disposition: .archive), by: .ben)
    let outcome = bench.commit(
      .columnDelete(todo, seen: [card(1)], disposition: .move(to: done)))
    #expect(
      outcome
        == .applied(
          displaced: [],
          notes: [
            .inUnsorted(card(1)), .keptUnseen(card(2)), .inUnsorted(card(2)), .keptUnseen(card(3)),
            .inUnsorted(card(3)),
          ]))
    #expect(bench.order(in: bench.board.unsortedID) == [1, 2, 3].map(card))
  }

  @Test("What cannot be deleted, and where cards cannot go")
  func rejections() {
    var bench = bench
    #expect(
      bench.commit(.columnDelete(nowhere, seen: [], disposition: .archive))
        == .rejected(.unknownColumn(nowhere)))
    #expect(
      bench.commit(.columnDelete(todo, seen: [], disposition: .move(to: nowhere)))
        == .rejected(.unknownColumn(nowhere)))
    #expect(
      bench.commit(.columnDelete(todo, seen: [], disposition: .move(to: todo)))
        == .rejected(.dispositionIsSelf))
    bench.commit(.columnDelete(done, seen: [], disposition: .archive))
    #expect(
      bench.commit(.columnDelete(done, seen: [], disposition: .archive), by: .ben) == .applied,
      "what is gone already is as its author wanted it")
  }

  @Test("A card made in a deleted column, or restored to one, lands in Unsorted")
  func createAndRestore() {
    var bench = bench
    bench.commit(.columnDelete(todo, seen: [1, 2, 3].map(card), disposition: .archive))
    let unsorted = bench.board.unsortedID
    #expect(
      bench.addCard(card(4), by: .ben)
        == .applied(displaced: [], notes: [.inUnsorted(card(4))]))
    #expect(
      bench.commit(.cardRestore(card(2)), by: .ben)
        == .applied(displaced: [], notes: [.inUnsorted(card(2))]))
    #expect(bench.order(in: unsorted) == [4, 2].map(card))
  }

  @Test("Unsorted stays while it holds cards, then goes, and comes back when it is needed")
  func unsorted() {
    var bench = bench
    bench.commit(.columnDelete(doing, seen: [], disposition: .archive))
    bench.addCard(card(4), in: doing)
    let unsorted = bench.board.unsortedID
    let delete = Intent.columnDelete(unsorted, seen: [card(4)], disposition: .archive)
    #expect(bench.commit(delete) == .rejected(.unsortedHoldsCards))
    bench.commit(.cardArchive(card(4)))
    #expect(bench.commit(delete) == .applied)
    #expect(!bench.board.liveColumns.contains { $0.id == unsorted })
    bench.commit(.cardRestore(card(4)))
    #expect(bench.order(in: unsorted) == [card(4)])
    #expect(bench.board.liveColumns.last?.id == unsorted)
  }

  @Test("A card archived and seen is not archived again: only live cards are dealt with")
  func archivedBefore() {
    var bench = bench
    bench.commit(.cardArchive(card(2)), by: .ben)
    let stamp = bench.board.card(card(2))?.archived.stamp
    bench.commit(.columnDelete(todo, seen: [1, 2, 3].map(card), disposition: .archive))
    #expect(bench.board.card(card(2))?.archived.stamp == stamp)
  }

  @Test("A column of thousands of cards is deleted in one go", .timeLimit(.minutes(1)))
  func large() {
    var bench = Workbench()
    let ids = (1...UInt64(BoardLimits.vacatedCards)).map(card)
    for start in stride(from: 0, to: ids.count, by: 1_000) {
      bench.commit(
        .batch(
          ids[start..<(start + 1_000)].map {
            .cardCreate($0, in: todo, title: "Card", body: "", at: Anchors())
          }))
    }
    let delete = Intent.columnDelete(todo, seen: ids, disposition: .move(to: done))
    #expect(bench.commit(delete) == .applied)
    #expect(bench.order(in: done) == ids)
  }
}
