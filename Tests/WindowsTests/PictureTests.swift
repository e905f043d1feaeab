import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

/// What is kept of a window's screen with its board.
@Suite("The picture of a window")
struct PictureTests {
  private static func bench(_ keys: String = "", columns width: Int = 80) -> Bench {
    var bench = Bench([("To do", ["Zebraword", "Other"])], columns: width)
    bench.keys(keys)
    return bench
  }

  @Test(
    "It is the board as the window shows it, and says that it opens", arguments: [40, 80, 200])
  func board(width: Int) throws {
    let bench = Self.bench("j", columns: width)
    let picture = try #require(bench.window.picture())
    let (shown, kept) = (bench.screen, Bench.trimmed(picture))
    #expect(kept.first?.contains("◌ opening") == true)
    #expect(kept.dropFirst().dropLast() == shown.dropFirst().dropLast())
    #expect(kept.last == "")
    #expect(picture.cursor == nil)
  }

  @Test(
    "There is none while anything stands before the board, or is typed",
    arguments: [
      "<enter>", "<enter>typed", "e", "<space>", "?", "/Other", "/Other<enter>", "n",
      "n half<esc>n",
    ])
  func covered(keys: String) {
    let hasPicture = Self.bench(keys).window.picture() != nil
    #expect(!hasPicture)
  }

  @Test("It has neither what the window was told nor others who are there")
  func told() throws {
    var bench = Self.bench()
    bench.other(.cardRetitle(Bench.card(0, 1), title: "Plain"), touches: [Bench.card(0, 1)])
    bench.other(.purge(.card(Bench.card(0, 0))), touches: [Bench.card(0, 0)])
    let picture = try #require(bench.window.picture())
    #expect(!picture.text.contains("Zebraword") && !picture.text.contains("bob"))
    #expect(picture.text.contains("Plain"))
  }

  @Test("There is none without a board")
  func absent() {
    let hasPicture = Bench(comes: false).window.picture() != nil
    #expect(!hasPicture)
  }
}
