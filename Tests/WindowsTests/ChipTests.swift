import BoardModel
import Testing
import WindowSync

@testable import Windows

@Suite("What the chip says of edits")
struct ChipTests {
  private static let full = "/home/ann/.local/share/board/windows/x: No space left on device"

  private static func bench(_ columns: Int) -> Bench {
    Bench([("To do", ["a", "b"])], columns: columns, rows: 12)
  }

  @Test(
    "What is kept here and will be sent is told from what is kept nowhere", arguments: [40, 120])
  func keptOrNot(columns: Int) {
    var bench = Self.bench(columns)
    let isNarrow = columns < 60
    bench.send(.status(.notSaved(1, reason: "the coordinator's disk is full")))
    #expect(
      bench.screen[0].hasSuffix(isNarrow ? "▲ kept here (1)" : "▲ kept here, not sent (1)"))
    // Why it is not sent stands at the bottom, whole.
    let why = bench.screen.suffix(bench.window.model.footerRows)
    #expect(
      why.joined().filter { $0 != " " } == "notsent:thecoordinator'sdiskisfull", "\(why)")

    bench.keys("nmilk")
    bench.send(.viewStateNotSaved(reason: Self.full))
    #expect(bench.screen[0].hasSuffix("▲ not saved (1)"))
    #expect(bench.notice == "What you typed is not saved: \(Self.full)")
    bench.send(.viewStateSaved)
    #expect(
      bench.screen[0].hasSuffix(isNarrow ? "▲ kept here (1)" : "▲ kept here, not sent (1)"))
  }

  @Test("That a text is on no disk is told before all else, and once", arguments: [40, 120])
  func first(columns: Int) {
    for status in [
      SyncStatus.saved, .saving(1), .reconnecting, .stopped(reason: "refused"),
      .notSaved(3, reason: "cut"),
    ] {
      var bench = Self.bench(columns)
      bench.send(.status(status))
      bench.keys("nmilk")
      for _ in 0..<3 { bench.send(.viewStateNotSaved(reason: Self.full)) }
      #expect(bench.screen[0].hasSuffix("▲ not saved (1)"), "\(status)")
      #expect(bench.window.model.notices.reports.count == 1)
      bench.send(.standing(.fenced(.takenOver)))
      #expect(bench.screen[0].hasSuffix("▲ not saved (1)"))
    }
  }

  @Test("What is on no disk is lost only by who leaves twice", arguments: ["q", "<c-c>"])
  func leaving(key: String) {
    var bench = Self.bench(80)
    bench.shows = false
    bench.keys("nmilk<enter>")
    bench.takeBackLast()
    bench.send(.refused(bench.intents.last, .notStored(Self.full)))
    bench.send(.viewStateNotSaved(reason: Self.full))
    bench.keys("<esc><esc>")
    #expect(bench.screen[0].hasSuffix("▲ not saved (1)"))
    func leaves() -> Bool { bench.effects.contains(.quit) }
    bench.keys(key)
    #expect(!leaves())
    bench.keys("<esc><esc>")
    bench.keys(key)
    #expect(!leaves(), "another key takes it back")
    #expect(
      bench.notice
        == "One text you typed would be lost, as the disk did not take what you typed: "
        + "\(Self.full). q again leaves all the same.")
    bench.keys(key)
    #expect(leaves())
  }

  @Test("Once the disk has it, a window is left at once")
  func kept() {
    var bench = Self.bench(80)
    bench.keys("nmilk")
    bench.send(.viewStateNotSaved(reason: Self.full))
    bench.send(.viewStateSaved)
    bench.keys("<esc>q")
    #expect(bench.effects.contains(.quit))
  }

  @Test("What the disk did not take is written again until it does, and no faster")
  func again() {
    var bench = Self.bench(80)
    func saves() -> Int {
      bench.effects.count { if case .saveViewState = $0 { true } else { false } }
    }
    bench.keys("nmilk")
    let before = saves()
    for attempt in 1...3 {
      bench.send(.viewStateNotSaved(reason: Self.full))
      bench.wait(1_999)
      #expect(saves() == before + attempt - 1)
      bench.wait(1)
      #expect(saves() == before + attempt)
    }
    bench.send(.viewStateSaved)
    bench.wait(60_000)
    #expect(saves() == before + 3)
    #expect(bench.screen[0].hasSuffix("● saved"))
  }

  @Test("Where the window was is no text: that it is on no disk is not told")
  func place() {
    var bench = Self.bench(80)
    bench.keys("j")
    bench.wait(600)
    bench.send(.viewStateNotSaved(reason: Self.full))
    #expect(bench.screen[0].hasSuffix("● saved"))
    #expect(bench.notice == nil)
  }

  @Test("An edit that the disk refused is made again once a text gets there")
  func stranded() {
    var bench = Self.bench(80)
    bench.shows = false
    bench.keys("nmilk<enter>")
    let intents = bench.intents.count
    bench.takeBackLast()
    bench.send(.refused(bench.intents.last, .notStored(Self.full)))
    bench.send(.viewStateNotSaved(reason: Self.full))
    #expect(bench.screen[0].hasSuffix("▲ not saved (1)"))
    bench.shows = true
    bench.send(.viewStateSaved)
    #expect(bench.intents.count == intents + 1)
    #expect(bench.titles(0).contains("milk"))
    #expect(bench.screen[0].hasSuffix("● saved"))
  }
}
