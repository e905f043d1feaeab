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
    #expect(bench.window.desk.focus.column == Bench.column(0))
    bench.other(
      .columnDelete(Bench.column(0), seen: [], disposition: .archive))
    #expect(bench.window.desk.focus.column == Bench.column(1))
  }

  @Test("Cards that others touched are marked for two seconds")
  func marked() {
    var bench = Bench(Self.columns, rows: 10)
    bench.other(.cardRetitle(Bench.card(0, 1), title: "new b"), touches: [Bench.card(0, 1)])
    #expect(bench.screen.contains { $0.hasPrefix(" •new b") })
    bench.wait(1_900)
    #expect(bench.screen.contains { $0.hasPrefix(" •new b") })
    bench.wait(200)
    #expect(bench.screen.contains { $0.hasPrefix("  new b") })
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

  @Test("Who was displaced is told by whom")
  func receipt() {
    var bench = Bench(Self.columns)
    let base = bench.board.sequence
    bench.keys("e<c-u>mine<enter>")
    let operation = Operation(
      id: OperationID(session: Bench.otherSession, epoch: 1, counter: 999), base: base,
      queued: false, intent: .cardRetitle(Bench.card(0, 0), title: "theirs"))
    let outcome = bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"), base: base)
    bench.send(
      .committed([
        CommittedOperation(
          sequence: bench.board.sequence, time: 5, author: Bench.otherAuthor,
          operation: operation, outcome: outcome)
      ]))
    #expect(bench.notice == "bob renamed it to “theirs” meanwhile; yours was “mine”.")
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
      bench.notice == "Moving “a” was refused: the column “Doing” was deleted meanwhile.")
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
      (.reconnecting, "↻ reconnecting"), (.notSaved(2, reason: "disk full"), "▲ not saved (2)"),
      (.stopped(reason: "refused"), "■ offline"),
    ] {
      bench.send(.status(status))
      #expect(bench.screen[0].hasSuffix(text), "\(bench.screen[0])")
    }
  }

  @Test("Notices wait for each other, stay bounded, and never stand on a card")
  func notices() {
    var bench = Bench(Self.columns, rows: 8)
    for number in 0..<100 { bench.send(.notice(Notice("notice \(number)"))) }
    #expect(bench.window.desk.notices.waiting.count == NoticeQueue.capacity)
    #expect(bench.screen.last?.contains("(+15)") == true)
    #expect(bench.screen.dropLast().allSatisfy { !$0.contains("notice") })
    bench.wait(100_000)
    #expect(bench.window.desk.notices.waiting.isEmpty)
  }

  @Test("Text of others cannot leave its cell: controls are shown, not written")
  func hostile() {
    var bench = Bench([("Col\u{202E}umn", ["a\u{202E}b\u{2066}c"])], rows: 8)
    bench.send(.notice(Notice("\u{1B}[2J\u{9B}31m\u{202E}")))
    for scalar in bench.window.render().text.unicodeScalars {
      #expect(scalar == "\n" || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)))
      #expect(![0x202E, 0x2066].contains(scalar.value))
    }
  }
}
