import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("What others do")
struct OthersTests {
  static let columns = [("To do", ["a", "b", "c"]), ("Doing", ["d"])]

  @Test("The focus stays on its card while others move cards around it")
  func stays() {
    var bench = Bench(Self.columns)
    bench.keys("j")
    bench.other(.cardMove([Bench.card(0, 0)], to: Bench.column(1), at: Anchors()))
    #expect(bench.focused == "b")
    bench.other(.cardMove([Bench.card(0, 1)], to: Bench.column(0), at: Anchors()))
    #expect(bench.focused == "b")
    bench.keys("k")
    #expect(bench.focused == "c")
  }

  @Test("The focus goes to the neighbour when others carry its card away or archive it")
  func neighbour() {
    var bench = Bench(Self.columns)
    bench.keys("j")
    bench.other(.cardMove([Bench.card(0, 1)], to: Bench.column(1), at: Anchors()))
    #expect(bench.focused == "c")
    bench.other(.cardArchive(Bench.card(0, 2)))
    #expect(bench.focused == "a")
    bench.other(.cardArchive(Bench.card(0, 0)))
    #expect(bench.focused == nil)
    #expect(bench.window.model.view.focus.column == Bench.column(0))
    bench.other(
      .columnDelete(Bench.column(0), seen: [], disposition: .archive))
    #expect(bench.window.model.view.focus.column == Bench.column(1))
  }

  @Test("The focus stays on a card that this window moves while others carry it elsewhere")
  func movedByBoth() {
    var bench = Bench([("To do", ["a"]), ("Doing", ["b"]), ("Done", [])])
    bench.keys("l")
    bench.shows = false
    bench.keys("H")
    let base = bench.board.sequence - 1
    bench.other(
      .cardMove([Bench.card(1, 0)], to: Bench.column(2), at: Anchors()), base: base)
    bench.showPending()
    #expect(bench.board.card(Bench.card(1, 0))?.column.value == Bench.column(0))
    #expect(bench.window.model.view.focusedCard?.id == Bench.card(1, 0))
    #expect(bench.window.model.view.focus.column == Bench.column(0))
  }

