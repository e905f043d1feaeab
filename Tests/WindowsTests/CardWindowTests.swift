import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("The window of one card")
struct CardWindowTests {
  static let card = Bench.card(0, 1)
  static let columns = [("To do", ["a", "Write the spec", "c"]), ("Doing", ["d"])]

  static func bench(
    columns width: Int = 80, rows: Int = 14, restored: ViewState? = nil,
    status: SyncStatus = .saved, comes: Bool = true
  ) -> Bench {
    Bench(
      columns, columns: width, rows: rows, restored: restored, status: status,
      subject: .card(card), comes: comes)
  }

  static func type(_ text: String, in bench: inout Bench) {
    guard let body = bench.board.card(card)?.body else { return }
    bench.other(.cardSplice(card, body.splice(replacing: 0..<0, with: text)), touches: [card])
  }

  @Test("It shows the card alone, over the whole width, in every size class")
  func alone() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      Self.type("The text.", in: &bench)
      bench.other(.itemAdd(Self.card, ItemID(high: 1, low: 1), text: "item", at: Anchors()))
      let screen = bench.screen
      #expect(screen[1] == " Write the spec", "\(width)")
      #expect(screen[2].hasPrefix(" To do · "), "\(width)")
      #expect(screen[3] == " " + String(repeating: "─", count: width - 2), "\(width)")
      #expect(screen[4] == " The text.", "\(width)")
      #expect(screen[12].hasPrefix(" Checklist  0/1"), "\(screen[12])")
      #expect(screen[13].contains("Enter write"), "\(screen[13])")
      let isAlone = !screen.joined().contains("Doing") && !screen.contains { $0.contains("│") }
      #expect(isAlone, "\(width)")
    }
  }

  @Test("Its size follows the terminal, and what is read stays where it is")
  func resized() {
    var bench = Self.bench(rows: 12)
    Self.type((0..<40).map { "line \($0)" }.joined(separator: "\n"), in: &bench)
    bench.keys("jjj")
    #expect(bench.screen[4] == " line 3")
    for width in [200, 40, 20, 80] {
      bench.send(.resized(TerminalSize(columns: width, rows: 12)))
      #expect(bench.screen[4] == " line 3", "\(width)")
    }
    bench.keys("<pgdn>")
    #expect(bench.screen[4] == " line 9")
    bench.keys("G")
    #expect(bench.screen[10] == " line 39")
    bench.keys("g")
    #expect(bench.screen[4] == " line 0")
  }

  @Test("Enter writes, Esc reads again, and Esc or q then closes the window")
  func levels() {
    var bench = Self.bench()
    bench.keys("<enter>q.")
    bench.keys("<esc>")
    #expect(bench.board.card(Self.card)?.body.string == "q.")
    #expect(!bench.effects.contains(.quit))
    #expect(bench.screen[4] == " q.")
    for key in ["<esc>", "q", "<c-c>"] {
      var leaving = bench
      leaving.keys(key)
      #expect(leaving.effects.contains(.quit), "\(key)")
    }
  }

  @Test("A notice goes before the window does")
  func noticeFirst() {
    var bench = Self.bench()
    bench.send(.notice(Notice("Something.", .loss)))
    bench.keys("<esc>")
    #expect(!bench.effects.contains(.quit))
    bench.keys("<esc>")
    #expect(bench.effects.contains(.quit))
  }

  @Test("Tab goes to its sections, ctrl-t to its history and back to reading")
  func places() {
    var bench = Self.bench()
    bench.keys("<tab>nbug<enter><esc>")
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug"])
    bench.keys("<backtab>")
    guard case .card(let editor) = bench.window.mode else {
      Issue.record("not open")
      return
    }
    #expect(editor.field == .section(.comments))
    bench.keys("<esc><c-t>")
    #expect(bench.screen[3].contains("History"))
    bench.keys("<esc>")
    guard case .browsing = bench.window.mode else {
      Issue.record("not read")
      return
    }
    #expect(!bench.effects.contains(.quit))
  }

  @Test("The menu has what applies to one card, and moves it to another column")
  func actions() {
    var bench = Self.bench(rows: 24)
    bench.keys(".")
    let text = bench.screen.joined(separator: "\n")
    for word in ["Write the spec", "Edit the title", "Move to a column", "Favourite", "Archive"] {
      #expect(text.contains(word), "\(word)")
    }
    for word in ["split", "new window", "Mark", "Make a copy"] {
      #expect(!text.contains(word), "\(word)")
    }
    bench.keys("m")
    #expect(bench.screen.joined().contains("Doing"))
    bench.keys("j<enter>")
    #expect(bench.titles(1) == ["d", "Write the spec"])
    #expect(bench.screen[2].hasPrefix(" Doing · "))
    bench.keys("f")
    #expect(bench.board.isFavourite(Self.card, of: "ann"))
    bench.keys("e<c-u>Read<enter>")
    #expect(bench.screen[1] == " Read")
  }

  @Test("Keys of a board mean nothing here")
  func otherKeys() {
    var bench = Self.bench()
    bench.keys("nNbHLJKwWcR/av")
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "This window is for one card only.")
    guard case .browsing = bench.window.mode else {
      Issue.record("\(bench.window.mode)")
      return
    }
    bench.paste("x\ny")
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "Press Enter first, then paste.")
  }

  @Test("Its terminal has the card's title, and it says that it looks at the card")
  func title() {
    var bench = Self.bench(comes: false)
    bench.come()
    #expect(bench.effects.contains(.setTitle("Write the spec")))
    #expect(
      bench.effects.contains(
        .presence(PresenceState(isActive: true, focus: .card(Self.card)))))
    bench.forgetEffects()
    bench.other(.cardRetitle(Self.card, title: "Other"), touches: [Self.card])
    #expect(bench.effects.contains(.setTitle("Other")))
    bench.forgetEffects()
    bench.keys("j?<esc>.<esc>")
    let said = bench.effects.contains { if case .presence = $0 { true } else { false } }
    #expect(!said)
  }

  @Test("Before the board has come it says so")
  func waiting() {
    for width in [40, 80, 200] {
      let bench = Self.bench(columns: width, status: .reconnecting, comes: false)
      let text = bench.screen.joined(separator: " ")
      #expect(text.contains("The board is not loaded yet"), "\(width)")
      #expect(bench.screen[0].contains("Loading"), "\(width)")
    }
  }

  @Test("A card that is not there any more is told, and its board shown", arguments: [40, 80, 200])
  func gone(width: Int) {
    var bench = Bench(
      Self.columns, columns: width, status: .reconnecting, subject: .card(Bench.card(3, 3)))
    #expect(bench.screen.joined().contains("This card is not loaded yet"))
    bench.send(.status(.saved))
    #expect(bench.notice == "This card is gone. Here is its board instead.")
    #expect(bench.screen.joined().contains("Write the spec"))
    #expect(bench.window.announced.title == "Home")
    bench.keys("<esc>j")
    #expect(bench.focused == "Write the spec")
    bench.keys("n")
    #expect(bench.window.hasPrompt)
  }

  @Test("Who purged the card is said, and when")
  func purged() {
    var bench = Self.bench(columns: 200)
    bench.other(.purge(.card(Self.card)), touches: [Self.card])
    let notice = bench.notice ?? ""
    #expect(notice.hasPrefix("bob purged this card, "), "\(notice)")
    #expect(notice.hasSuffix(". Here is its board instead."), "\(notice)")
  }

  @Test("A draft says, once, that its card was purged, by whom and when, and stays")
  func purgedDraft() {
    let card = Bench.card(0, 0)
    var state = ViewState()
    state.drafts = [.comment(card, nil, "never sent")]
    var bench = Bench(Self.columns, columns: 200, restored: state)
    func said() -> [String] {
      bench.window.model.notices.reports.map(\.notice.text).filter { $0.contains("bob purged") }
    }
    #expect(said().isEmpty)
    for intent in [
      Intent.purge(.card(card)),
      .cardCreate(Bench.card(0, 9), in: Bench.column(0), title: "x", body: "", at: Anchors()),
    ] {
      bench.other(intent, touches: [card])
      #expect(said().count == 1)
      #expect(said().first?.hasPrefix("bob purged the card of “never sent”, ") == true)
    }
    #expect(bench.window.viewState.drafts == state.drafts)
  }

  @Test("Who archived the card is said, and r restores it", arguments: [40, 80, 200])
  func archived(width: Int) {
    var bench = Self.bench(columns: width)
    bench.other(.cardArchive(Self.card), touches: [Self.card])
    #expect(bench.screen[1] == " bob archived this card · r restores it")
    #expect(bench.screen[2] == " Write the spec")
    // What is written lands on it.
    bench.keys("<enter>text")
    #expect(bench.screen[1].hasPrefix(" bob archived this "))
    #expect(bench.screen[1].hasSuffix(" · Esc r restores it"))
    bench.keys("<esc>")
    #expect(bench.board.card(Self.card)?.body.string == "text")
    bench.keys("d")
    #expect(bench.notice == "It is archived already; r restores it.")
    bench.keys("r")
    #expect(bench.lastIntent == .cardRestore(Self.card))
    #expect(bench.screen[1] == " Write the spec")
    // Not archived, r is for the link.
    bench.forgetEffects()
    bench.keys("r")
    #expect(bench.effects.contains(.reconnect))
    bench.keys("d")
    #expect(bench.screen[1] == " you archived this card · r restores it")
  }

  @Test("Where it was scrolled to and what was typed come back with it")
  func restored() {
    var bench = Self.bench(rows: 12)
    Self.type((0..<40).map { "line \($0)" }.joined(separator: "\n"), in: &bench)
    bench.keys("jjjjj")
    bench.wait(600)
    guard let state = ViewStateTests.lastState(of: bench) else {
      Issue.record("not saved")
      return
    }
    #expect((try? ViewState(bytes: state.bytes)) == state)
    var again = bench.restarted(with: state, isOnDisk: true)
    #expect(again.screen[1...] == bench.screen[1...])
    #expect(again.screen[4] == " line 5")
    again.shows = false
    again.keys("<enter>typed")
    again.wait(600)
    guard let state = ViewStateTests.lastState(of: again) else {
      Issue.record("not saved")
      return
    }
    let third = again.restarted(with: state, isOnDisk: false)
    #expect(third.window.mode.openCard == nil)
    #expect(third.window.render().cursor == nil)
    #expect(third.board.card(Self.card)?.body.string.contains("typed") == true)
  }

  @Test("The question who is to have the window stands whole where no board is yet, with its keys")
  func inUse() {
    let place = "Your window on lap (tmux pane 3, since 10:22) shows this card and lives."
    for width in [40, 80, 200] {
      for subject in [
        Subject.board, .card(Self.card), .favourites, .addColumn(after: nil),
      ] {
        var bench = Bench(
          Self.columns, columns: width, status: .reconnecting, subject: subject, comes: false)
        bench.send(.standing(.fenced(.inUse(place))))
        bench.wait(60_000)
        let words = (place + " r takes it over here, q leaves it there.").split(separator: " ")
        let text = bench.screen[1..<23].joined(separator: " ").split(separator: " ")
        #expect(text == words, "\(width) \(subject)")
        var leaving = bench
        leaving.keys("q")
        #expect(leaving.effects.contains(.quit), "\(subject)")
        bench.keys("r")
        #expect(bench.effects.contains(.reclaim), "\(subject)")
        #expect(!bench.screen.joined().contains("takes it over"), "\(subject)")
      }
    }
  }

  @Test(
    "Over a board that is there the question stands whole as well, at the bottom, until it is answered"
  )
  func inUseOverBoard() {
    let place = "Your window on lap (tmux pane 3, since 10:22) shows this card and lives."
    let question = place + " r takes it over here, q leaves it there."
    for width in [40, 80, 200] {
      for subject in [Subject.board, .card(Self.card), .favourites] {
        var bench = Bench(Self.columns, columns: width, subject: subject)
        let before = bench.screen
        bench.send(.standing(.fenced(.inUse(place))))
        bench.wait(60_000)
        let rows = width == 40 ? 4 : width == 80 ? 2 : 1
        let text = bench.screen.suffix(rows).joined(separator: " ").split(separator: " ")
        if width < 200 {
          #expect(text == question.split(separator: " "), "\(width) \(subject)")
        } else {
          #expect(bench.screen.last?.contains(question) == true, "\(subject)")
        }
        #expect(bench.screen[1..<(24 - rows)] == before[1..<(24 - rows)], "\(width) \(subject)")
        // What is said of something else goes first, then it is there again.
        bench.send(.notice(Notice("Something else.", .loss)))
        #expect(bench.screen.last?.contains("Something else.") == true)
        bench.keys("<esc>")
        if subject != .board { continue }
        var leaving = bench
        leaving.keys("q")
        #expect(leaving.effects.contains(.quit), "\(subject)")
        bench.keys("r")
        #expect(bench.effects.contains(.reclaim), "\(subject)")
        #expect(!bench.screen.joined().contains("leaves it"), "\(subject)")
      }
    }
  }

  @Test("Taken over, r takes the window back before it restores the card")
  func reclaimed() {
    var bench = Self.bench()
    bench.other(.cardArchive(Self.card), touches: [Self.card])
    bench.send(.standing(.fenced(.takenOver)))
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
    #expect(bench.intents.isEmpty)
    bench.send(.standing(.writable))
    bench.keys("r")
    #expect(bench.intents == [.cardRestore(Self.card)])
  }

  @Test("Its help has the keys of the card")
  func help() {
    var bench = Self.bench(rows: 50)
    bench.keys("?")
    let text = bench.screen.joined(separator: "\n")
    #expect(text.contains("On the card"))
    #expect(text.contains("restore an archived card"))
    #expect(!text.contains("new column"))
    bench.keys("<esc>")
    #expect(!bench.effects.contains(.quit))
  }
}
