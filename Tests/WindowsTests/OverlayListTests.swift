import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("What lies over the board")
struct OverlayListTests {
  /// A list that only tests know.
  private struct Letters: OverlayList {
    let letters = ["first", "second", "third"]
    var cursor = ListCursor()

    func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
      ListContent(title: "Letters", count: letters.count, shape: .choice(cursor)) {
        ListPanel.Row(text: letters[$0])
      }
    }

    mutating func choose(_ model: inout WindowModel) -> ListOutcome {
      model.answer("Chosen: \(letters[cursor.index]).")
      return .closes
    }

    mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice? {
      view.card(Bench.card(0, 0))?.archived.value == false ? nil : Notice("It is gone.", .news)
    }
  }

  private static func bench() -> Bench {
    var bench = Bench([("A", ["x", "y"])])
    bench.window.mode = .list(Letters())
    return bench
  }

  private static func isShown(_ bench: Bench) -> Bool {
    bench.screen.contains { $0.contains("─ Letters ─") }
  }

  @Test("A list is shown, moved through and chosen from by what its value says alone")
  func keys() {
    var bench = Self.bench()
    #expect(Self.isShown(bench))
    #expect(bench.screen.last == " Enter choose  Esc close")
    bench.keys("jjjk")
    #expect(bench.screen.contains { $0.contains("▌second") })
    bench.keys("<enter>")
    #expect(!Self.isShown(bench))
    #expect(bench.notice == "Chosen: second.")
    bench = Self.bench()
    bench.keys("<esc>")
    #expect(!Self.isShown(bench))
    #expect(bench.notice == nil)
  }

  @Test("A click chooses a row; one beside the list closes it")
  func mouse() throws {
    var bench = Self.bench()
    let row = try #require(bench.screen.firstIndex { $0.contains("third") })
    bench.mouse(.press(.left), 20, row)
    #expect(bench.notice == "Chosen: third.")
    bench = Self.bench()
    bench.mouse(.wheel(.down), 20, row)
    #expect(bench.list(Letters.self)?.cursor.index == 1)
    bench.mouse(.press(.left), 0, 0)
    #expect(bench.list(Letters.self) == nil)
    #expect(bench.notice == nil)
  }

  @Test("A list stands only as long as it applies to the board")
  func boardChanges() {
    var bench = Self.bench()
    bench.other(.cardArchive(Bench.card(0, 1)))
    #expect(Self.isShown(bench))
    #expect(bench.notice == nil)
    bench.other(.cardArchive(Bench.card(0, 0)))
    #expect(!Self.isShown(bench))
    #expect(bench.notice == "It is gone.")
  }

  @Test("A list over the form gives the keys back to it, with all that is typed")
  func overTheForm() {
    var bench = Bench([("A", ["x"])], subject: .addColumn(after: nil))
    bench.keys("Late")
    guard case .columnForm(let form) = bench.window.mode else {
      Issue.record("\(bench.window.mode)")
      return
    }
    bench.window.mode = .list(Letters(), over: form)
    #expect(bench.window.viewState.drafts == [.columnForm(title: "Late", lines: [""])])
    bench.keys("<esc>")
    guard case .columnForm(let after) = bench.window.mode else {
      Issue.record("\(bench.window.mode)")
      return
    }
    #expect(after.title.text == "Late")
  }
}
