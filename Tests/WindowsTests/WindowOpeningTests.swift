import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Windows opened from a window")
struct WindowOpeningTests {
  static let subject = Subject.card(Bench.card(0, 1))

  static func bench(_ keys: String = "") -> Bench {
    var bench = Bench([("To do", ["a", "b"]), ("Done", [])])
    bench.keys("j" + keys)
    return bench
  }

  @Test("w asks for a split, W for a window, each for the focused card")
  func keys() {
    for (key, placement) in [("w", Placement.right), ("W", .window)] {
      let bench = Self.bench("v" + key)
      #expect(bench.effects.contains(.openWindow(Self.subject, placement)))
      #expect(bench.notice?.hasPrefix("Opening “b”") == true)
    }
    let bench = Self.bench("lw")
    #expect(bench.notice == "There is no card here. n makes one.")
  }

  @Test(
    "A split leaves no half below the smallest board: it goes downwards, or into a window",
    arguments: [
      (42, 24, Placement.right, "to the right"), (41, 24, .below, "below"),
      (39, 14, .below, "below"), (39, 13, .window, "in a window of its own"),
      (120, 8, .right, "to the right"),
    ])
  func narrow(columns: Int, rows: Int, placement: Placement, words: String) {
    var bench = Bench([("To do", ["a", "b"])], columns: columns, rows: rows)
    bench.keys("jw")
    #expect(bench.effects.contains(.openWindow(Self.subject, placement)))
    #expect(bench.notice == "Opening “b” \(words) …")
    for wanted in [Placement.left, .right, .below] {
      let size = TerminalSize(columns: columns, rows: rows)
      switch wanted.fitting(size) {
      case .left, .right: #expect((columns - 1) / 2 >= SizeClass.minimumColumns)
      case .below: #expect((rows - 1) / 2 >= SizeClass.minimumRows)
      case .window: break
      }
    }
  }

  @Test("F asks for the favourites, the menu of a column for the making of one behind it")
  func otherSubjects() {
    let bench = Self.bench("F")
    #expect(bench.effects.contains(.openWindow(.favourites, .window)))
    #expect(bench.notice?.hasPrefix("Opening the window of favourites") == true)
    let choice = ColumnMenu.Choice.allCases.firstIndex(of: .newColumn) ?? 0
    let menu = Self.bench("c" + String(repeating: "<down>", count: choice) + "<enter>")
    #expect(menu.effects.contains(.openWindow(.addColumn(after: Bench.column(0)), .window)))
    guard case .browsing = menu.window.mode else {
      Issue.record("the menu is still there")
      return
    }
    var favourites = Bench([("To do", ["a"])], subject: .favourites)
    favourites.keys("F")
    #expect(favourites.notice == "That is done on the board, not among favourites.")
  }

  @Test("What became of it is told")
  func results() {
    var bench = Self.bench("w")
    bench.send(.openedWindow(Self.subject, .registered))
    #expect(bench.notice == "Opened “b”.")
    bench.send(.openedWindow(Self.subject, .activated(place: "tmux pane %2")))
    #expect(bench.notice == "Open already (tmux pane %2): “b”. It shows itself there.")
    bench.send(.openedWindow(.favourites, .activated(place: "")))
    #expect(bench.notice == "Open already: the window of favourites. It shows itself there.")
    bench.send(.openedWindow(.favourites, .failed(reason: "no multiplexer is there")))
    #expect(bench.notice == "Could not open the window of favourites: no multiplexer is there.")
    guard case .browsing = bench.window.mode else {
      Issue.record("opened here")
      return
    }
  }

  @Test("A card that gets no window is opened in place, and the reason said")
  func inPlace() {
    var bench = Self.bench("wk")
    bench.send(.openedWindow(Self.subject, .failed(reason: "no multiplexer is there")))
    #expect(bench.window.model.view.opened == Bench.card(0, 1))
    #expect(bench.notice == "Opened here: no multiplexer is there.")
  }

  @Test("Who types by now, or whose card is gone, is only told")
  func busy() {
    var bench = Self.bench("wn" + "new")
    bench.send(.openedWindow(Self.subject, .failed(reason: "no")))
    guard case .prompt(let prompt) = bench.window.mode else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.field.text == "new")
    bench.keys("<esc>")
    let gone = Subject.card(Bench.card(7, 7))
    bench.send(.openedWindow(gone, .failed(reason: "it is gone")))
    #expect(bench.notice == "Could not open a card: it is gone.")
  }
}
