import BoardModel
import Screen
import Testing
import WindowSync

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
    Self.check(Keymap<BoardListCommand>.boardList)
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

  // MARK: Names

  @Test("Every command has a name that never changes and that no other command has")
  func names() {
    var names: [String] = []
    func add<Command>(_ keymap: Keymap<Command>, but isOthers: (Command) -> Bool = { _ in false }) {
      names += Set(keymap.bindings.map(\.command).filter { !isOthers($0) }).map(\.name)
    }
    add(Keymap<BoardCommand>.board)
    add(Keymap<TextCommand>.text)
    add(Keymap<CardCommand>.card)
    add(Keymap<ListCommand>.list)
    add(Keymap<HistoryCommand>.history) { if case .list = $0 { true } else { false } }
    add(Keymap<ReceiptCommand>.receipts) { if case .list = $0 { true } else { false } }
    // Only the list of boards makes something new.
    add(Keymap<BoardListCommand>.boardList) {
      if case .list(let command) = $0 { command != .create } else { false }
    }
    add(Keymap<SectionCommand>.section)
    add(Keymap<SoleCardCommand>.soleCard) { if case .board = $0 { true } else { false } }
    add(Keymap<ColumnFormCommand>.columnForm)
    let recorded = Self.names.flatMap { context, names in
      names.split { $0 == " " || $0 == "\n" }.map { "\(context).\($0)" }
    }
    #expect(Set(recorded).count == recorded.count)
    #expect(names.sorted() == recorded.sorted())
    for command in BoardCommand.allCases {
      #expect(BoardCommand(rawValue: command.name) == command)
    }
  }

  /// The names as they are in keymap files: those of a new command come to them, and none goes.
  private static let names = [
    "focus": """
    left right up down first-card last-card first-column last-column page-up page-down
    """,
    "card": """
    move-left move-right move-up move-down open open-beside open-window invite actions
    new new-at-top edit-title edit-body labels priority blockers move-to duplicate archive favourite mark carry
    copy-title
    """,
    "favourites": "open-window",
    "invitation": "open",
    "column": "new menu",
    "board": "rename switch archive receipts",
    "search": "start next previous",
    "window": "clear toggle-mouse reconnect repaint suspend help quit",
    "edit": "undo redo force-undo",
    "detail": "toggle scroll-down scroll-up",
    "form": "enter make leave next previous close help repaint suspend",
    "text": """
    delete-backward delete-forward delete-word-backward delete-word-forward
    delete-to-line-start delete-to-line-end left right word-left word-right line-start line-end
    up down page-up page-down start end
    """,
    "editor": "close next-field previous-field edit-in-editor undo redo history",
    "list": "up down page-up page-down top bottom choose create close",
    "section": """
    up down page-up page-down top bottom move-up move-down choose add edit remove
    remove-everywhere next-colour previous-colour
    """,
    "history": "restore",
    "boards": "archive show-archived",
    "receipts": "put-back copy dismiss dismiss-all",
    "reading": """
    up down page-up page-down start end first-section last-section history restore
    close
    """,
  ]

  // MARK: The table of commands

  @Test("The last line and the menu of a card name only commands that have words for them")
  func words() {
    for command in BoardCommand.footer + BoardCommand.footerOfFavourites {
      #expect(!command.row.hint.isEmpty, "\(command)")
    }
    for command in BoardCommand.footerOfFavourites {
      #expect(command.refusal(in: .favourites) == nil, "\(command)")
    }
    let subjects = [false, true].map { isCarrying in
      CommandRow.MenuSubject(
        areMany: false, areFavourites: false, isRead: false, isMarked: false, isCarrying: isCarrying
      )
    }
    for command in BoardCommand.allCases {
      let isOffered = subjects.contains { command.row.menu($0) != nil }
      #expect(BoardCommand.menu.contains(command) == isOffered, "\(command)")
    }
    #expect(Set(BoardCommand.menu).count == BoardCommand.menu.count)
  }

  @Test(
    "A command that begins an edit asks for nothing where the person may not edit",
    arguments: BoardCommand.allCases.filter {
      if case .begins = $0.row.edit { true } else { false }
    })
  func begins(command: BoardCommand) throws {
    var bench = Bench([("A", ["a", "b"]), ("B", ["c"])])
    bench.send(.standing(.fenced(.ended("It is over."))))
    bench.forgetEffects()
    let chord = try #require(command.row.keys.first)
    bench.send(.input(.key(chord.key, chord.modifiers)))
    #expect(bench.notice == "It is over.")
    #expect(bench.effects.contains(.bell))
    guard case .browsing = bench.window.mode else {
      Issue.record("\(bench.window.mode)")
      return
    }
  }

  @Test("Every key of the board does something; a key that only rings does nothing")
  func eachDoesSomething() {
    for binding in Keymap.board.bindings {
      for chord in binding.chords {
        let doesSomething = Self.prepared().contains { bench in
          var bench = bench
          let before = Self.state(of: bench)
          bench.forgetEffects()
          bench.send(.input(.key(chord.key, chord.modifiers)))
          guard !bench.effects.contains(.bell) else { return false }
          return before != Self.state(of: bench)
            || bench.effects.contains { effect in
              switch effect {
              case .redraw, .wake, .saveViewState, .presence: false
              default: true
              }
            }
        }
        #expect(doesSomething, "\(chord.name): \(binding.help)")
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
    var searched = middle
    searched.keys("/card 2<enter>")
    var invited = middle
    invited.send(.invited(by: Bench.otherAuthor, .card(Bench.card(2, 3)), title: "card 2 3"))
    var wide = Bench(columns, columns: 160, rows: 10)
    wide.otherTypes(String(repeating: "line\n", count: 40), at: 0)
    wide.keys("]]")
    return [middle, stopped, undone, searched, invited, wide]
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
