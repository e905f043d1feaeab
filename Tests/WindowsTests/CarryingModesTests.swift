import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Carrying in every mode and window")
struct CarryingModesTests {
  // MARK: Esc, y and other modes

  @Test("Esc lets go, wherever it was taken up, before it clears anything else")
  func escape() {
    var bench = CarryingTests.bench()
    bench.keys("v/o<enter><space>")
    bench.forgetEffects()
    bench.keys("<esc>")
    guard case .cancel = bench.drags.first else {
      Issue.record("still carried")
      return
    }
    #expect(bench.notice == "Let go: nothing was moved.")
    #expect(!bench.window.model.view.marked.isEmpty)
    #expect(bench.window.model.view.filter != nil)
    bench.forgetEffects()
    bench.carries([Bench.card(0, 0)])
    bench.keys("<esc>")
    #expect(bench.drags == [.cancel(CarryingTests.id)])
  }

  @Test("A window that was taken over carries nothing any longer")
  func fenced() {
    var bench = CarryingTests.bench()
    bench.keys("<space>")
    #expect(bench.window.model.carried.dragged != nil)
    bench.send(.standing(.fenced(.takenOver)))
    #expect(bench.window.model.carried.dragged == nil)
  }

  @Test("y copies what is carried as Markdown, here or from another board, and it stays carried")
  func text() {
    var bench = CarryingTests.bench()
    bench.otherTypes("text", at: 0)
    bench.keys("vjv<space>y")
    #expect(bench.clipboard == ["# One\n\ntext\n\n# Two\n"])
    #expect(bench.notice == "The texts of 2 are copied.")
    #expect(bench.window.model.carried.held != nil)
    bench = CarryingTests.bench()
    bench.carries(
      [Bench.card(0, 7), Bench.card(0, 8)], titles: ["X", "Y"], on: CarryingTests.there)
    bench.keys("y")
    #expect(bench.drags == [.load(CarryingTests.id, item: 0, .markdown)])
    bench.told(.loaded(CarryingTests.id, item: 0, Array("# X".utf8)))
    #expect(bench.drags.last == .load(CarryingTests.id, item: 1, .markdown))
    bench.told(.loaded(CarryingTests.id, item: 1, Array("# Y".utf8)))
    #expect(bench.clipboard == ["# X\n\n# Y\n"])
    #expect(bench.window.model.carried.held != nil)
  }

