import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Receipts")
struct ReceiptTests {
  static let columns = [("To do", ["a", "b", "c"]), ("Doing", ["d"])]

  /// A window whose user was displaced twice.
  static func displaced(columns width: Int = 80, rows: Int = 16) -> Bench {
    var bench = Bench(columns, columns: width, rows: rows)
    let base = bench.board.sequence
    bench.keys("e<c-u>mine<enter>jL")
    bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"), base: base)
    bench.other(.cardMove([Bench.card(0, 1)], to: Bench.column(0), at: Anchors()), base: base)
    return bench
  }

  @Test("A displaced edit is told in the last line, once, and counted until it is read")
  func told() {
    var bench = Self.displaced()
    #expect(
      bench.screen.last == " bob renamed it to “theirs” just now; yours was “mine”. · 1 more notice"
    )
    bench.wait(NoticeQueue.followed)
    #expect(
      bench.notice == "bob moved “b” to “To do” just now; yours was in “Doing” after “d”.")
    bench.wait(NoticeQueue.alone)
    #expect(bench.screen.last?.hasPrefix(" i replaced or refused: 2  ? help") == true)
  }

  @Test("The list shows them, and each whole with both values")
  func list() {
    var bench = Self.displaced()
    bench.keys("<esc><esc>i")
    #expect(
      bench.screen[6...9].map { String($0.dropFirst(4)) } == [
        "╭─ What became of your edits ──────────────────────────────────────────╮",
        "│ ▌• bob renamed it to “theirs” just now; yours was “mine”.            │",
        "│  • bob moved “b” to “To do” just now; yours was in “Doing” after “d… │",
        "╰──────────────────────────────────────────────────────────────────────╯",
      ])
    #expect(
      bench.screen.last
        == " Enter whole  p put back  d read  D all read  y copy  Esc close")
    bench.keys("<enter>")
    let screen = bench.screen.joined(separator: "\n")
    #expect(screen.contains("│ Now "))
    #expect(screen.contains("│ theirs (bob) "))
    #expect(screen.contains("│ Yours "))
    #expect(screen.contains("│ mine "))
  }

  @Test("One key puts one's value back, and that one is read")
  func putBack() {
    var bench = Self.displaced()
    bench.keys("ip")
    #expect(bench.intents.contains(.cardRetitle(Bench.card(0, 0), title: "mine")))
    #expect(bench.board.card(Bench.card(0, 0))?.title.value == "mine")
    #expect(bench.board.receipts(of: "ann").count == 1)
    bench.keys("jp")
    #expect(bench.titles(1) == ["d", "b"])
    #expect(bench.board.receipts(of: "ann").isEmpty)
    bench.keys("<esc>i")
    #expect(
      bench.notice == "Nothing new: no edit of yours was replaced or refused.")
  }

  @Test("What was read in whatever order is read in every window, and nothing else is")
  func order() {
    var bench = Self.displaced()
    let (older, newer) = (bench.board.receipts(of: "ann")[0], bench.board.receipts(of: "ann")[1])
    bench.keys("ij<enter><enter>")
    #expect(bench.intents.last == .receiptSeen(cause: newer.cause.sequence, index: newer.index))
    #expect(bench.board.receipts(of: "ann") == [older])
    bench.keys("<esc>")
    #expect(bench.window.model.inbox.unseen == 1)
    bench.keys("id")
    #expect(bench.intents.last == .receiptsSeen(through: older.cause.sequence))
    #expect(bench.board.receipts(of: "ann").isEmpty)
    #expect(bench.window.model.inbox.unseen == 0)
  }

  @Test("They come back with the window until they were read")
  func restarts() {
    var bench = Self.displaced()
    bench.reopen(bench.window.viewState)
    #expect(bench.notice == "2 edits of yours were replaced or refused. i shows them.")
    bench.keys("iD")
    #expect(bench.board.receipts(of: "ann").isEmpty)
    bench.reopen(bench.window.viewState)
    #expect(bench.notice == nil)
  }

  @Test("What another window of the user read is read here")
  func otherWindow() {
    var bench = Self.displaced()
    let through = bench.board.sequence
    bench.other(.receiptsSeen(through: through), by: Bench.author)
    #expect(bench.window.model.inbox.unseen == 0)
  }

  @Test("What is only expected is not told, until it is ordered")
  func expected() {
    let bench = Self.displaced()
    let (before, count) = (bench.board, bench.board.receipts(of: "ann").count)
    #expect(count == 2)
    var fresh = Bench(Self.columns)
    fresh.send(
      .board(
        before, change: BoardChange(), shown: 9, confirmed: before.sequence - 1))
    #expect(fresh.window.model.inbox.unseen == 1)
  }

  @Test("A refused edit is told once, with what it was and why")
  func rejected() {
    var bench = Bench(Self.columns)
    bench.other(
      .columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive),
      shows: false)
    bench.keys("L")
    #expect(
      bench.notice
        == "Moving “a” was refused just now: the column “Doing” was deleted meanwhile.")
    #expect(bench.window.model.notices.behind == 0)
    #expect(bench.window.model.inbox.unseen == 1)
  }

  /// A card's move and its title were refused in another window of this user, and so was a rest.
  static func refusedElsewhere() -> Bench {
    var bench = Bench(Self.columns, rows: 16)
    bench.other(
      .columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive))
    bench.other(
      .cardCreate(
        CardID(high: 7, low: 7), in: Bench.column(7), title: "Far away", body: "its text",
        at: Anchors()), by: Bench.author)
    bench.other(
      .cardMove([Bench.card(0, 0)], to: Bench.column(1), at: Anchors()), by: Bench.author)
    return bench
  }

  @Test("Of what was refused in another window of the user it is said that only that one has it")
  func refusedInAnother() {
    var bench = Self.refusedElsewhere()
    bench.keys("<esc><esc>i")
    let screen = bench.screen.joined(separator: "\n")
    #expect(screen.contains("An edit of yours was refused just now"), "\(screen)")
    #expect(!bench.effects.contains { if case .fetchOperation = $0 { true } else { false } })
    bench.keys("<enter>")
    let whole = bench.screen.joined(separator: "\n")
    #expect(whole.contains("Only the window in which you made it still has it."), "\(whole)")
    bench.keys("<enter>p")
    #expect(
      bench.notice == "Not put back: only the window in which you made the edit still has it.")
  }

  @Test("What this window kept of what was refused can be put back, but not what is there already")
  func alreadyThere() throws {
    var bench = Bench(Self.columns, rows: 16)
    let create = Intent.cardCreate(
      CardID(high: 7, low: 7), in: Bench.column(7), title: "Far away", body: "its text",
      at: Anchors())
    bench.other(create, by: Bench.author, shows: false)
    var state = ViewState()
    state.drafts = [.refused(try #require(bench.log.last).id, create)]
    var again = bench
    again.reopen(state)
    again.keys("ip")
    #expect(again.intents.contains(create))
    bench.reopen(state)
    bench.other(
      .cardCreate(
        CardID(high: 7, low: 7), in: Bench.column(0), title: "Far away", body: "", at: Anchors()))
    bench.keys("i<enter>")
    let whole = bench.screen.joined(separator: "\n")
    #expect(whole.contains("│ Far away") && whole.contains("│ its text"), "\(whole)")
    bench.keys("<enter>p")
    #expect(bench.notice == "It is on the board already.")
    #expect(bench.intents == [.receiptsSeen(through: bench.board.sequence - 2)])
  }

  /// The title of a card that another window of this user gave it while it was away, and the
  /// proposal that held it was dismissed.
  private static func supersededElsewhere() -> Bench {
    var bench = Bench(Self.columns, rows: 16)
    let (card, base) = (Bench.card(0, 0), bench.board.sequence)
    bench.other(.cardRetitle(card, title: "theirs"))
    bench.otherQueues(.cardRetitle(card, title: "far away"), base: base, by: Bench.author)
    if let mine = bench.log.last?.id {
      bench.other(.settle(.cardTitle(card), user: "ann", operation: mine, accept: false))
    }
    return bench
  }

  @Test("A superseded value that no proposal holds is asked for when there is a link, and once")
  func supersededLater() {
    var bench = Self.supersededElsewhere()
    bench.answersHistory = false
    bench.keys("<esc><esc>i")
    let asked = WindowEffect.fetchOperation(bench.board.sequence - 1)
    #expect(bench.effects.count { $0 == asked } == 1)
    bench.keys("jk")
    #expect(bench.effects.count { $0 == asked } == 1)
    bench.answersHistory = true
    bench.send(.status(.saved))
    #expect(bench.effects.count { $0 == asked } == 2)
    bench.keys("p")
    #expect(bench.intents.contains(.cardRetitle(Bench.card(0, 0), title: "far away")))
    // A store put back from a backup has another operation there, or none.
    var other = Self.supersededElsewhere()
    other.log.removeLast(2)
    other.keys("<esc><esc>ip")
    #expect(other.notice?.hasPrefix("Not put back: your proposal was accepted") == true)
  }

  @Test("What is proposed for a column is in the list, accepted and dismissed there")
  func looseProposals() {
    for (key, title) in [("p", "theirs"), ("d", "mine")] {
      var bench = Bench(Self.columns, rows: 16)
      let base = bench.board.sequence
      bench.keys("c<enter><c-u>mine<enter>")
      bench.otherQueues(.columnRename(Bench.column(0), title: "theirs"), base: base)
      #expect(bench.screen.last?.hasPrefix(" i proposed: 1  ? help") == true)
      bench.keys("i")
      #expect(
        bench.screen.contains {
          $0.contains("◇ bob proposes for the title of the column “mine”: “theirs”")
        })
      bench.keys("<enter><enter>" + key)
      #expect(bench.board.column(Bench.column(0))?.title.value == title)
      #expect(bench.window.model.view.proposals.isEmpty)
      bench.keys("<esc>")
      #expect(bench.screen.last?.hasPrefix(" ? help") == true)
    }
  }

  @Test(
    "The list and its pages fit every width", arguments: [20, 40, 80, 200], [6, 16, 40])
  func sizes(columns: Int, rows: Int) {
    var bench = Self.displaced(columns: columns, rows: rows)
    bench.other(
      .cardRetitle(Bench.card(0, 2), title: "日本語のとても長いタイトルで折り返す e\u{301}"))
    for key in ["i", "j", "<enter>", "<pgdn>", "k", "<enter>", "<esc>"] {
      bench.keys(key)
      #expect(bench.window.render().size == bench.window.model.viewport.size)
    }
  }
}
