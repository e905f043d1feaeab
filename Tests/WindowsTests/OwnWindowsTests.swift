import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

/// Two windows of Ann's on one board, of which this is one.
@Suite("Receipts between a person's own windows")
struct OwnWindowsTests {
  private static let columns = [("To do", ["a", "b"])]
  private static let name = OwnWindow(title: "Home", device: "lap", place: "pts/3")

  /// Her other window, which had not seen what this one wrote, wrote after it.
  private static func lost() -> Bench {
    var bench = Bench(columns, rows: 16)
    let base = bench.board.sequence
    bench.keys("e<c-u>mine<enter>")
    bench.forgetEffects()
    bench.other(
      .cardRetitle(Bench.card(0, 0), title: "other"), base: base,
      by: Author(user: "ann", device: "lap"))
    return bench
  }

  /// This window wrote after her other one, which it had not seen.
  private static func won() -> Bench {
    var bench = Bench(columns, rows: 16)
    bench.other(
      .cardRetitle(Bench.card(0, 0), title: "other"), by: Bench.author, shows: false)
    // What it has not seen is what makes it a conflict.
    bench.base = bench.board.sequence - 1
    bench.keys("e<c-u>mine<enter>")
    bench.base = nil
    return bench
  }

  @Test(
    "The window that lost tells it with the name of the window that won, and one key puts it back",
    .holds("APL-128"))
  func lost() {
    var bench = Self.lost()
    #expect(
      bench.notice == "Your window 00000000 renamed it to “other” just now; yours was “mine”.")
    #expect(bench.window.model.notices.behind == 0)
    #expect(bench.effects.contains(.findWindow(Bench.otherSession)))
    #expect(bench.window.model.receipts.unread == 1)
    bench.send(.foundWindow(Bench.otherSession, Self.name))
    bench.keys("<esc>i<enter>")
    let screen = bench.screen.joined(separator: "\n")
    #expect(screen.contains("Your window “Home” (lap, pts/3) renamed it to “other” just now;"))
    #expect(screen.contains("│ mine "))
    bench.keys("<enter>p")
    #expect(bench.board.card(Bench.card(0, 0))?.title.value == "mine")
    #expect(bench.board.receipts(of: "ann").isEmpty)
  }

  /// What the open list says, however it is broken into lines.
  private static func panel(_ bench: Bench) -> String {
    bench.screen.compactMap { row in
      let parts = row.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count < 3 ? nil : parts[parts.count - 2]
    }
    .flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  @Test("The list opens on what this window lost, not on what it won before")
  func order() {
    var bench = Self.won()
    bench.send(.foundWindow(Bench.otherSession, Self.name))
    bench.other(
      .cardRetitle(Bench.card(0, 0), title: "later"), base: bench.board.sequence - 1,
      by: Author(user: "ann", device: "lap"))
    #expect(bench.board.receipts(of: "ann").count == 2)
    bench.keys("<esc>i")
    guard case .receipt(let first)? = bench.list(ReceiptList.self)?.selected
    else {
      Issue.record("no receipt is selected")
      return
    }
    let isOwn = bench.window.model.receipts.isOwn(first.mine)
    #expect(isOwn, "\(first)")
    bench.keys("p")
    #expect(bench.board.card(Bench.card(0, 0))?.title.value == "mine")
  }

  @Test("Undo in the window that lost writes no third value, and says what it leaves alone")
  func undo() {
    var bench = Self.lost()
    bench.keys("<esc>u")
    #expect(bench.board.card(Bench.card(0, 0))?.title.value == "other")
    #expect(
      bench.notice == "Not undone: the title of “other” was changed since. U undoes nevertheless.")
  }

  @Test("A window that is closed, or a command, is told from one that is open")
  func closed() {
    var bench = Self.lost()
    bench.send(.foundWindow(Bench.otherSession, nil))
    bench.keys("<esc>i<enter>")
    #expect(
      bench.screen.joined(separator: " ").contains(
        "A command of yours, or a window that is closed,"))
  }

  @Test(
    "The window that won does not tell of it, counts it where the other is closed, and lists it"
  )
  func won() {
    var bench = Self.won()
    #expect(bench.board.card(Bench.card(0, 0))?.title.value == "mine")
    #expect(bench.board.receipts(of: "ann").count == 1)
    #expect(bench.notice == nil)
    #expect(bench.window.model.receipts.unread == 0)
    var alone = bench
    alone.send(.foundWindow(Bench.otherSession, nil))
    #expect(alone.window.model.receipts.unread == 1)
    bench.send(.foundWindow(Bench.otherSession, Self.name))
    #expect(bench.window.model.receipts.unread == 0)
    #expect(bench.screen.last?.contains("replaced or refused") == false)
    bench.keys("i<enter>")
    let screen = Self.panel(bench)
    #expect(screen.contains("This window renamed it to “mine” just now;"), "\(screen)")
    #expect(screen.contains("your window “Home” (lap, pts/3) was “other”"), "\(screen)")
  }

  @Test("What this window made under an earlier name counts as its own")
  func renamed() {
    var bench = Self.lost()
    let fresh = SessionID(high: 5, low: 5)
    bench.send(.session(fresh))
    bench.keys("<esc>i<enter>")
    #expect(Self.panel(bench).contains("yours was “mine”"), "\(bench.screen)")
    var same = Bench(Self.columns, rows: 16)
    let base = same.board.sequence
    same.keys("e<c-u>mine<enter>")
    same.send(.session(fresh))
    same.otherQueues(
      .cardRetitle(Bench.card(0, 0), title: "later"), base: base, as: fresh, by: Bench.author)
    #expect(
      same.notice?.hasPrefix("You changed the title of “mine”") == true, "\(same.notice ?? "")")
  }

  @Test("What a window asks the name of it asks for one at a time, and not again where it got it")
  func asking() {
    var windows = OwnWindows()
    let sessions = (1...3).map { SessionID(high: 9, low: UInt64($0)) }
    #expect(windows.nextToFind(sessions) == sessions[0])
    #expect(windows.nextToFind(sessions) == nil)
    windows.took(sessions[1], Self.name)
    #expect(windows.nextToFind(sessions) == nil)
    windows.took(sessions[0], nil)
    #expect(windows.knowledge(of: sessions[0]) == .notListed)
    #expect(windows.nextToFind(sessions) == sessions[1])
    windows.couldNotFind()
    #expect(windows.nextToFind(sessions) == nil)
    windows.linkChanged()
    #expect(windows.nextToFind(sessions) == sessions[1])
    windows.took(sessions[1], Self.name)
    #expect(windows.knowledge(of: sessions[1]) == .listed(Self.name))
    #expect(windows.knowledge(of: sessions[2]) == .unknown)
  }
}