  @Test("The menu of a card takes it up too, and says what y copies while something is carried")
  func menu() {
    var bench = CarryingTests.bench()
    bench.keys(". ")
    #expect(CarryingTests.lifted(bench)?.content.items.map(\.card) == [Bench.card(0, 0)])
    let choices = ActionMenu.choices(bench.window.model.scene, bench.window.model.carried)
    #expect(!choices.contains { $0.command == .carry })
    #expect(
      choices.first { $0.command == .copyTitle }?.text == "Copy what is carried as text")
  }

  private static let modes: [(String, String)] = [
    ("<enter><enter>", "a text"), ("n", "a line"), ("?", "the help"), ("c", "a menu"),
    (".", "the actions"), ("a", "the archive"), ("m", "a choice"), ("/", "the search"),
  ]

  @Test("The chip stands over everything else too, without keys it does not have", arguments: modes)
  func otherModes(keys: String, name: String) {
    for width in [40, 80, 200] {
      var bench = CarryingTests.bench(columns: width)
      bench.carries([Bench.card(0, 0), Bench.card(0, 1)])
      bench.keys(keys)
      #expect(bench.screen[0].contains(" 2 cards"), "\(name): \(bench.screen[0])")
      #expect(!bench.screen[0].contains("→"), "\(name): \(bench.screen[0])")
      bench.forgetEffects()
      bench.keys("<space>")
      #expect(bench.drags.isEmpty, "\(name)")
      bench.keys("<esc>")
      #expect(bench.drags.isEmpty, "\(name)")
      #expect(bench.window.model.carried.held != nil)
    }
  }

  @Test("A card window takes its own card up, takes none in, and lets go")
  func cardWindow() {
    for width in [40, 80, 200] {
      var bench = Bench(
        CarryingTests.columns, columns: width, rows: 14, subject: .card(Bench.card(0, 0)))
      bench.keys("<space>")
      #expect(CarryingTests.lifted(bench)?.content.items.map(\.title) == ["One"])
      #expect(bench.screen[0].contains("· stays"), "\(bench.screen[0])")
      bench.keys("<esc>")
      #expect(bench.window.model.carried.dragged == nil)
      #expect(!bench.effects.contains(.quit))
      bench.carries([Bench.card(0, 1)])
      #expect(bench.screen[0].contains(" Two  ✕ A window"), "\(bench.screen[0])")
      bench.keys("<space>")
      #expect(bench.notice == "A window for one card takes no others.")
      #expect(bench.window.model.carried.held != nil)
      bench.keys("<esc>")
      #expect(bench.drags.last == .cancel(CarryingTests.id))
      #expect(!bench.effects.contains(.quit))
    }
  }

  // MARK: Favourites

  @Test("Among favourites it becomes one, once the coordinator gives it")
  func favourites() {
    for width in [40, 80, 200] {
      var bench = FavouritesTests.bench(columns: width)
      bench.carries([Bench.card(0, 1), Bench.card(0, 2)])
      #expect(bench.screen[0].contains(" 2 cards  ★ favourite "), "\(bench.screen[0])")
      bench.forgetEffects()
      bench.keys("<space>")
      #expect(bench.drags == [.drop(CarryingTests.id, .copy)])
      bench.told(.dropped(CarryingTests.id))
      #expect(FavouritesTests.list(bench) == ["a", "b", "c", "d", "e"])
      #expect(bench.intents.count == 1)
      bench.carries([Bench.card(0, 0)], number: 2)
      #expect(bench.screen[0].contains("· stays"))
      bench.carries([Bench.card(0, 0)], titles: ["X"], on: CarryingTests.there, number: 3)
      #expect(bench.screen[0].contains(" X  ✕ Favourites"), "\(bench.screen[0])")
      #expect(bench.screen[0].contains("Space") == false)
      bench.keys("<space>")
      #expect(bench.notice == "Favourites are cards of this board only.")
    }
  }

  // MARK: A new column

  @Test("In the form for a new column cards are moved in with it, in one edit, as one drop each")
  func form() {
    for width in [40, 80, 200] {
      var bench = ColumnFormTests.bench(columns: width)
      bench.carries([Bench.card(0, 0)])
      #expect(bench.screen[0].contains(" a  → the new column "), "\(bench.screen[0])")
      bench.keys("<space>")
      #expect(bench.drags == [.drop(CarryingTests.id, .move)])
      bench.told(.dropped(CarryingTests.id))
      #expect(bench.screen[5] == "   → a  in To do", "\(bench.screen)")
      #expect(bench.intents.isEmpty)
      bench.keys("In progress<enter>one<c-s>")
      #expect(bench.intents.count == 1)
      #expect(ColumnFormTests.column(bench, at: 1)?.title == "In progress")
      #expect(ColumnFormTests.column(bench, at: 1)?.cards == ["one", "a"])
      #expect(bench.titles(0).isEmpty)
      #expect(bench.effects.contains(.quit))
    }
  }

  @Test("Cards in the form come back after a kill; those that are gone by then are left out")
  func formRestored() {
    var bench = ColumnFormTests.bench()
    bench.carries([Bench.card(0, 0), Bench.card(1, 0)])
    bench.keys("<space>")
    bench.told(.dropped(CarryingTests.id))
    bench.keys("New")
    guard let state = ViewStateTests.lastState(of: bench) else {
      Issue.record("not saved")
      return
    }
    #expect(
      state.drafts == [
        .columnForm(title: "New", lines: [""], gathered: [Bench.card(0, 0), Bench.card(1, 0)])
      ])
    #expect((try? ViewState(bytes: state.bytes)) == state)
    var again = bench.restarted(with: state, isOnDisk: false)
    #expect(again.screen[1...7] == bench.screen[1...7])
    again.other(.cardArchive(Bench.card(0, 0)), touches: [Bench.card(0, 0)])
    #expect(again.screen.joined().contains("is gone, and left out"))
    again.keys("<c-s>")
    #expect(ColumnFormTests.column(again, at: 1)?.cards == ["z"])
    #expect(again.notice == "A card is gone: it was left out.")
  }

  @Test("In a text Space is a blank, Esc lets go first, and ctrl-x leaves the cards where they are")
  func formKeys() {
    var bench = ColumnFormTests.bench()
    bench.keys("In")
    bench.carries([Bench.card(0, 0)])
    #expect(bench.screen[0].contains("Space in an empty line drops"), "\(bench.screen[0])")
    bench.keys(" progress")
    #expect(bench.screen[2] == " Title: In progress")
    #expect(bench.drags.isEmpty)
    bench.keys("<enter><space>")
    bench.told(.dropped(CarryingTests.id))
    #expect(bench.window.viewState.drafts.count == 1)
    bench.keys("<c-x>")
    #expect(bench.notice == "The cards stay where they are.")
    #expect(
      bench.window.viewState.drafts == [.columnForm(title: "In progress", lines: [""])])
    bench.carries([Bench.card(0, 0)], number: 2)
    bench.keys("<esc>")
    #expect(bench.drags.last == .cancel(CarriedTests.id(2)))
    #expect(bench.screen[2] == " Title: In progress")
    bench.carries([Bench.card(0, 0)], on: CarryingTests.there, number: 3)
    bench.keys("<space>")
    #expect(
      bench.notice == "Only cards of this board can be moved in: copy them to it first.")
  }
}
