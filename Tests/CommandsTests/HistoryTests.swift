import BoardModel
import Testing
import Wording

@testable import Commands

@Suite("The log")
struct HistoryTests {
  @Test(
    "A walk through a log finds the newest first, however short its answers are",
    arguments: [1, 7, 256])
  func walk(answer: UInt64) {
    var sample = Sample.usual
    var log: [CommittedOperation] = []
    for number in 0..<600 {
      let card = Sample.card(number % 3 == 0 ? "abcd1" : "abcd2")
      log.append(sample.make(.cardFavourite(card, marked: number % 2 == 0)))
    }
    let first = log[0].sequence
    func read(_ walk: inout HistoryWalk) {
      while let page = walk.next {
        let end = min(page.from + min(UInt64(page.count), answer), sample.board.sequence + 1)
        walk.take(log.filter { (page.from..<max(end, page.from)).contains($0.sequence) })
      }
    }
    var all = HistoryWalk(sample.board, limit: 10)
    read(&all)
    #expect(all.found.map(\.sequence) == log.suffix(10).reversed().map(\.sequence))
    #expect(all.found.allSatisfy { $0.sequence >= first })
    var none = HistoryWalk(Board(id: sample.board.id), limit: 10)
    read(&none)
    #expect(none.found.isEmpty)
  }

  @Test("An undo is about the card whose edit it takes back")
  func undoEditSubjects() {
    var sample = Sample.usual
    let card = Sample.card("abcd1")
    let archived = sample.make(.cardArchive(card))
    let undo = Intent.undo(target: archived.id, force: false)
    sample.make(undo)
    #expect(EditSubjects(undo, undone: UndoneEdits(sample.board)).cards == [card])
  }

  /// Reads all that a walk wants out of a log.
  private static func read(_ walk: inout HistoryWalk, _ log: [CommittedOperation]) -> Int {
    var pages = 0
    while let page = walk.next {
      pages += 1
      walk.take(log.filter { (page.from..<page.from + UInt64(page.count)).contains($0.sequence) })
    }
    return pages
  }

  @Test("Who wrote a field is still said when the edit was purged, and it is not who purged it")
  func explainedPurge() throws {
    var sample = Sample.usual
    let id = Sample.card("abcd1")
    let title = sample.make(.cardRetitle(id, title: "Plain"))
    let purge = sample.make(.purge(.past(.cardTitle(id))))
    var history = CardHistory(card: id, unsorted: sample.board.unsortedID, keeping: .newest(9))
    history.take(purge)
    let explained = Explained(.cardTitle(id), of: history, user: "ann")
    let told = explained.text(
      HistoryText(
        cardHistory: history, board: sample.board, undone: history.undone(on: sample.board)),
      proposals: [], stamp: sample.board.state(of: .cardTitle(id), for: "ann")?.stamp)
    let lines = told.split(separator: "\n").map(String.init)
    #expect(lines[0] == "written last by")
    #expect(lines[1].hasPrefix("\(title.sequence)  "), "\(told)")
    #expect(lines[2] == "    the edit itself was purged")
    #expect(told.contains("title: what was here before is gone for good"), "\(told)")
    #expect(explained.written == nil)
  }

  @Test("An undo says what it took back, also one of an undo")
  func undoWording() {
    var sample = Sample.usual
    let card = Sample.card("abcd1")
    let moved = sample.make(.cardMove([card], to: Sample.column(2), at: Anchors()))
    let undo = sample.make(.undo(target: moved.id, force: false))
    let redo = sample.make(.undo(target: undo.id, force: true))
    let lines = [undo, redo].map { PlainText.operation($0, on: sample.board) }
    #expect(lines[0].hasSuffix("ann took back the move of \u{201C}One\u{201D}"))
    #expect(lines[1].hasSuffix("ann took back an undo on \u{201C}One\u{201D} by force"))
    let deed = Shapes(sample.board, user: "ann").operation(undo).text
    #expect(deed.contains("took back the move of \u{201C}One\u{201D}"))
  }

  @Test("What an undo took back is looked up in the log where the board has forgotten it")
  func forgottenUndo() {
    var sample = Sample.usual
    let (one, two) = (Sample.card("abcd1"), Sample.card("abcd2"))
    var log: [CommittedOperation] = []
    let archived = sample.make(.cardArchive(one))
    let undo = sample.make(.undo(target: archived.id, force: false))
    let redo = sample.make(.undo(target: undo.id, force: false))
    log += [archived, undo, redo]
    for number in 0..<600 { log.append(sample.make(.cardRetitle(two, title: "\(number)"))) }
    #expect(sample.board.undo.record(of: archived.id) == nil)
    var all = HistoryWalk(sample.board, limit: 602)
    _ = Self.read(&all, log)
    #expect(all.found.count == 602)
    let words = all.found.suffix(2).map {
      PlainText.operation($0, on: sample.board, undone: all.undone)
    }
    #expect(words.first?.hasSuffix("took back an undo on \u{201C}One\u{201D}") == true)
    #expect(words.last?.hasSuffix("took back the archiving of \u{201C}One\u{201D}") == true)
  }

  @Test("An undo that was refused sends nobody through the whole log")
  func refusedUndo() {
    var sample = Sample.usual
    var log: [CommittedOperation] = []
    for number in 0..<600 {
      log.append(sample.make(.cardFavourite(Sample.card("abcd1"), marked: number % 2 == 0)))
    }
    let never = OperationID(session: SessionID(high: 9, low: 9), epoch: 1, counter: 1)
    log.append(sample.make(.undo(target: never, force: false)))
    #expect(log.last?.outcome == .rejected(.notUndoable))
    var walk = HistoryWalk(sample.board, limit: 1)
    #expect(Self.read(&walk, log) == 1)
    #expect(walk.found.map(\.sequence) == [601 + 5])
    let line = walk.found.map { PlainText.operation($0, on: sample.board, undone: walk.undone) }
    #expect(line.first?.contains("made an edit - refused") == true)
  }

  @Test("Cards of a deleted column are mentioned only where it held some")
  func deletedColumns() {
    let words = Wording(board: Sample.usual.board)
    let (doing, done) = (Sample.column(1), Sample.column(2))
    let cards = [Sample.card("abcd1")]
    let deeds = [
      (done, [], CardDisposition.archive), (done, [], .move(to: doing)),
      (doing, cards, .archive), (doing, cards, .move(to: done)),
    ].map { words.deed(.columnDelete($0, seen: $1, disposition: $2)) }
    #expect(
      deeds == [
        "deleted the empty column \u{201C}Done\u{201D}",
        "deleted the empty column \u{201C}Done\u{201D}",
        "deleted the column \u{201C}Doing\u{201D}, archiving its cards",
        "deleted the column \u{201C}Doing\u{201D}, moving its cards to \u{201C}Done\u{201D}",
      ])
  }
}
