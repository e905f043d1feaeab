import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("While it is put down, and after")
struct PuttingDownTests {
  static let id = CarriedTests.id(1)

  @Test("A drag that begins while something is put down takes nothing away from it")
  func drags() {
    var bench = DragTests.bench()
    bench.keys("l")
    bench.carries([Bench.card(0, 2)])
    bench.keys("<space>")
    #expect(bench.drags == [.drop(Self.id, .move)])
    DragTests.drag(&bench, to: 30, 4)
    #expect(bench.drags == [.drop(Self.id, .move)])
    bench.told(.dropped(Self.id))
    #expect(bench.titles(1) == ["d", "c"])
    bench.mouse(.release(.left), 30, 3)
    #expect(bench.titles(1).sorted() == ["a", "c", "d"])
    #expect(bench.intents.count == 2)
  }

  @Test("Esc is too late for what is being put down, and says so")
  func escape() {
    var bench = DragTests.bench()
    bench.keys("l")
    bench.carries([Bench.card(0, 2)])
    bench.keys("<space><esc>")
    #expect(bench.notice == "It is being put down already.")
    #expect(bench.drags == [.drop(Self.id, .move)])
    bench.told(.dropped(Self.id))
    #expect(bench.titles(1) == ["d", "c"])
  }

  // MARK: A new column

  @Test("A column is not made while a card is put into its form")
  func form() {
    for key in ["<c-s>", "<enter>"] {
      var bench = ColumnFormTests.bench()
      bench.keys("New<enter>")
      bench.carries([Bench.card(0, 0)])
      bench.keys("<space>" + key)
      #expect(bench.notice == "It is being put down: try again in a moment.")
      #expect(bench.intents.isEmpty)
      bench.told(.dropped(Self.id))
      bench.keys("<c-s>")
      #expect(ColumnFormTests.column(bench, at: 1)?.cards == ["a"])
    }
  }

  @Test("A column that is made already takes no cards")
  func made() {
    var bench = ColumnFormTests.bench()
    bench.shows = false
    bench.keys("New<c-s>")
    guard case .columnForm(var form) = bench.window.mode, form.state == .made else {
      Issue.record("not made")
      return
    }
    form.gather([Bench.card(0, 0)], &bench.window.model)
    #expect(form.gathered.isEmpty)
    #expect(
      bench.notice == "There is no form to put it in any longer; nothing was moved.")
    bench.carries([Bench.card(0, 0)], isPointer: true)
    bench.forgetEffects()
    bench.mouse(.release(.left), 10, 5)
    #expect(bench.drags.isEmpty)
  }

  // MARK: Undo

  private static func many(_ count: Int) -> Bench {
    var bench = Bench([("Long", (0..<count).map { "c\($0)" }), ("Short", [])])
    bench.window.model.view.mark(only: (0..<count).map { Bench.card(0, $0) })
    return bench
  }

  @Test("No undo is promised of more than the board remembers", arguments: [600, 700])
  func moves(count: Int) {
    var bench = Self.many(count)
    bench.keys("<space>l<space>")
    #expect(
      bench.notice
        == "Moved \(count) cards to “Short”. "
        + (count == 600 ? "u undoes." : "Too many to be undone at once."))
    bench.keys("u")
    #expect(bench.titles(1).count == (count == 600 ? 0 : 700))
  }

  @Test("Nor when a column goes, or cards are copied")
  func others() {
    var bench = Self.many(700)
    bench.window.model.view.mark(only: [])
    bench.keys("cG<enter>")
    bench.keys("j<enter>")
    #expect(
      bench.notice
        == "Deleted “Long”, moved its 700 cards to “Short”. Too many to be undone at once.")
    bench = Self.many(4)
    for place in 0..<4 {
      for item in 0..<200 {
        bench.apply(
          .itemAdd(
            Bench.card(0, place), ItemID(high: UInt64(place), low: UInt64(item)), text: "i",
            at: Anchors()),
          by: Bench.otherAuthor)
      }
    }
    bench.come()
    bench.keys("Y")
    #expect(bench.notice == "Copied 4 cards to “Long”. u undoes.")
    bench.window.model.view.mark(only: [])
    bench.keys("u")
    #expect(bench.titles(0).count == 4)
  }
}
