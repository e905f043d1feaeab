import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("The menu of what can be done with a card")
struct ActionMenuTests {
  static let columns = [("To do", ["a", "b", "c"]), ("Doing", ["d"]), ("Done", [String]())]

  static func bench(_ columns: [(String, [String])] = columns) -> Bench {
    Bench(columns, columns: 80, rows: 20)
  }

  static func menu(_ bench: Bench) -> ActionMenu? {
    bench.list(ActionMenu.self)
  }

  // MARK: What applies

  private static let one: [BoardCommand] = [
    .open, .openBeside, .openWindow, .editTitle, .editInEditor, .labels, .priority, .blockers,
    .moveTo,
    .duplicate,
    .favourite, .carry, .mark, .copyTitle, .invite, .archive,
  ]
  private static let several: [BoardCommand] = [.moveTo, .duplicate, .favourite, .carry, .archive]
  private static let edits: Set<BoardCommand> = [
    .editTitle, .editInEditor, .labels, .priority, .blockers, .moveTo, .duplicate, .archive,
  ]

  @Test(
    "What applies is offered, what a role or a closed board forbids says why",
    arguments: [Role.owner, .editor, .commenter, .viewer], [0, 1, 2])
  func applicability(role: Role, marked: Int) {
    var bench = Self.bench()
    if marked == 1 { bench.keys("jvk") }
    if marked == 2 { bench.keys("vjv") }
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(role)))
    let choices = ActionMenu.choices(bench.window.model.scene, bench.window.model.carried)
    #expect(choices.map(\.command) == (marked == 0 ? Self.one : Self.several))
    let isForbidden = role < .editor
    for choice in choices {
      let refusal =
        isForbidden && Self.edits.contains(choice.command)
        ? "Only an editor may do this; you are a \(role)." : nil
      #expect(choice.refusal == refusal, "\(choice.command)")
      #expect(choice.isDestructive == (choice.command == .archive))
    }
    #expect(choices.last?.isDestructive == true)
  }

  @Test("A window that is read-only offers what only looks")
  func readOnly() {
    var bench = Self.bench()
    bench.send(.standing(.fenced(.ended("Another terminal has this window."))))
    let free = ActionMenu.choices(bench.window.model.scene, bench.window.model.carried).filter {
      $0.refusal == nil
    }.map(\.command)
    #expect(free == [.open, .openBeside, .openWindow, .carry, .mark, .copyTitle, .invite])
  }

  @Test("With one column there is none to move to; without a card there is no menu")
  func scarce() {
    var bench = Self.bench([("To do", ["a"])])
    let move = ActionMenu.choices(bench.window.model.scene, bench.window.model.carried).first {
      $0.command == .moveTo
    }
    #expect(move?.refusal == "There is no other column.")
    bench = Self.bench()
    bench.keys("$.")
    #expect(Self.menu(bench) == nil)
    #expect(bench.notice == "There is no card here. n makes one.")
  }

  @Test("Every choice has a key of the board, and does just what that key does", arguments: one)
  func same(command: BoardCommand) {
    let binding = Keymap<BoardCommand>.board.bindings.first { $0.command == command }
    guard let chord = binding?.chords.first else {
      Issue.record("no key")
      return
    }
    var byKey = Self.bench()
    byKey.forgetEffects()
    byKey.send(.input(.key(chord.key, chord.modifiers)))
    let ways: [(inout Bench) -> Void] = [
      { bench in
        let row = Self.menu(bench)?.choices.firstIndex { $0.command == command } ?? 0
        for _ in 0..<row { bench.keys("<down>") }
        bench.keys("<enter>")
      },
      { bench in
        guard let choice = Self.menu(bench)?.choices.first(where: { $0.command == command }),
          let row = bench.screen.firstIndex(where: { $0.contains(choice.text + " ") })
        else {
          Issue.record("not shown")
          return
        }
        bench.mouse(.press(.left), 10, row)
      },
      { $0.send(.input(.key(chord.key, chord.modifiers))) },
    ]
    for way in ways {
      var bench = Self.bench()
      bench.keys(".")
      #expect(Self.menu(bench)?.cards == [Bench.card(0, 0)])
      bench.forgetEffects()
      way(&bench)
      #expect(bench.intents == byKey.intents)
      #expect(bench.screen == byKey.screen)
      #expect(bench.notice == byKey.notice)
      let effects = [bench, byKey].map { $0.effects.filter { $0 != .redraw && !$0.isOfTime } }
      #expect(effects[0] == effects[1])
    }
  }

  // MARK: Keys and mouse

  @Test("It stands at the focused card, each with its key, what takes away last")
  func painted() {
    var bench = Self.bench()
    bench.keys(".")
    #expect(
      bench.screen[2...18] == [
        "▌ │ ▌Open                                  Enter │  │  no cards",
        "  │  Open in a split beside this window        w │  │",
        "  │  Open in a new window                      W │  │",
        "  │  Edit the title                            e │  │",
        "  │  Edit the body in $EDITOR                  E │  │",
        "  │  Labels …                                  t │  │",
        "  │  Priority …                                P │  │",
        "  │  Blocked by …                              B │  │",
        "  │  Move to a column …                        m │  │",
        "  │  Make a copy                               Y │  │",
        "  │  Favourite                                 f │  │",
        "  │  Take up, to put down in any window    Space │  │",
        "  │  Mark                                      v │  │",
        "  │  Copy the title                            y │  │",
        "  │  Invite a user to it …                     I │  │",
        "  │  ! Archive                                 d │  │",
        "  ╰──────────────────────────────────────────────╯  │",
      ])
  }

  @Test("A choice that is not available says why, below and when it is chosen, and does nothing")
  func unavailable() {
    var bench = Self.bench()
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    bench.keys(".G")
    let reason = "Only an editor may do this; you are a viewer."
    #expect(bench.screen.contains { $0.contains(reason) })
    #expect(bench.screen.contains { $0.contains("▌! Archive") && $0.contains("— │") })
    bench.keys("<enter>")
    #expect(bench.notice == reason)
    bench.keys("d")
    #expect(bench.intents.isEmpty)
    #expect(Self.menu(bench) != nil)
    bench.keys("<esc>")
    #expect(Self.menu(bench) == nil)
  }

  @Test("A right click asks for the card under it, alone or with all that are marked with it")
  func rightClick() {
    var bench = Self.bench()
    bench.mouse(.press(.right), 30, 2)
    bench.mouse(.release(.right), 30, 2)
    #expect(bench.focused == "d")
    #expect(Self.menu(bench)?.cards == [Bench.card(1, 0)])
    bench.mouse(.press(.right), 5, 4)
    #expect(Self.menu(bench)?.cards == [Bench.card(0, 1)])
    bench.mouse(.press(.left), 79, 19)
    #expect(Self.menu(bench) == nil)
    bench.keys("gvjv")
    bench.mouse(.press(.right), 5, 2)
    #expect(Self.menu(bench)?.cards == [Bench.card(0, 0), Bench.card(0, 1)])
    #expect(bench.screen.contains { $0.contains("─ 2 marked cards ─") })
    bench.keys("d")
    #expect(bench.titles(0) == ["c"])
    bench.keys("ukvk")
    bench.mouse(.press(.right), 30, 2)
    #expect(Self.menu(bench)?.cards == [Bench.card(1, 0)])
  }

  @Test("A right click beside the cards asks for the column")
  func column() {
    var bench = Self.bench()
    bench.mouse(.press(.right), 70, 8)
    #expect(bench.list(ColumnMenu.self)?.column == Bench.column(2))
  }

  @Test("Whoever takes the card away meanwhile closes the menu: nothing else is acted on")
  func gone() {
    var bench = Self.bench()
    bench.keys(".")
    bench.other(.cardArchive(Bench.card(0, 0)))
    #expect(Self.menu(bench) == nil)
    bench.wait(100)
    #expect(bench.notice == "What the menu was for has changed meanwhile.")
    bench.keys(".")
    bench.other(.cardRetitle(Bench.card(0, 1), title: "B"))
    #expect(Self.menu(bench)?.cards == [Bench.card(0, 1)])
    #expect(bench.screen.contains { $0.contains("╭─ B ─") })
  }

  // MARK: Where to

  @Test("A card is moved to the column that is chosen, marked ones together")
  func destination() {
    var bench = Self.bench()
    bench.keys("m")
    #expect(bench.screen.contains { $0.contains("▌To do") && $0.contains("here") })
    bench.keys("<enter>")
    #expect(bench.notice == "It is there already.")
    bench.keys("G<enter>")
    #expect(bench.lastIntent == .cardMove([Bench.card(0, 0)], to: Bench.column(2), at: Anchors()))
    #expect(bench.focused == "a")
    bench.keys("0vjvmG<enter>")
    #expect(bench.titles(2).sorted() == ["a", "b", "c"])
    bench.keys("m")
    bench.other(.columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive))
    bench.keys("gj<enter>")
    #expect(bench.notice == "Somebody deleted this column meanwhile.")
  }
}

extension WindowEffect {
  /// Comes at a time and not of what is done.
  fileprivate var isOfTime: Bool {
    switch self {
    case .wake, .saveViewState: true
    default: false
    }
  }
}
