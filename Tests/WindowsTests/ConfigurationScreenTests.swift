import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Screens of windows that are not for a board")
struct ConfigurationScreenTests {
  static let card = Bench.card(0, 0)

  static func bench(_ subject: Subject, columns width: Int) -> Bench {
    var bench = Bench(
      [("To do", ["Write the spec of windows", "b"]), ("Doing", ["Draw them", "x"])],
      columns: width, rows: 12, subject: subject)
    bench.other(.labelCreate(LabelID(high: 1, low: 1), name: "bug", colour: 1))
    bench.other(.attach(card, .label(LabelID(high: 1, low: 1))))
    bench.other(.itemAdd(card, ItemID(high: 1, low: 1), text: "item", at: Anchors()))
    bench.other(.cardFavourite(card, marked: true), by: Bench.author)
    bench.other(.cardFavourite(Bench.card(1, 0), marked: true), by: Bench.author)
    bench.otherTypes("Statements, vectors,\ncases.", at: 0)
    bench.wait(10_000)
    return bench
  }

  @Test("A card that somebody archived")
  func archived() {
    var bench = Self.bench(.card(Self.card), columns: 40)
    bench.other(.cardArchive(Self.card))
    #expect(
      bench.screen == [
        " Home                           ● saved",
        " bob archived this card · r restores it",
        " Write the spec of windows",
        " archived · ★ · To do · #1 · bob",
        " ──────────────────────────────────────",
        " Statements, vectors,",
        " cases.",
        "",
        " ──────────────────────────────────────",
        " Labels     [bug]",
        " Checklist  0/1",
        " Enter write  q close  ? help",
      ])
    let narrow = bench.screen
    for width in [80, 200] {
      bench.send(.resized(TerminalSize(columns: width, rows: 12)))
      for row in 1..<11 {
        let line = narrow[row].hasPrefix(" ─") ? String(repeating: "─", count: width - 40) : ""
        #expect(bench.screen[row] == narrow[row] + line, "\(width) \(row)")
      }
    }
  }

  @Test("Favourites")
  func favourites() {
    let bench = Self.bench(.favourites, columns: 40)
    #expect(
      bench.screen == [
        " Home                           ● saved",
        " Favourites 2",
        "▌ #1 Write the spec of windows       ★ ≡",
        "▌ [bug] in To do 0/1",
        "  #3 Draw them                         ★",
        "  in Doing", "", "", "", "", "",
        " Enter open  w split  W window",
      ])
    #expect(
      Self.bench(.favourites, columns: 80).screen == [
        " Home                                                                   ● saved",
        " Favourites                                                                   2",
        "▌ #1 Write the spec of windows                                               ★ ≡",
        "▌ [bug] in To do 0/1",
        "  #3 Draw them                                                                 ★",
        "  in Doing", "", "", "", "", "",
        " Enter open  w split  W window  f off the list  / search  ? help  q quit",
      ])
    // The card stands beside the list.
    let wide = Self.bench(.favourites, columns: 200).screen
    #expect(wide[1].hasSuffix("2 │ Write the spec of windows"))
    #expect(wide[2].hasPrefix("▌ #1 Write the spec of windows"))
    #expect(wide[4].hasPrefix("  #3 Draw them"))
    #expect(wide[4].hasSuffix("│ Statements, vectors,"))
  }

  @Test("A new column")
  func form() {
    for width in [40, 80, 200] {
      var bench = Self.bench(.addColumn(after: Bench.column(0)), columns: width)
      bench.keys("Review<enter>first<enter>")
      #expect(
        bench.screen[1...] == [
          " New column after “To do”",
          " Title: Review",
          " Cards, one in a line:",
          "   1 first",
          "   2", "", "", "", "", "",
          width == 40
            ? " Enter next  ctrl-s make  Esc close"
            : " Enter next  ctrl-s make  Esc close  F1 help",
        ])
    }
  }
}
