import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Keymaps")
struct KeymapTests {
  @Test("Every command of the board has keys and a line in the help")
  func complete() {
    for command in BoardCommand.allCases {
      #expect(Keymap.board.bindings.contains { $0.command == command }, "\(command)")
    }
    for binding in Keymap.board.bindings {
      #expect(
        HelpPage.lines.contains { $0.keys == binding.keys && $0.text == binding.help },
        "\(binding.help)")
    }
  }

  @Test("No key has two meanings in one place, and each is found by the table")
  func unambiguous() {
    Self.check(Keymap<BoardCommand>.board)
    Self.check(Keymap<TextCommand>.text)
    Self.check(Keymap<CardCommand>.card)
    Self.check(Keymap<ListCommand>.list)
    Self.check(Keymap<HistoryCommand>.history)
    Self.check(Keymap<ReceiptCommand>.receipts)
    Self.check(Keymap<SectionCommand>.section)
    Self.check(Keymap<SoleCardCommand>.soleCard)
    Self.check(Keymap<ColumnFormCommand>.columnForm)
    Self.check(Keymap<BoardCommand>.favourites)
    let text = Set(Keymap<TextCommand>.text.bindings.flatMap(\.chords))
    for chord in Keymap<CardCommand>.card.bindings.flatMap(\.chords) {
      #expect(!text.contains(chord), "\(chord.name)")
    }
  }

  @Test("Every key of the other windows has a line in their help")
  func helps() {
    func check<Command>(_ keymap: Keymap<Command>, _ subject: Subject) {
      for binding in keymap.bindings {
        #expect(
          HelpPage.lines(for: subject).contains {
            $0.keys == binding.keys && $0.text == binding.help
          }, "\(binding.help)")
      }
    }
    check(Keymap<SoleCardCommand>.soleCard, .card(Bench.card(0, 0)))
    check(Keymap<BoardCommand>.favourites, .favourites)
    check(Keymap<ColumnFormCommand>.columnForm, .addColumn(after: nil))
  }

  private static func check<Command>(_ keymap: Keymap<Command>) {
    var seen: Set<KeyChord> = []
    for binding in keymap.bindings {
      #expect(!binding.chords.isEmpty)
      #expect(!binding.help.isEmpty)
      for chord in binding.chords {
        #expect(seen.insert(chord).inserted, "\(chord.name)")
        #expect(keymap[chord] == binding.command)
      }
    }
  }

  @Test("Every key of the board does something")
  func eachDoesSomething() {
    for binding in Keymap.board.bindings {
      for chord in binding.chords {
        let effect = Self.prepared().map { bench in
          var bench = bench
          let before = Self.state(of: bench)
          bench.forgetEffects()
          bench.send(.input(.key(chord.key, chord.modifiers)))
          let visible = bench.effects.contains { effect in
            switch effect {
            case .redraw, .wake, .saveViewState, .presence: false
            default: true
            }
          }
          return visible || before != Self.state(of: bench)
        }
        #expect(effect.contains(true), "\(chord.name): \(binding.help)")
      }
    }
  }

  /// Each key means something in at least one of these.
  private static func prepared() -> [Bench] {
    let columns = (0..<4).map { column in
      ("Column \(column)", (0..<20).map { "card \(column) \($0)" })
    }
    var middle = Bench(columns, columns: 60, rows: 10)
    middle.keys("ljjjvfd")
    var stopped = middle
    stopped.keys("e<c-u>mine<enter>")
    if let card = stopped.window.model.view.focus.card {
      stopped.other(.cardRetitle(card, title: "theirs"))
    }
    stopped.keys("u")
    var undone = middle
    undone.keys("u")
    return [middle, stopped, undone]
  }

  private static func state(of bench: Bench) -> [String] {
    bench.screen + ["\(bench.window.model.view.focus)"]
  }

  @Test("The help shows every line when it is scrolled through")
  func helpScrolls() {
    var bench = Bench([("A", ["a"])], columns: 80, rows: 14)
    bench.keys("?")
    var seen: Set<String> = []
    for _ in 0..<30 {
      let screen = bench.screen
      for line in HelpPage.lines where screen.contains(where: { $0.contains(line.text) }) {
        seen.insert(line.text)
      }
      bench.keys("<pgdn>")
    }
    #expect(HelpPage.lines.allSatisfy { seen.contains($0.text) })
  }
}