  @Test("Who brought a card into a column that is deleted unseen learns where it lies")
  func keptUnseen() {
    for (disposition, place) in [
      (CardDisposition.archive, "Unsorted"), (.move(to: Bench.column(2)), "Done"),
    ] {
      var bench = Bench([("To do", ["a"]), ("Doing", ["b"]), ("Done", [])], columns: 120)
      bench.keys("L")
      bench.other(
        .columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: disposition),
        base: bench.board.sequence - 1)
      #expect(
        bench.notice
          == "bob deleted the column “Doing” just now; “a”, which you had put there, lies in "
          + "“\(place)”.")
    }
    var bench = Bench([("To do", ["a"]), ("Doing", ["b"])])
    bench.other(.columnDelete(Bench.column(1), seen: [], disposition: .archive))
    #expect(bench.notice == nil)
  }

  @Test("Cards that others touched are marked for two seconds")
  func marked() {
    var bench = Bench(Self.columns, rows: 10)
    bench.other(.cardRetitle(Bench.card(0, 1), title: "new b"), touches: [Bench.card(0, 1)])
    #expect(bench.screen.contains { $0.hasPrefix(" •#2 new b") })
    bench.wait(1_900)
    #expect(bench.screen.contains { $0.hasPrefix(" •#2 new b") })
    bench.wait(200)
    #expect(bench.screen.contains { $0.hasPrefix("  #2 new b") })
  }

  @Test("An idle window asks for nothing: after the last mark is gone no timer is set")
  func idle() {
    var bench = Bench(Self.columns)
    bench.other(.cardRetitle(Bench.card(0, 1), title: "new b"), touches: [Bench.card(0, 1)])
    bench.wait(60_000)
    bench.forgetEffects()
    bench.wait(600_000)
    #expect(bench.effects.isEmpty)
    #expect(bench.wakesAt == nil)
  }

  @Test(
    "Who was displaced is told by whom, when, and both values",
    arguments: [
      (0, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (3_599_999, "59 min ago"),
      (3_600_000, "1 h ago"), (172_799_999, "47 h ago"), (172_800_000, "2 days ago"),
    ] as [(UInt64, String)])
  func receipt(age: UInt64, when: String) {
    var bench = Bench(Self.columns)
    bench.coordinatorTime += age
    let base = bench.board.sequence
    bench.keys("e<c-u>mine<enter>")
    bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"), base: base)
    #expect(bench.notice == "bob renamed it to “theirs” \(when); yours was “mine”.")
  }

  @Test(
    "The value that took one's place is the other operation's, whatever kind that is",
    arguments: [
      ("e<c-u>mine<enter>", 0, "it to “theirs”"), ("e<c-u>mine<enter>", 1, "it to “a”"),
      ("c<enter><c-u>mine<enter>", 2, "the column to “theirs”"),
      ("R<c-u>mine<enter>", 3, "the board to “theirs”"),
    ])
  func displacing(keys: String, kind: Int, what: String) {
    var bench = Bench(Self.columns)
    let first = Intent.cardRetitle(Bench.card(0, 0), title: "first")
    let before = bench.apply(first, by: Bench.otherAuthor)
    bench.other(.cardFavourite(Bench.card(0, 0), marked: true))
    let intents: [Intent] = [
      .batch([.cardRetitle(Bench.card(0, 0), title: "theirs")]),
      .undo(target: before.id, force: true),
      .columnRename(Bench.column(0), title: "theirs"), .boardRename(title: "theirs"),
    ]
    let base = bench.board.sequence
    bench.keys(keys)
    bench.other(intents[kind], base: base)
    #expect(bench.notice == "bob renamed \(what) just now; yours was “mine”.")
  }

  @Test("Rejections are told in words")
  func rejection() {
    var bench = Bench(Self.columns)
    bench.shows = false
    bench.keys("L")
    bench.apply(
      .columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive),
      by: Bench.otherAuthor)
    bench.showPending()
    #expect(
      bench.notice == "Moving “a” was refused just now: the column “Doing” was deleted meanwhile.")
    #expect(bench.titles(0) == ["a", "b", "c"])
  }

  @Test("An edit on a card that somebody archived meanwhile says so")
  func onArchived() {
    var bench = Bench(Self.columns)
    bench.keys("e<c-u>x")
    bench.other(.cardArchive(Bench.card(0, 0)))
    bench.keys("<enter>")
    #expect(bench.notice == "“x” is archived; your edit is on it. a shows the archive.")
  }

  @Test("Somebody else's rename of the title that is being typed is told")
  func renamedMeanwhile() {
    var bench = Bench(Self.columns)
    bench.keys("ex")
    bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"))
    #expect(bench.notice == "bob renamed this card to “theirs” meanwhile.")
  }

  @Test("The chip says what the replica says")
  func chip() {
    var bench = Bench(Self.columns)
    for (status, text) in [
      (SyncStatus.saved, "● saved"), (.saving(3), "◌ saving 3"),
      (.reconnecting, "↻ reconnecting"), (.notSaved(2, reason: "cut"), "▲ kept here, not sent (2)"),
      (.stopped(reason: "refused"), "■ offline"),
    ] {
      bench.send(.status(status))
      #expect(bench.screen[0].hasSuffix(text), "\(bench.screen[0])")
    }
  }

  @Test("Notices stay bounded, none is lost without a word, and none stands on a card")
  func notices() {
    var bench = Bench(Self.columns, rows: 8)
    for number in 0..<100 { bench.send(.notice(Notice("notice \(number)", .news))) }
    #expect(bench.window.model.notices.reports.count == NoticeQueue.capacity)
    #expect(bench.screen.last == " notice 0 · 99 more notices")
    #expect(bench.screen.dropLast().allSatisfy { !$0.contains("notice") })
    bench.wait(NoticeQueue.followed * 16)
    #expect(bench.notice == "84 more notices had no room here. `board log` tells what others did.")
    bench.wait(NoticeQueue.alone)
    #expect(bench.notice == nil)
  }

  @Test("Text of others cannot leave its cell: controls are shown, not written")
  func hostile() {
    var bench = Bench([("Col\u{202E}umn", ["a\u{202E}b\u{2066}c"])], rows: 8)
    bench.send(.notice(Notice("\u{1B}[2J\u{9B}31m\u{202E}", .news)))
    for scalar in bench.window.render().text.unicodeScalars {
      #expect(scalar == "\n" || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)))
      #expect(![0x202E, 0x2066].contains(scalar.value))
    }
  }
}
