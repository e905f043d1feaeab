import Statements
import Testing

@testable import BoardModel

/// Two people whose windows had one identifier, one after the other.
@Suite("One session of two users")
struct SharedSessionTests {
  /// Ben in the session that is Ann's.
  private static let ben = Editor(1, user: "ben")

  private let title = FieldAddress.cardTitle(card(1))

  private func bench() -> (Workbench, base: UInt64) {
    var bench = Workbench()
    bench.addCard(card(1), "Old", body: "abc")
    return (bench, bench.sequence)
  }

  private func history(_ bench: Workbench) -> CardHistory {
    var history = CardHistory(card: card(1), unsorted: bench.board.unsortedID)
    for committed in bench.log { history.take(committed) }
    return history
  }

  @Test("What another user wrote there is displaced, and that user told", .holds("APL-009"))
  func live() {
    var (bench, base) = bench()
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann, base: base)
    let first = bench.lastID
    let outcome = bench.commit(.cardRetitle(card(1), title: "Ben's"), by: Self.ben, base: base)
    #expect(outcome == .applied(displaced: [first], notes: []))
    #expect(
      bench.board.receipts(of: "ann").map(\.kind) == [.displaced(title, value: .text("Ann's"))])
    #expect(history(bench).entries.last?.changes.first?.rules == [.laterInOrder(over: first)])
  }

  @Test("What another user wrote there stays over an edit without a link")
  func queued() {
    var (bench, base) = bench()
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann, base: base)
    let first = bench.lastID
    let outcome = bench.commit(
      .cardRetitle(card(1), title: "Ben's"), by: Self.ben, base: base, queued: true)
    #expect(outcome == .superseded(by: first, field: title))
    #expect(bench.board.proposals(on: card(1)).map(\.stamp.author.user) == ["ben"])
  }

  @Test("What another user typed there is merged with, and told so in the history")
  func text() {
    var (bench, base) = bench()
    let seen = bench.board
    bench.edit(card(1), 0..<0, with: "Ann ", by: .ann, seeing: seen)
    let first = bench.lastID
    let outcome = bench.edit(card(1), 3..<3, with: " Ben", by: Self.ben, seeing: seen)
    #expect(outcome == .merged(notes: []))
    #expect(base == seen.sequence)
    #expect(history(bench).entries.last?.changes.first?.rules == [.textMerged(with: first)])
  }

  @Test("An undo is guarded also where another user's edit has its identifier", .holds("APL-073"))
  func undo() {
    var (bench, _) = bench()
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann)
    let target = bench.lastID
    let id = bench.nextID(of: .ann)
    func apply(_ intent: Intent, by editor: Editor) -> Outcome {
      bench.board.apply(
        Operation(id: id, base: bench.sequence, queued: false, intent: intent),
        sequence: bench.sequence + 1, time: 0, author: editor.author)
    }
    _ = apply(.cardRetitle(card(1), title: "Ben's"), by: Self.ben)
    let outcome = apply(.undo(target: target, force: false), by: .ann)
    #expect(outcome == .rejected(.undoGuarded([title])))
    #expect(bench.title(of: card(1)) == "Ben's")
  }
}
