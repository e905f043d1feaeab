import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("The window for a new column")
struct ColumnFormTests {
  static let columns = [("To do", ["a"]), ("Done", ["z"])]

  static func bench(columns width: Int = 80, rows: Int = 14) -> Bench {
    Bench(columns, columns: width, rows: rows, subject: .addColumn(after: Bench.column(0)))
  }

  static func column(_ bench: Bench, at place: Int) -> (title: String, cards: [String])? {
    let columns = bench.board.liveColumns
    guard columns.indices.contains(place) else { return nil }
    return (
      columns[place].title.value,
      bench.board.liveCards(in: columns[place].id).map(\.title.value)
    )
  }

  @Test("Title and cards are typed in a form, in every size class")
  func shown() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      #expect(bench.screen[1] == " New column after “To do”")
      #expect(bench.screen[2] == " Title:")
      #expect(bench.screen[3] == " Cards, one in a line:")
      #expect(bench.screen[4] == "   1")
      bench.keys("Doing<enter>one<enter>two")
      #expect(bench.screen[2] == " Title: Doing")
      #expect(bench.screen[4] == "   1 one")
      #expect(bench.screen[5] == "   2 two")
      #expect(bench.window.render().cursor?.position == Position(column: 8, row: 5))
      #expect(!bench.screen.joined().contains("Done"))
    }
  }

  @Test("Enter on the last, empty line makes column and cards as one edit, then the window closes")
  func made() {
    var bench = Self.bench()
    bench.keys("Doing<enter>one<enter>two<enter>")
    #expect(bench.intents.isEmpty)
    bench.keys("<enter>")
    #expect(bench.intents.count == 1)
    guard case .batch(let intents) = bench.lastIntent else {
      Issue.record("no batch")
      return
    }
    #expect(intents.count == 3)
    #expect(Self.column(bench, at: 1)?.title == "Doing")
    #expect(Self.column(bench, at: 1)?.cards == ["one", "two"])
    #expect(bench.effects.contains(.quit))
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  /// What is typed, line by line, and the cards that it becomes.
  private static let typed: [([String], [String])] = [
    (["a, b, c"], ["a, b, c"]), (["a", "b", "c"], ["a", "b", "c"]), (["one,"], ["one,"]),
    (["- bullet", "* other"], ["bullet", "other"]), ([], []),
  ]

  @Test("What is typed means the same after N and in the form: a line is a card", arguments: typed)
  func sameRule(lines: [String], cards: [String]) {
    for width in [40, 120] {
      var form = Self.bench(columns: width)
      var board = Bench(Self.columns, columns: width, rows: 14)
      board.keys("N")
      for bench in 0..<2 {
        let keys = "New<enter>" + lines.map { $0 + "<enter>" }.joined()
        if bench == 0 { form.keys(keys) } else { board.keys(keys) }
      }
      #expect(board.screen[13] == " Enter next, empty: done  Esc cancel")
      #expect(board.screen[12].hasPrefix(" Card \(lines.count + 1) of New"))
      form.keys("<enter>")
      board.keys("<enter>")
      for bench in [form, board] {
        #expect(Self.column(bench, at: 1)?.title == "New", "\(width)")
        #expect(Self.column(bench, at: 1)?.cards == cards, "\(width)")
        #expect(bench.intents.count == 1)
      }
    }
  }

  @Test("Lines that are pasted after N are cards too, and come back with the window")
  func pastedLines() {
    var bench = Bench(Self.columns, rows: 14)
    bench.keys("NNew<enter>")
    bench.paste("one\ntwo, three\nfour")
    #expect(bench.screen[12] == " Card 3 of New: four")
    let state = bench.window.viewState
    #expect(state.drafts == [.columnForm(title: "New", lines: ["one", "two, three", "four"])])
    #expect((try? ViewState(bytes: state.bytes)) == state)
    bench.reopen(state)
    #expect(bench.screen[12] == " Card 3 of New: four")
    bench.keys("<enter><enter><enter>")
    #expect(Self.column(bench, at: 1)?.cards == ["one", "two, three", "four"])
  }

  @Test("ctrl-s makes them from anywhere; a column may come without cards")
  func control() {
    var bench = Self.bench()
    bench.keys("<c-s>")
    #expect(bench.notice == "A title cannot be empty.")
    bench.keys("Empty<c-s>")
    #expect(Self.column(bench, at: 1)?.title == "Empty")
    #expect(bench.effects.contains(.quit))
  }

  @Test("The window waits for the disk before it closes, and nothing is made twice")
  func waits() {
    var bench = Self.bench()
    bench.shows = false
    bench.keys("Doing<c-s>")
    #expect(!bench.effects.contains(.quit))
    bench.keys("<c-s><enter>x")
    #expect(bench.intents.count == 1)
    bench.showPending()
    #expect(bench.effects.contains(.quit))
    #expect(bench.intents.count == 1)
  }

  @Test("The window waits for the coordinator to have the column before it closes")
  func delivered() {
    var bench = Self.bench()
    bench.send(.status(.notSaved(1, reason: "no link yet")))
    bench.keys("QA<enter>one<enter><enter>")
    #expect(!bench.effects.contains(.quit))
    bench.send(.status(.saving(1)))
    #expect(!bench.effects.contains(.quit))
    bench.send(.status(.saved))
    #expect(bench.effects.contains(.quit))
  }

  @Test("Whoever presses a key while the column is not sent closes the window")
  func undelivered() {
    var bench = Self.bench()
    bench.send(.status(.notSaved(1, reason: "no link")))
    bench.keys("QA<enter>one<enter><enter>")
    #expect(!bench.effects.contains(.quit))
    bench.keys("<esc>")
    bench.wait(60_000)
    #expect(bench.effects.contains(.quit))
  }

  @Test("What cannot be made stays in the form")
  func refused() {
    var bench = Self.bench()
    bench.send(.standing(.fenced(.ended("Nothing can be edited now."))))
    bench.keys("Doing<enter>one<c-s>")
    #expect(bench.intents.isEmpty)
    #expect(bench.screen[4] == "   1 one")
    bench.send(.standing(.writable))
    bench.shows = false
    bench.keys("<c-s>")
    guard let intent = bench.lastIntent else {
      Issue.record("not asked")
      return
    }
    bench.takeBackLast()
    bench.send(.refused(intent, .notStored("the disk is full")))
    #expect(bench.screen[4] == "   1 one")
    #expect(!bench.effects.contains(.quit))
    bench.shows = true
    bench.keys("<c-s>")
    #expect(Self.column(bench, at: 1)?.cards == ["one"])
  }

  @Test("Pasted lines become lines, lists lose their bullets, a long line keeps its text")
  func pasted() {
    var bench = Self.bench()
    let long = String(repeating: "x", count: 1_200)
    bench.paste("Ideas\n- one\n\n* [ ] two\n\(long)\n")
    #expect(bench.screen[2] == " Title: Ideas")
    bench.keys("<enter><enter>")
    #expect(Self.column(bench, at: 1)?.cards.prefix(2) == ["one", "two"])
    let last = bench.board.liveColumns[1].cards.last.flatMap { bench.board.card($0) }
    #expect(last?.body.string == long)
  }

  @Test("Lines are gone through, joined and put between")
  func lines() {
    var bench = Self.bench()
    bench.keys("T<enter>a<enter>b<up><enter>m<down><home><bs>")
    #expect(bench.screen[4...6] == ["   1 a", "   2 mb", ""])
    bench.keys("<tab><backtab><backtab><backtab>!<c-s>")
    #expect(Self.column(bench, at: 1)?.title == "T!")
    #expect(Self.column(bench, at: 1)?.cards == ["a", "mb"])
  }

  @Test("Esc closes an empty form at once, and asks about a text")
  func closed() {
    var bench = Self.bench()
    var empty = bench
    empty.keys("<esc>")
    #expect(empty.effects.contains(.quit))
    bench.keys("Doing<esc>")
    #expect(!bench.effects.contains(.quit))
    #expect(bench.screen[13].contains("Throw away what is typed? y/n"))
    bench.keys("n!")
    #expect(bench.screen[2] == " Title: Doing!")
    bench.keys("<esc>y")
    #expect(bench.effects.contains(.quit))
    #expect(bench.window.viewState.drafts.isEmpty)
    #expect(bench.intents.isEmpty)
  }

  @Test("What is typed comes back after a kill")
  func restored() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      bench.keys("Doing<enter>one<enter>tw")
      guard let state = ViewStateTests.lastState(of: bench) else {
        Issue.record("not saved")
        return
      }
      #expect(state.drafts == [.columnForm(title: "Doing", lines: ["one", "tw"])])
      #expect((try? ViewState(bytes: state.bytes)) == state)
      var again = bench.restarted(with: state, isOnDisk: false)
      #expect(again.screen[1...] == bench.screen[1...])
      again.send(.resized(TerminalSize(columns: 20, rows: 6)))
      #expect(again.screen.joined().contains("2 tw"))
      again.keys("o<c-s>")
      #expect(Self.column(again, at: 1)?.cards == ["one", "two"])
    }
  }

  @Test("Behind a column that was deleted it stands where that was")
  func columnGone() {
    var bench = Self.bench()
    bench.other(.columnDelete(Bench.column(0), seen: [Bench.card(0, 0)], disposition: .archive))
    #expect(bench.screen[1] == " New column")
    bench.keys("Doing<c-s>")
    #expect(bench.board.liveColumns.map(\.title.value) == ["Doing", "Done"])
  }

  @Test("Its terminal is called after it, F1 has its keys and loses nothing")
  func named() {
    var bench = Bench(Self.columns, subject: .addColumn(after: nil), comes: false)
    bench.come()
    #expect(bench.effects.contains(.setTitle("New column · Home")))
    bench.keys("Doing<f1>")
    #expect(bench.screen.joined().contains("In the form"))
    #expect(bench.window.viewState.drafts == [.columnForm(title: "Doing", lines: [""])])
    bench.keys("<esc>")
    #expect(bench.screen[2] == " Title: Doing")
  }

  @Test("Taken over by another terminal, it types nothing and can take the window back")
  func fenced() {
    var bench = Self.bench()
    bench.keys("Doing")
    bench.send(.standing(.fenced(.inUse("Another window has it."))))
    #expect(bench.screen[13].contains("Another window has it. r takes it over here"))
    bench.keys("xyz")
    #expect(bench.screen[2] == " Title: Doing")
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
    bench.send(.standing(.writable))
    bench.keys("!")
    #expect(bench.screen[2] == " Title: Doing!")
  }
}
