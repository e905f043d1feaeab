import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Keys on the board")
struct KeyTests {
  static let columns = [
    ("To do", ["a", "b", "c"]), ("Doing", ["d"]), ("Done", [String]()),
  ]

  @Test(
    "Keys move the focus",
    arguments: [
      ("", "a"), ("j", "b"), ("<down><down>", "c"), ("jjjjj", "c"), ("G", "c"), ("Gg", "a"),
      ("l", "d"), ("<right>", "d"), ("lh", "a"), ("jjl", "d"), ("jjlh", "a"), ("ll", nil),
      ("$", nil), ("$0", "a"), ("<end><home>", "a"), ("k", "a"), ("<pgdn>", "c"),
      ("<pgdn><pgup>", "a"),
    ] as [(String, String?)])
  func focus(keys: String, focused: String?) {
    var bench = Bench(Self.columns)
    bench.keys(keys)
    #expect(bench.focused == focused)
    #expect(bench.intents.isEmpty)
  }

  @Test("HJKL move the card by anchors, and the focus goes along")
  func moves() {
    var bench = Bench(Self.columns)
    bench.keys("J")
    #expect(
      bench.lastIntent
        == .cardMove(
          [Bench.card(0, 0)], to: Bench.column(0),
          at: Anchors(after: Bench.card(0, 1), before: Bench.card(0, 2))))
    #expect(bench.titles(0) == ["b", "a", "c"])
    #expect(bench.focused == "a")
    bench.keys("K")
    #expect(bench.titles(0) == ["a", "b", "c"])
    bench.keys("L")
    #expect(bench.titles(0) == ["b", "c"])
    #expect(bench.titles(1) == ["a", "d"])
    #expect(bench.focused == "a")
    bench.keys("LH")
    #expect(bench.titles(1) == ["a", "d"])
    bench.keys("HH")
    #expect(bench.titles(0) == ["a", "b", "c"])
    #expect(bench.notice == "There is no column on that side.")
    bench.keys("<esc>K")
    #expect(bench.notice == "It is at the top already.")
    #expect(bench.focused == "a")
  }

  @Test("Several marked cards move as one operation and stand together")
  func markedMove() {
    var bench = Bench(Self.columns)
    bench.keys("vjjvL")
    #expect(
      bench.lastIntent
        == .cardMove(
          [Bench.card(0, 0), Bench.card(0, 2)], to: Bench.column(1),
          at: Anchors(after: Bench.card(1, 0), before: nil)))
    #expect(bench.titles(1) == ["d", "a", "c"])
    #expect(bench.window.model.view.marked.count == 2)
    bench.keys("H")
    #expect(bench.titles(1) == ["d"])
    #expect(bench.intents.count == 2)
    bench.keys("d")
    #expect(
      bench.lastIntent == .batch([.cardArchive(Bench.card(0, 0)), .cardArchive(Bench.card(0, 2))])
        || bench.lastIntent
          == .batch([.cardArchive(Bench.card(0, 2)), .cardArchive(Bench.card(0, 0))])
    )
    #expect(bench.titles(0) == ["b"])
    #expect(bench.window.model.view.marked.isEmpty)
  }

  @Test("A marked block moves past one card at a time")
  func markedBlock() {
    var bench = Bench([("Col", ["a", "b", "c", "d", "e"])])
    bench.keys("vjv")
    bench.keys("J")
    #expect(bench.titles(0) == ["c", "a", "b", "d", "e"])
    bench.keys("JJ")
    #expect(bench.titles(0) == ["c", "d", "e", "a", "b"])
    bench.keys("J")
    #expect(bench.notice == "It is at the bottom already.")
    bench.keys("<esc>K")
    #expect(bench.titles(0) == ["c", "d", "a", "b", "e"])
  }

  @Test("T makes a card at the top of its column, wherever the focus is, and focuses it")
  func firstCard() {
    var bench = Bench(Self.columns)
    bench.keys("jjTfirst of all<enter>")
    #expect(bench.titles(0) == ["first of all", "a", "b", "c"])
    #expect(bench.focused == "first of all")
    guard case .cardCreate(let id, _, _, _, let at) = bench.lastIntent else {
      Issue.record("\(String(describing: bench.lastIntent))")
      return
    }
    #expect(at == Anchors(before: id))
    bench.keys("Tkept")
    #expect(bench.window.viewState.drafts == [.firstCard(in: Bench.column(0), "kept")])
    bench.reopen(bench.window.viewState)
    bench.keys("<enter><enter>")
    #expect(bench.titles(0) == ["kept", "first of all", "a", "b", "c"])
    bench.keys("$Talone<enter>")
    #expect(bench.titles(2) == ["alone"])
  }

  @Test("n makes a card below the focused one and focuses it")
  func newCard() {
    var bench = Bench(Self.columns)
    bench.keys("nfresh idea<enter>")
    guard case .cardCreate(let id, Bench.column(0), "fresh idea", "", let at) = bench.lastIntent
    else {
      Issue.record("\(String(describing: bench.lastIntent))")
      return
    }
    #expect(at == Anchors(after: Bench.card(0, 0)))
    #expect(bench.titles(0) == ["a", "fresh idea", "b", "c"])
    #expect(bench.window.model.view.focus.card == id)
    bench.keys("$nlast<enter>")
    #expect(bench.titles(2) == ["last"])
    #expect(bench.focused == "last")
  }

  @Test("An empty title is refused with a message, wherever one is typed")
  func emptyTitles() {
    for keys in ["n", "e<c-u>", "N", "R<c-u>", "c<enter><c-u>", "n   "] {
      var bench = Bench(Self.columns)
      bench.keys(keys + "<enter>")
      #expect(bench.intents.isEmpty, "\(keys)")
      #expect(bench.notice == "A title cannot be empty.", "\(keys)")
      #expect(bench.effects.contains(.bell))
      guard case .prompt = bench.window.mode else {
        Issue.record("the line is still there")
        continue
      }
      bench.keys("<esc>")
      guard case .browsing = bench.window.mode else {
        Issue.record("Esc leaves the line")
        continue
      }
    }
  }

  @Test("e edits the title; what stays the same is no edit")
  func editTitle() {
    var bench = Bench(Self.columns)
    bench.keys("e<enter>")
    #expect(bench.intents.isEmpty)
    bench.keys("e<home>x <end>y<enter>")
    #expect(bench.lastIntent == .cardRetitle(Bench.card(0, 0), title: "x ay"))
  }

  @Test("N makes a column with a card for each line as one batch, right of the focused one")
  func newColumn() {
    var bench = Bench(Self.columns)
    bench.keys("NIdeas<enter>one<enter>two")
    #expect(bench.intents.isEmpty)
    bench.keys("<esc>NIdeas<enter>one<enter>two <enter>- three, or so<enter>")
    #expect(bench.intents.isEmpty)
    bench.keys("<enter>")
    guard case .batch(let items) = bench.lastIntent, items.count == 4,
      case .columnCreate(let id, "Ideas", Anchors(after: Bench.column(0))) = items[0]
    else {
      Issue.record("\(String(describing: bench.lastIntent))")
      return
    }
    #expect(bench.board.liveCards(in: id).map(\.title.value) == ["one", "two", "three, or so"])
    #expect(bench.window.model.view.focus.column == id)
    bench.keys("NBare<enter><enter>")
    guard case .columnCreate(_, "Bare", _) = bench.lastIntent else {
      Issue.record("\(String(describing: bench.lastIntent))")
      return
    }
  }

  @Test("d archives, a shows the archive, Enter restores")
  func archive() {
    var bench = Bench(Self.columns)
    bench.keys("jd")
    #expect(bench.lastIntent == .cardArchive(Bench.card(0, 1)))
    #expect(bench.focused == "c")
    bench.keys("a")
    #expect(bench.screen.contains { $0.contains("▌#2 b") && $0.contains("To do") })
    bench.keys("<enter><esc>")
    #expect(bench.lastIntent == .cardRestore(Bench.card(0, 1)))
    #expect(bench.titles(0) == ["a", "b", "c"])
    #expect(bench.focused == "b")
  }

  @Test("f marks a favourite and takes the mark away")
  func favourite() {
    var bench = Bench(Self.columns)
    bench.keys("f")
    #expect(bench.lastIntent == .cardFavourite(Bench.card(0, 0), marked: true))
    #expect(bench.screen.contains { $0.contains("a") && $0.contains("★") })
    bench.keys("f")
    #expect(bench.lastIntent == .cardFavourite(Bench.card(0, 0), marked: false))
    bench.keys("fjvkvf")
    #expect(bench.lastIntent == .cardFavourite(Bench.card(0, 1), marked: true))
  }

  @Test("The column menu renames and moves")
  func columnMenu() {
    var bench = Bench(Self.columns)
    bench.keys("c<enter><c-u>Later<enter>")
    #expect(bench.lastIntent == .columnRename(Bench.column(0), title: "Later"))
    bench.keys("cjj<enter>")
    #expect(
      bench.lastIntent
        == .columnMove(
          Bench.column(0), at: Anchors(after: Bench.column(1), before: Bench.column(2))))
    #expect(bench.window.model.view.contents.lanes.map(\.title) == ["Doing", "Later", "Done"])
    bench.keys("<up><enter><enter>")
    #expect(bench.window.model.view.contents.lanes.map(\.title) == ["Later", "Doing", "Done"])
    #expect(bench.notice == "It is the first column.")
  }

  @Test("Deleting a column lists the cards that were seen, not those that came since")
  func informedDeletion() {
    var bench = Bench(Self.columns)
    bench.keys("cG<enter>")
    #expect(bench.screen.contains { $0.contains("Archive its 3 cards") })
    #expect(bench.screen.contains { $0.contains("Move its 3 cards to Doing") })
    let late = CardID(high: 5, low: 5)
    bench.other(
      .cardCreate(late, in: Bench.column(0), title: "late", body: "", at: Anchors()))
    bench.keys("<enter>")
    let seen = (0..<3).map { Bench.card(0, $0) }
    #expect(bench.lastIntent == .columnDelete(Bench.column(0), seen: seen, disposition: .archive))
    #expect(bench.board.card(late)?.archived.value == false)
    #expect(bench.board.archivedCards.count == 3)
  }

  @Test("The cards of a deleted column can go to another column")
  func deletionMoves() {
    var bench = Bench(Self.columns)
    bench.keys("cG<enter>j<enter>")
    let seen = (0..<3).map { Bench.card(0, $0) }
    #expect(
      bench.lastIntent
        == .columnDelete(Bench.column(0), seen: seen, disposition: .move(to: Bench.column(1))))
    #expect(bench.titles(1) == ["d", "a", "b", "c"])
  }

  @Test("u undoes, ctrl-r redoes, U forces only an undo that was stopped")
  func undo() {
    var bench = Bench(Self.columns)
    bench.keys("U")
    #expect(bench.notice == "There is no undo to force: u undoes.")
    bench.keys("<esc>e<c-u>mine<enter>u")
    #expect(bench.titles(0)[0] == "a")
    bench.keys("<c-r>")
    #expect(bench.titles(0)[0] == "mine")
    bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"))
    bench.keys("u")
    #expect(bench.titles(0)[0] == "theirs")
    #expect(bench.notice?.contains("U undoes nevertheless") == true)
    bench.keys("U")
    #expect(bench.titles(0)[0] != "theirs")
  }

  @Test("Keys that come before the disk answered act on what the board shows then")
  func heldKeys() {
    var bench = Bench(Self.columns)
    bench.shows = false
    bench.keys("JJ")
    #expect(bench.intents.count == 1)
    bench.shows = true
    bench.showPending()
    #expect(bench.intents.count == 2)
    #expect(bench.titles(0) == ["b", "c", "a"])
  }

  @Test("A disk that does not answer holds keys back for two seconds only")
  func slowDisk() {
    var bench = Bench(Self.columns)
    bench.shows = false
    bench.keys("Jj")
    #expect(bench.focused == "a")
    bench.wait(2_100)
    #expect(bench.focused == "b")
  }

  @Test("Without write access edits are refused with the reason and everything else works")
  func readOnly() {
    var bench = Bench(Self.columns)
    bench.send(.standing(.fenced(.takenOver)))
    for keys in ["L", "n", "e", "d", "f", "N", "u", "<c-r>", "E", "cG<enter><esc>"] {
      bench.keys(keys)
      #expect(bench.intents.isEmpty, "\(keys)")
      #expect(bench.notice == "Another terminal took this window over. r takes it back.")
    }
    bench.keys("j")
    #expect(bench.focused == "b")
    #expect(bench.screen[0].hasSuffix("read-only"))
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
    bench.keys("d")
    #expect(bench.intents.isEmpty, "not before it is back")
    bench.send(.standing(.writable))
    bench.keys("d")
    #expect(bench.intents == [.cardArchive(Bench.card(0, 1))])
  }

  @Test("b lists the boards, Enter switches, n creates")
  func boards() {
    var bench = Bench(Self.columns)
    bench.keys("b")
    #expect(bench.effects.contains(.listBoards))
    let other = BoardID(high: 3, low: 3)
    bench.send(
      .boards([
        BoardListing(id: bench.board.id, title: "Home"), BoardListing(id: other, title: "Work"),
      ]))
    bench.keys("j<enter>")
    #expect(bench.effects.contains(.switchBoard(other)))
    bench.keys("b")
    bench.send(.boardsUnavailable(reason: "No link."))
    #expect(bench.screen.contains { $0.contains("No link.") })
    bench.keys("nPlans<enter>")
    let created = bench.effects.contains { effect in
      if case .createBoard(_, title: "Plans") = effect { true } else { false }
    }
    #expect(created)
  }

  @Test("Archived boards are listed when asked for, and d archives the board that is open")
  func archivedBoards() {
    var bench = Bench(Self.columns)
    let (work, past) = (BoardID(high: 3, low: 3), BoardID(high: 4, low: 4))
    func list() -> WindowEvent {
      .boards([
        BoardListing(
          id: bench.board.id, title: "Home", isArchived: bench.board.isArchived),
        BoardListing(id: work, title: "Work"),
        BoardListing(id: past, title: "Past", isArchived: true),
      ])
    }
    bench.keys("b")
    bench.send(list())
    #expect(!bench.screen.contains { $0.contains("Past") })
    bench.keys("a")
    #expect(bench.screen.contains { $0.contains("Past") && $0.contains("archived") })
    bench.keys("jd")
    #expect(bench.notice == "Open that board first: a window archives only its own.")
    bench.keys("kd")
    #expect(bench.intents == [.set(.boardArchived, .flag(true))])
    #expect(bench.screen[0].hasPrefix(" Home  archived"))
    bench.keys("b")
    bench.send(list())
    #expect(bench.screen.contains { $0.contains("Home") && $0.contains("here, archived") })
    bench.keys("d")
    #expect(bench.intents.last == .set(.boardArchived, .flag(false)))
    #expect(bench.notice == "The board is restored.")
    #expect(bench.screen[0].hasPrefix(" Home "))
  }

  @Test(
    "A title that another board has is warned of once, and taken nevertheless",
    arguments: [false, true])
  func sameTitle(renames: Bool) {
    var bench = Bench(Self.columns)
    let work = BoardID(high: 0x1234_5678_0000_0000, low: 3)
    bench.keys(renames ? "R" : "b")
    #expect(bench.effects.contains(.listBoards))
    bench.send(
      .boards([
        BoardListing(id: bench.board.id, title: "Home"), BoardListing(id: work, title: "Work"),
      ]))
    bench.keys(renames ? "<bs><bs><bs><bs>work<enter>" : "nwork<enter>")
    #expect(bench.notice?.contains("another board of yours has this title: 12345678") == true)
    let made = { (bench: Bench) in
      bench.intents.contains(.boardRename(title: "work"))
        || bench.effects.contains {
          if case .createBoard(_, title: "work") = $0 { true } else { false }
        }
    }
    #expect(!made(bench))
    bench.keys("<enter>")
    #expect(made(bench))
  }

  @Test("A window that loses its board before its place is saved does not wake for that for ever")
  func lostUnsaved() {
    var bench = Bench(Self.columns)
    bench.keys("j")
    #expect(bench.window.model.saving.deadline != nil)
    bench.send(.standing(.readOnly(.readingLost("no"))))
    bench.send(.boardLost(bench.board.id, holdsUnsentWork: false))
    #expect(bench.window.model.saving.deadline == nil)
  }

  @Test(
    "A board that is lost is named with the reason, nothing of it is shown, and others are offered",
    arguments: [
      (LinkRefusal.readingLost("no"), true, "You may not read “Home” any longer: it was"),
      (.boardUnknown("no"), true, "“Home” is not here any longer, or you may not read it any"),
      (.boardUnknown("no"), false, "There is no board 00000000 here that you may read."),
    ])
  func lostBoard(refusal: LinkRefusal, comes: Bool, reason: String) {
    var bench = Bench(Self.columns, comes: comes)
    bench.send(.standing(.readOnly(refusal)))
    bench.send(.boardLost(bench.board.id, holdsUnsentWork: false))
    #expect(bench.effects.contains(.listBoards))
    #expect(bench.window.model.board == nil)
    #expect(!bench.screen.contains { $0.contains("To do") })
    #expect(bench.screen[0].hasPrefix(" No board"))
    #expect(bench.screen.contains { $0.contains(reason) })
    #expect(bench.screen.contains { $0.contains("Asking for the boards …") })
    let other = BoardID(high: 3, low: 3)
    bench.send(.boards([BoardListing(id: other, title: "Work")]))
    #expect(bench.screen.contains { $0.contains(reason) })
    bench.keys("<enter>")
    #expect(bench.effects.contains(.switchBoard(other)))
  }

  @Test("Search filters titles and bodies in any case while it is typed, Esc clears it")
  func search() {
    var bench = Bench([("To do", ["Über uns", "plain", "other"]), ("Doing", ["überall"])])
    let opened = bench.board.card(Bench.card(0, 2))?.body ?? Text()
    bench.other(.cardSplice(Bench.card(0, 2), opened.splice(replacing: 0..<0, with: "x ÜBER y")))
    bench.keys("/üBer")
    #expect(bench.window.model.view.contents.lanes.map(\.cards.count) == [2, 1])
    #expect(bench.screen.contains { $0.contains("2/3") })
    bench.keys("<down>")
    #expect(bench.focused == "other")
    bench.keys("<enter>J")
    #expect(bench.notice == "It is at the bottom already.")
    bench.keys("<esc><esc>")
    #expect(bench.window.model.view.filter == nil)
    #expect(bench.focused == "other")
    bench.keys("/zzz<enter>")
    #expect(bench.notice == "No card holds “zzz”.")
    bench.keys("/<esc>")
    #expect(bench.window.model.view.filter == nil)
  }

  @Test("The first letter of a search already counts")
  func firstLetter() {
    var bench = Bench(Self.columns)
    bench.keys("/b")
    #expect(bench.window.model.view.contents.lanes.map(\.cards) == [[Bench.card(0, 1)], [], []])
    bench.keys("<bs>")
    #expect(bench.window.model.view.filter == nil)
  }

  @Test("Only the first of several pasted lines becomes a title")
  func pastedTitle() {
    var bench = Bench(Self.columns)
    bench.keys("n")
    bench.paste("first\tline\nsecond\nthird")
    #expect(bench.notice == "Only the first line was pasted: this is one line.")
    bench.keys("<enter>")
    #expect(bench.titles(0)[1] == "first line")
    bench.paste("dropped on the board\r\nmore")
    bench.keys("<enter>")
    #expect(bench.titles(0)[2] == "dropped on the board")
  }

  @Test("A title stays within its limit")
  func longTitle() {
    var bench = Bench(Self.columns)
    bench.keys("n")
    bench.paste(String(repeating: "x", count: 5_000))
    #expect(bench.effects.contains(.bell))
    bench.keys("<enter>")
    #expect(bench.titles(0)[1].count == BoardLimits.titleScalars)
  }

  @Test("% gives the mouse back, y copies, ctrl-l repaints, ctrl-z suspends, q quits")
  func effects() {
    var bench = Bench(Self.columns)
    bench.keys("%y<c-l><c-z>rq")
    #expect(bench.effects.contains(.mouseCapture(false)))
    #expect(bench.effects.contains(.copyToClipboard("a")))
    #expect(bench.effects.contains(.repaint))
    #expect(bench.effects.contains(.suspend))
    #expect(bench.effects.contains(.reconnect))
    #expect(bench.effects.last == .redraw || bench.effects.contains(.quit))
    bench.keys("%")
    #expect(bench.effects.contains(.mouseCapture(true)))
  }
}
