import Statements
import Testing

@testable import BoardModel

/// Two windows of Ann's, of which neither had seen what the other wrote.
@Suite("A person's own windows")
struct OwnWindowsTests {
  private let title = FieldAddress.cardTitle(card(1))

  private func bench() -> (Workbench, base: UInt64) {
    var bench = Workbench()
    bench.addCard(card(1), "Old")
    return (bench, bench.sequence)
  }

  /// What became of the first edit and of the second, whichever of them had no link.
  @Test(
    "Of two windows the value of the one that gives way is in a receipt that names both",
    arguments: [(false, false), (true, false), (false, true), (true, true)])
  func pairs(_ isFirstQueued: Bool, _ isSecondQueued: Bool) throws {
    var (bench, base) = bench()
    bench.commit(.cardRetitle(card(1), title: "First"), by: .ann, base: base, queued: isFirstQueued)
    let first = bench.lastID
    bench.commit(
      .cardRetitle(card(1), title: "Second"), by: .annToo, base: base, queued: isSecondQueued)
    let second = bench.lastID
    let receipts = bench.board.receipts(of: "ann")
    #expect(receipts.map(\.cause) == [bench.log.last?.stamp])
    let proposals = bench.board.proposals(on: card(1)).map(\.value)
    if isSecondQueued {
      #expect(bench.title(of: card(1)) == "First")
      #expect(receipts.map(\.mine) == [second])
      #expect(receipts.map(\.kind) == [.superseded(title, by: first)])
      #expect(proposals == [.text("Second")])
    } else {
      #expect(bench.title(of: card(1)) == "Second")
      #expect(receipts.map(\.mine) == [first])
      #expect(receipts.map(\.kind) == [.displaced(title, value: .text("First"))])
      #expect(proposals.isEmpty)
    }
    #expect(try bench.board.rebuilt().receipts(of: "ann") == receipts)
  }

  @Test("A window that had seen the other's edit contradicts nobody, nor does one its own")
  func seen() {
    for isQueued in [false, true] {
      var (bench, base) = bench()
      bench.commit(.cardRetitle(card(1), title: "First"), by: .ann, base: base, queued: isQueued)
      bench.commit(.cardRetitle(card(1), title: "Again"), by: .ann, base: base, queued: isQueued)
      bench.commit(.cardRetitle(card(1), title: "Second"), by: .annToo, queued: isQueued)
      #expect(bench.title(of: card(1)) == "Second")
      #expect(bench.board.receipts(of: "ann").isEmpty)
    }
  }

  @Test("A window whose edit gave way takes nothing back but by force, and loses nothing by it")
  func undo() {
    var (bench, base) = bench()
    bench.commit(.cardRetitle(card(1), title: "First"), by: .ann, base: base)
    let first = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Second"), by: .annToo, base: base)
    let guarded = bench.commit(.undo(target: first, force: false), by: .ann)
    #expect(guarded == .rejected(.undoGuarded([title])))
    #expect(bench.title(of: card(1)) == "Second")
    #expect(bench.board.receipts(of: "ann").map(\.mine) == [first])
  }

  @Test("An undo by force tells another window only where its edit had not been seen")
  func forced() {
    for isSeen in [true, false] {
      var (bench, base) = bench()
      bench.commit(.cardRetitle(card(1), title: "First"), by: .ann)
      let first = bench.lastID
      base = bench.sequence
      bench.commit(.cardRetitle(card(1), title: "Second"), by: .annToo)
      let second = bench.lastID
      let outcome = bench.commit(
        .undo(target: first, force: true), by: .ann, base: isSeen ? nil : base)
      #expect(outcome == .applied(displaced: [second], notes: []))
      #expect(bench.title(of: card(1)) == "Old")
      #expect(bench.board.receipts(of: "ann").map(\.mine) == (isSeen ? [] : [second]))
    }
    // Somebody else's is told, seen or not; one's own window needs no telling of itself.
    for editor in [Editor.ben, .ann] {
      var (bench, _) = bench()
      bench.commit(.cardRetitle(card(1), title: "First"), by: .ann)
      let first = bench.lastID
      bench.commit(.cardRetitle(card(1), title: "Second"), by: editor)
      bench.commit(.undo(target: first, force: true), by: .ann, base: 0)
      #expect(bench.board.receipts(of: "ben").count == (editor == .ben ? 1 : 0))
      #expect(bench.board.receipts(of: "ann").isEmpty)
    }
  }

  @Test(
    "A proposal that another window of its user ends unseen is told as displaced, with its value",
    .holds("APL-127"))
  func proposals() throws {
    for (isQueued, isSeen) in [(false, false), (true, false), (false, true), (true, true)] {
      var (bench, base) = bench()
      bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben)
      bench.commit(.cardRetitle(card(1), title: "First"), by: .ann, base: base, queued: true)
      let first = bench.lastID
      #expect(bench.board.receipts(of: "ann").map(\.mine) == [first])
      let told = bench.board.receipts(of: "ann")
      bench.commit(.receiptsSeen(through: .max), by: .ann)
      if isSeen {
        // What a queued edit must not have seen to become a proposal is Ben's.
        base = bench.sequence
        if isQueued { bench.commit(.cardRetitle(card(1), title: "Ben's again"), by: .ben) }
      }
      bench.commit(
        .cardRetitle(card(1), title: "Second"), by: .annToo, base: base, queued: isQueued)
      let receipts = bench.board.receipts(of: "ann").filter { $0.mine == first }
      #expect(told.count == 1)
      #expect(receipts.map(\.kind) == (isSeen ? [] : [.displaced(title, value: .text("First"))]))
      #expect(receipts.allSatisfy { $0.cause == bench.log.last?.stamp })
      #expect(
        bench.title(of: card(1)) == (isQueued ? (isSeen ? "Ben's again" : "Ben's") : "Second"))
      let open = bench.board.proposals(on: card(1)).map(\.value)
      #expect(open == (isQueued ? [.text("Second")] : []))
    }
  }

  @Test("One's own proposal is told by no receipt")
  func quiet() {
    var (bench, base) = bench()
    bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben)
    bench.commit(.cardRetitle(card(1), title: "First"), by: .ann, base: base, queued: true)
    bench.commit(.receiptsSeen(through: .max), by: .ann)
    bench.commit(.cardRetitle(card(1), title: "Second"), by: .ann, base: base, queued: true)
    let receipts = bench.board.receipts(of: "ann")
    #expect(receipts.map(\.mine) == [bench.lastID])
  }
}
