import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Scrolling")
struct ScrollTests {
  @Test("A window that grows shows again what its size had hidden")
  func grown() {
    let titles = ["A title that takes several lines where columns are narrow, as they are", "b"]
    var bench = Bench([("To do", titles), ("Doing", ["c"])])
    bench.keys("j")
    for _ in 0..<6 { bench.send(.resized(TerminalSize(columns: 22, rows: 6))) }
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(0)) == 1)
    bench.send(.resized(TerminalSize(columns: 80, rows: 24)))
    #expect(bench.screen[2].hasPrefix("  #1 A title that takes"))
    #expect(bench.focused == "b")
  }

  @Test(
    "While cards are hidden above, the rows below could not hold one more",
    arguments: [(80, 24), (48, 10), (30, 7), (24, 6), (120, 40), (20, 16)])
  func full(columns: Int, rows: Int) {
    let titles = (0..<30).map { number in
      (0...(number % 5)).map { _ in "word \(number)" }.joined(separator: " ")
    }
    var bench = Bench([("Long", titles), ("Short", ["x"])])
    for keys in ["", "jjjjj", "G", "kkk", "/1<enter>", "<esc>", "Gd", "nfresh<enter>"] {
      bench.send(.resized(TerminalSize(columns: 34, rows: 9)))
      bench.keys(keys)
      bench.send(.resized(TerminalSize(columns: columns, rows: rows)))
      Self.check(bench, "\(keys)")
      for card in bench.window.model.view.contents.lanes[0].cards.suffix(12) {
        bench.other(.cardArchive(card))
        Self.check(bench, "\(keys), archived")
      }
      bench = Bench([("Long", titles), ("Short", ["x"])])
    }
  }

  static func check(_ bench: Bench, _ name: String) {
    let scene = bench.window.model.scene
    for lane in scene.layout().lanes {
      let view = scene.laneView(of: lane)
      guard view.above > 0, view.below == 0, let last = view.cards.last,
        let hidden = scene.view.contents.lane(lane.index)?.cards[view.above - 1],
        let shape = scene.shape(of: hidden, columns: lane.body.columns)
      else { continue }
      // In the first of two, the line that tells what is hidden makes room for it.
      let freed = view.above == 1 && Scene.tellsHidden(rows: lane.body.rows) ? 1 : 0
      let free = lane.body.endRow - last.rect.endRow + freed
      #expect(free < shape.rows + scene.cardGap, "\(name)")
    }
    #expect(scene.view.focus.card == nil || scene.isFocusVisible, "\(name)")
  }
}
