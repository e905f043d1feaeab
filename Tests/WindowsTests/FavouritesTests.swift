import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("The window of favourites")
struct FavouritesTests {
  static let columns = [("To do", ["a", "b", "c"]), ("Doing", ["d", "e"])]
  static let marked = [Bench.card(1, 1), Bench.card(0, 0), Bench.card(1, 0)]

  static func bench(
    columns width: Int = 80, rows: Int = 24, favourites: [CardID] = marked,
    cards: [(String, [String])] = columns
  ) -> Bench {
    var bench = Bench(
      cards, columns: width, rows: rows, subject: .favourites)
    for card in favourites {
      bench.other(.cardFavourite(card, marked: true), touches: [], by: Bench.author)
    }
    bench.keys("g")
    return bench
  }

  static func list(_ bench: Bench) -> [String] {
    bench.window.model.view.contents.lanes.flatMap(\.cards).compactMap {
      bench.board.card($0)?.title.value
    }
  }

  @Test("It lists this user's favourites in the order of the board, each with its column")
  func shown() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      bench.other(.cardFavourite(Bench.card(0, 1), marked: true))
      #expect(Self.list(bench) == ["a", "d", "e"], "\(width)")
      let screen = bench.screen
      #expect(screen[1].contains("Favourites"), "\(width)")
      #expect(screen[2].hasPrefix("▌ #1 a") && screen[2].contains("★"), "\(width): \(screen[2])")
      #expect(screen[3].hasPrefix("▌ in To do"), "\(width): \(screen[3])")
      #expect(screen[5].hasPrefix("  #4 d"), "\(width)")
      #expect(screen[6].hasPrefix("  in Doing"), "\(width)")
      bench.keys("j")
      #expect(bench.focused == "d")
    }
  }

  @Test("Chips and proposals stand on its cards too")
  func chips() {
    var bench = Self.bench()
    bench.other(.labelCreate(LabelID(high: 1, low: 1), name: "bug", colour: 1))
    bench.other(.attach(Bench.card(0, 0), .label(LabelID(high: 1, low: 1))))
    let base = bench.board.sequence
    bench.other(.cardRetitle(Bench.card(0, 0), title: "a!"))
    bench.otherQueues(.cardRetitle(Bench.card(0, 0), title: "a?"), base: base)
    #expect(bench.screen[2].hasPrefix("▌ #1 a!"))
    #expect(bench.screen[2].contains("◇"))
    #expect(bench.screen[3].hasPrefix("▌ [bug] in To do"))
  }

  @Test("What others do shows at once")
  func live() {
    var bench = Self.bench()
    bench.keys("j")
    bench.other(.cardMove([Bench.card(1, 0)], to: Bench.column(0), at: Anchors()))
    #expect(Self.list(bench) == ["a", "d", "e"])
    #expect(bench.focused == "d")
    #expect(bench.screen[6].hasPrefix("▌ in To do"))
    bench.other(.cardArchive(Bench.card(1, 0)), touches: [Bench.card(1, 0)])
    #expect(Self.list(bench) == ["a", "e"])
    #expect(bench.focused == "e")
    bench.other(.cardFavourite(Bench.card(0, 2), marked: true), by: Bench.author)
    #expect(Self.list(bench) == ["a", "c", "e"])
  }

  @Test("f takes a card off, u puts it back; cards given are made favourites in one edit")
  func taken() {
    var bench = Self.bench()
    bench.keys("jf")
    #expect(bench.lastIntent == .cardFavourite(Bench.card(1, 0), marked: false))
    #expect(Self.list(bench) == ["a", "e"])
    bench.keys("u")
    #expect(Self.list(bench) == ["a", "d", "e"])
    bench.keys("gvjvf")
    #expect(Self.list(bench) == ["e"])
    var model = bench.window.model
    model.favour([Bench.card(0, 0), Bench.card(0, 1), Bench.card(1, 1)], marked: true)
    #expect(
      model.effects.last
        == .edit(
          .batch([
            .cardFavourite(Bench.card(0, 0), marked: true),
            .cardFavourite(Bench.card(0, 1), marked: true),
          ])))
  }

  @Test("Enter opens a card in it, Esc goes back to the list, w and W open it elsewhere")
  func opened() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      bench.keys("j<enter><enter>text<esc><esc>")
      #expect(bench.board.card(Bench.card(1, 0))?.body.string == "text")
      #expect(bench.focused == "d")
      #expect(bench.screen[1].contains("Favourites"))
      bench.keys("w")
      let beside = Placement.right.fitting(bench.window.model.viewport.size)
      #expect(bench.effects.contains(.openWindow(.card(Bench.card(1, 0)), beside)))
      bench.keys("W")
      #expect(bench.effects.contains(.openWindow(.card(Bench.card(1, 0)), .window)))
      bench.keys("q")
      #expect(bench.effects.contains(.quit))
    }
  }

  @Test("Without favourites it says how to make one")
  func empty() {
    for width in [20, 40, 80, 200] {
      var bench = Self.bench(columns: width, favourites: [])
      let text = bench.screen[1...].joined(separator: " ").split(separator: " ")
        .joined(separator: " ")
      #expect(text.contains("No favourites yet: f on a card makes one."), "\(width)")
      bench.keys("<enter>fdwe.tm")
      #expect(bench.intents.isEmpty)
    }
  }

  @Test("Keys that need the board's columns say so")
  func refused() {
    var bench = Self.bench()
    for key in ["n", "N", "H", "L", "J", "K", "c", "Y", "R", "b", "a"] {
      bench.keys(key)
      #expect(bench.notice == "That is done on the board, not among favourites.", "\(key)")
      guard case .browsing = bench.window.mode else {
        Issue.record("\(key)")
        return
      }
    }
    bench.paste("x\ny")
    #expect(bench.intents.isEmpty)
    bench.mouse(.press(.left), 3, 2)
    bench.mouse(.drag(.left), 3, 8)
    bench.mouse(.release(.left), 3, 8)
    #expect(bench.intents.isEmpty)
    bench.keys("m")
    bench.keys("j<enter>")
    #expect(bench.titles(1) == ["d", "e", "a"])
    bench.keys(".")
    #expect(!bench.screen.joined().contains("Make a copy"))
  }

  @Test("Selection, scroll and search come back, also in another size")
  func restored() {
    let cards = [("Long", (0..<30).map { "card \($0)" })]
    let all = (0..<30).map { Bench.card(0, $0) }
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width, rows: 14, favourites: all, cards: cards)
      bench.keys("/card<enter>Gkkv")
      bench.wait(600)
      guard let state = ViewStateTests.lastState(of: bench) else {
        Issue.record("not saved")
        return
      }
      var again = bench.restarted(with: state, isOnDisk: true)
      #expect(again.screen[1...] == bench.screen[1...], "\(width)")
      #expect(again.focused == "card 27")
      for other in [200, 40, 80] {
        again.send(.resized(TerminalSize(columns: other, rows: 10)))
        #expect(again.screen.joined().contains("card 27"), "\(width) to \(other)")
      }
    }
  }

  @Test("Its terminal is called after it, its help has what applies")
  func named() {
    var bench = Bench(Self.columns, rows: 60, subject: .favourites, comes: false)
    bench.come()
    #expect(bench.effects.contains(.setTitle("Favourites · Home")))
    bench.keys("?")
    let text = bench.screen.joined(separator: "\n")
    #expect(text.contains("Among favourites"))
    #expect(!text.contains("new column"))
  }
}
