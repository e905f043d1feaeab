import BoardModel
import Randomness
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("What a window tells of what it did")
struct InformedTests {
  static let columns = [("To do", ["a", "b"]), ("Doing", ["d"])]

  @Test("Deleting a column says what becomes of its cards, and which came since")
  func deletion() {
    var bench = Bench(Self.columns, rows: 20)
    bench.keys("cG<enter>")
    bench.other(
      .cardCreate(
        CardID(high: 1, low: 1), in: Bench.column(0), title: "late", body: "", at: Anchors()))
    #expect(bench.screen.contains { $0.contains("▌Archive its 2 cards ") })
    #expect(bench.screen.contains { $0.contains(" Move its 2 cards to Doing ") })
    #expect(bench.screen.contains { $0.contains(" A card came since: it is kept. ") })
    bench.keys("j<enter>")
    #expect(bench.notice == "Deleted “To do”, moved its 2 cards to “Doing”. u undoes.")
    #expect(bench.titles(1) == ["d", "a", "b", "late"])
    bench.wait(NoticeQueue.followed)
    #expect(bench.notice == "You had not seen “late”: kept in “Doing”.")
  }

  @Test("What has no column any longer is told to be in Unsorted")
  func unsorted() {
    var bench = Bench(Self.columns, rows: 20)
    bench.keys("ld")
    bench.other(.columnDelete(Bench.column(1), seen: [], disposition: .archive))
    bench.keys("a<enter>")
    #expect(bench.notice == "Restored “d”.")
    bench.keys("<esc>")
    #expect(bench.notice == "Its column is gone: “d” is in “Unsorted”.")
  }

  @Test("An undo names all that it leaves alone, and so does a redo")
  func undo() {
    var bench = Bench(Self.columns, rows: 20)
    bench.keys("vjvd")
    bench.other(.cardRestore(Bench.card(0, 0)))
    bench.wait(60_000)
    bench.keys("u")
    #expect(bench.titles(0) == ["a", "b"])
    #expect(bench.notice == "Undone: “b” is back in “To do”.")
    bench.wait(NoticeQueue.followed)
    #expect(
      bench.notice == "Undone but for a part: whether “a” is archived was changed since.")
    bench.wait(60_000)
    bench.keys("<c-r>")
    #expect(bench.titles(0) == ["a"])
  }

  @Test("An undo that nothing is left of names up to three fields, and can be forced")
  func guarded() {
    var bench = Bench(Self.columns, rows: 20)
    bench.keys("vjvd")
    bench.other(.batch([.cardRestore(Bench.card(0, 0)), .cardRestore(Bench.card(0, 1))]))
    bench.wait(60_000)
    bench.keys("u")
    #expect(
      bench.notice
        == "Not undone: whether “b” is archived and whether “a” is archived were changed since."
        + " U undoes nevertheless.")
    bench.keys("U")
    #expect(bench.window.model.edits.hasGuardedUndo == false)
  }

  @Test("An edit of a plain field that others changed since is undone by force")
  func forced() {
    var bench = Bench(Self.columns, rows: 20)
    bench.keys("<enter><tab><tab><tab>n2030-01-01<enter><esc>")
    bench.other(.set(.cardDue(Bench.card(0, 0)), .number(77)))
    bench.keys("u")
    #expect(
      bench.notice
        == "Not undone: the due date of “a” was changed since. U undoes nevertheless.")
    bench.keys("U")
    #expect(bench.board.due(of: Bench.card(0, 0)) == nil)
  }

  @Test(
    "Whatever is read in whatever order, the board is asked to drop that and nothing else",
    arguments: 0..<100)
  func inbox(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var inbox = Inbox()
    var board: [Receipt] = []
    var read: Set<Receipt.Key> = []
    var sequence: UInt64 = 1
    for _ in 0..<60 {
      switch random.below(3) {
      case 0:
        sequence += 1
        for index in 0..<UInt16(1 + random.below(3)) {
          board.append(Self.receipt(sequence, index))
        }
        _ = inbox.update(board)
      default:
        guard !inbox.receipts.isEmpty else { continue }
        let receipt = inbox.receipts[random.below(inbox.receipts.count)]
        read.insert(receipt.key)
        for intent in inbox.see([receipt]) {
          let dropped = board.filter { intent.drops($0) }
          #expect(dropped.allSatisfy { read.contains($0.key) })
          board.removeAll { intent.drops($0) }
        }
        #expect(board.allSatisfy { !read.contains($0.key) })
        if random.below(2) == 0 { _ = inbox.update(board) }
      }
    }
  }

  private static func receipt(_ sequence: UInt64, _ index: UInt16) -> Receipt {
    let operation = OperationID(session: Bench.otherSession, epoch: 1, counter: sequence)
    return Receipt(
      user: "ann",
      cause: Stamp(
        operation: operation, sequence: sequence, time: 0, author: Bench.otherAuthor),
      index: index, mine: operation, kind: .rejected(.emptyTitle))
  }
}

extension Intent {
  /// Whether the board takes a receipt away for it.
  fileprivate func drops(_ receipt: Receipt) -> Bool {
    switch self {
    case .receiptsSeen(let through): receipt.cause.sequence <= through
    case .receiptSeen(let cause, let index):
      receipt.cause.sequence == cause && receipt.index == index
    default: false
    }
  }
}
