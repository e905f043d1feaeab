import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("What a drag proposes")
struct DragTests {
  /// At 80x10 cards stand in rows 2, 3, 4; columns begin at 0, 26 and 53.
  static func bench(columns: Int = 80) -> Bench {
    Bench(MouseTests.columns, columns: columns, rows: 10)
  }

  /// Card a is taken hold of and carried.
  static func drag(
    _ bench: inout Bench, to column: Int, _ row: Int, _ modifiers: Modifiers = []
  ) {
    bench.mouse(.press(.left), 5, 2)
    move(&bench, .drag(.left), column, row, modifiers)
  }

  static func move(
    _ bench: inout Bench, _ action: MouseEvent.Action, _ column: Int, _ row: Int,
    _ modifiers: Modifiers = []
  ) {
    let position = Position(column: column, row: row)
    bench.send(.input(.mouse(MouseEvent(action, at: position, modifiers))))
  }

  static func proposal(_ bench: Bench) -> PointerDrag.Proposal? {
    if case .dragging(let drag) = bench.window.mode { drag.proposal } else { nil }
  }

  private static let none: Modifiers = []
  private static let places: [(Int, Int, Modifiers, String)] = [
    (30, 4, none, "a  → Doing"), (30, 4, .control, "a  + copy to Doing"),
    (60, 4, .alt, "a  + copy to Done"), (5, 4, none, "a  → To do"), (6, 2, none, "a  · stays"),
    (6, 2, .control, "a  + copy to To do"), (30, 0, none, "a  ⧉ copy as text"),
    (30, 9, none, "a  ✕ not here"), (30, 4, .shift, "a  → Doing"),
  ]

  @Test("What a release would do stands at the pointer", arguments: places)
  func words(column: Int, row: Int, modifiers: Modifiers, words: String) {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 2)
    Self.move(&bench, .drag(.left), 7, 2)
    Self.move(&bench, .drag(.left), column, row, modifiers)
    #expect(bench.screen[min(row + 1, 8)].contains(" " + words), "\(bench.screen)")
  }

  @Test("With ctrl or alt held at the release a copy is made of all that matters of a card")
  func copy() {
    var bench = Self.bench()
    let (label, item) = (LabelID(high: 1, low: 1), ItemID(high: 2, low: 1))
    bench.otherTypes("text", at: 0)
    bench.other(.labelCreate(label, name: "red", colour: 1))
    bench.other(.attach(Bench.card(0, 0), .label(label)))
    bench.other(.attach(Bench.card(0, 0), .assignee("carl")))
    bench.other(.set(.cardDue(Bench.card(0, 0)), .number(20_000)))
    bench.other(.itemAdd(Bench.card(0, 0), item, text: "step", at: Anchors()))
    bench.other(.set(.itemDone(Bench.card(0, 0), item), .flag(true)))
    Self.drag(&bench, to: 30, 3)
    Self.move(&bench, .release(.left), 30, 3, .control)
    #expect(bench.titles(0) == ["a", "b", "c"])
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.notice == "Copied “a” to “Doing”. u undoes.")
    let copy = bench.board.liveCards(in: Bench.column(1))[1].id
    #expect(copy != Bench.card(0, 0))
    #expect(bench.board.card(copy)?.body.string == "text")
    #expect(bench.board.labels(on: copy).map(\.name.value) == ["red"])
    #expect(bench.board.assignees(of: copy) == ["carl"])
    #expect(bench.board.due(of: copy) == 20_000)
    #expect(bench.board.checklist(of: copy).map(\.text.value) == ["step"])
    #expect(bench.board.checklist(of: copy).map(\.done) == [true])
    bench.keys("u")
    #expect(bench.titles(1) == ["d"])
  }

  @Test("Marked cards are copied together, in their order, between those they are dropped at")
  func copies() {
    var bench = Self.bench()
    bench.keys("vjv")
    Self.drag(&bench, to: 5, 4, .alt)
    Self.move(&bench, .release(.left), 5, 4, .alt)
    #expect(bench.intents.count == 1)
    #expect(bench.titles(0) == ["a", "b", "a", "b", "c"])
  }

  @Test("Y copies too: the card below itself, marked ones below the focus")
  func copyKey() {
    var bench = Self.bench()
    bench.keys("Y")
    #expect(bench.titles(0) == ["a", "a", "b", "c"])
    #expect(bench.window.model.view.focus.index == 1)
    bench.keys("vGvlY")
    #expect(bench.titles(1) == ["d", "a", "c"])
    #expect(bench.intents.count == 2)
    bench.keys("<esc><esc>lY")
    #expect(bench.notice == "There is no card here.")
  }

  // MARK: Edges

  @Test(
    "After 300 ms within two cells of an edge a release opens the card there, and moves nothing",
    arguments: [(0, Placement.left), (1, .left), (78, .right), (79, .right)])
  func armed(column: Int, placement: Placement) {
    var bench = Self.bench()
    Self.drag(&bench, to: column, 5)
    #expect(Self.proposal(bench) != .openWindow(placement == .left ? .left : .right))
    bench.wait(299)
    #expect(bench.screen.contains { $0.contains("· hold: new window") })
    #expect(!bench.screen.contains { $0.contains("┃") })
    bench.forgetEffects()
    bench.wait(1)
    #expect(bench.effects.contains(.redraw))
    #expect(bench.screen.contains { $0.contains("◂ new w") || $0.contains("window ▸") })
    // In row 6 stands what is dragged.
    for row in [1, 2, 3, 4, 5, 7, 8] {
      let cells = bench.screen[row]
      #expect(placement == .left ? cells.hasPrefix("┃┃") : cells.hasSuffix("┃┃"))
    }
    Self.move(&bench, .drag(.left), column, 6)
    bench.mouse(.release(.left), column, 6)
    #expect(bench.effects.contains(.openWindow(.card(Bench.card(0, 0)), placement)))
    #expect(bench.intents.isEmpty)
    bench.send(.openedWindow(.card(Bench.card(0, 0)), .failed(reason: "no")))
    #expect(bench.window.model.view.opened == Bench.card(0, 0))
  }

  @Test(
    "A release within an edge before that is armed does nothing, in every row, at every width",
    arguments: [40, 80, 200])
  func fling(width: Int) {
    for column in [0, 1, width - 2, width - 1] {
      for row in 1..<9 {
        for held in [UInt64(0), 100, 250, 299] {
          // Motion through the board, none but one at the edge, and none but the release.
          for steps in [[width / 2, column], [column], [6]] {
            var bench = Self.bench(columns: width)
            bench.mouse(.press(.left), 5, 2)
            for step in steps { bench.mouse(.drag(.left), step, row) }
            bench.wait(held)
            bench.mouse(.release(.left), column, row)
            let what = "\(column), \(row) after \(held) by \(steps)"
            #expect(bench.intents.isEmpty, "\(what)")
            #expect(!Self.opensWindow(bench), "\(what)")
            #expect(bench.notice == "Nothing was moved.", "\(what)")
            #expect(Self.proposal(bench) == nil, "\(what)")
          }
        }
      }
    }
  }

  private static func opensWindow(_ bench: Bench) -> Bool {
    bench.effects.contains { if case .openWindow = $0 { true } else { false } }
  }

  @Test("A press and a release without motion between them move nothing, wherever that is")
  func noMotion() {
    for width in [40, 80, 200] {
      for column in [0, 1, width / 2, width - 2, width - 1] {
        var bench = Self.bench(columns: width)
        bench.mouse(.press(.left), 5, 2)
        bench.wait(1_000)
        bench.mouse(.release(.left), column, 4)
        #expect(bench.intents.isEmpty && !Self.opensWindow(bench), "\(width) \(column)")
      }
    }
  }

  @Test(
    "An edge that is not armed yet says what holding there does, at 40 and 120 columns",
    arguments: [40, 120])
  func armingWords(width: Int) {
    var bench = Self.bench(columns: width)
    Self.drag(&bench, to: 0, 4)
    #expect(bench.screen[5].contains(" a  · hold: new window"), "\(bench.screen)")
    bench.wait(300)
    #expect(bench.screen[5].contains(" a  ◂ new window"), "\(bench.screen)")
    var hidden = Bench((0..<6).map { ("Column \($0)", ["card \($0)"]) }, columns: width, rows: 10)
    hidden.mouse(.press(.left), 5, 2)
    hidden.mouse(.drag(.left), width - 1, 4)
    #expect(hidden.screen[5].contains(" card 0  · hold: more columns"), "\(hidden.screen)")
    hidden.mouse(.release(.left), width - 1, 4)
    #expect(hidden.intents.isEmpty)
  }

  @Test("Who passes an edge, or comes back from it, moves the card as ever")
  func passing() {
    var bench = Self.bench()
    Self.drag(&bench, to: 79, 4)
    bench.wait(200)
    Self.move(&bench, .drag(.left), 70, 4)
    bench.wait(1_000)
    #expect(Self.proposal(bench) == .move(PointerDrag.Target(lane: 2, index: 0)))
    Self.move(&bench, .drag(.left), 79, 4)
    bench.wait(200)
    Self.move(&bench, .drag(.left), 77, 4)
    bench.mouse(.release(.left), 77, 4)
    #expect(bench.titles(2) == ["a"])
    #expect(!Self.opensWindow(bench))
  }

  @Test("An armed edge that is left is none any longer; the other one arms anew")
  func disarmed() {
    var bench = Self.bench()
    Self.drag(&bench, to: 0, 4)
    bench.wait(300)
    #expect(Self.proposal(bench) == .openWindow(.left))
    Self.move(&bench, .drag(.left), 79, 4)
    #expect(Self.proposal(bench) == .arming(.right))
    bench.wait(300)
    #expect(Self.proposal(bench) == .openWindow(.right))
  }

  @Test("Columns that are hidden come first; the edge arms when the last of them is there")
  func scrollsFirst() {
    var bench = Bench((0..<6).map { ("Column \($0)", ["card \($0)"]) }, columns: 60, rows: 10)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 59, 4)
    #expect(Self.proposal(bench) == .scrolling(.right))
    bench.wait(450 * 4 + 299)
    #expect(bench.window.model.viewport.scroll.firstLane == 4)
    #expect(Self.proposal(bench) == .arming(.right))
    bench.wait(1)
    #expect(Self.proposal(bench) == .openWindow(.right))
    Self.move(&bench, .drag(.left), 0, 4)
    bench.wait(450 * 4 + 299)
    #expect(bench.window.model.viewport.scroll.firstLane == 0)
    bench.wait(1)
    #expect(Self.proposal(bench) == .openWindow(.left))
  }

  @Test("With a card beside it the board scrolls at its own end, and the screen's edge arms")
  func beside() {
    var bench = Bench((0..<9).map { ("Column \($0)", ["card \($0)"]) }, columns: 200, rows: 10)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 119, 4)
    bench.wait(450)
    #expect(bench.window.model.viewport.scroll.firstLane == 1)
    bench.mouse(.drag(.left), 150, 4)
    #expect(Self.proposal(bench) == .forbidden(nil))
    bench.wait(1_000)
    #expect(bench.window.model.viewport.scroll.firstLane == 1)
    bench.mouse(.drag(.left), 199, 4)
    bench.wait(450 * 3 + 300)
    #expect(bench.window.model.viewport.scroll.firstLane == 4)
    #expect(Self.proposal(bench) == .openWindow(.right))
  }

  @Test("Who may not move cards sees so at the pointer, is told why, and can open a window")
  func viewer() {
    var bench = Self.bench()
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    let reason = "Only an editor may do this; you are a viewer."
    Self.drag(&bench, to: 30, 4, .control)
    #expect(Self.proposal(bench) == .forbidden(reason))
    #expect(bench.screen[5].contains("✕ not allowed"))
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.notice == reason)
    #expect(bench.intents.isEmpty)
    bench.now += 1_000
    Self.drag(&bench, to: 0, 4)
    bench.wait(300)
    bench.mouse(.release(.left), 0, 4)
    #expect(bench.effects.contains(.openWindow(.card(Bench.card(0, 0)), .left)))
  }

  // MARK: A lost release

  @Test(
    "A drag whose release is lost ends in cancel, also at an armed edge",
    arguments: ["motion", "press", "focus", "key"], [30, 79])
  func lost(how: String, column: Int) {
    var bench = Self.bench()
    Self.drag(&bench, to: column, 4)
    bench.wait(400)
    bench.forgetEffects()
    switch how {
    case "motion": bench.mouse(.move, column, 4)
    case "press": bench.mouse(.press(.left), column, 4)
    case "focus": bench.send(.input(.focus(false)))
    default: bench.keys("<esc>")
    }
    #expect(Self.proposal(bench) == nil)
    #expect(bench.effects.contains(.redraw))
    #expect(bench.notice == "Nothing was moved.")
    bench.mouse(.release(.left), column, 4)
    #expect(bench.intents.isEmpty)
    #expect(!bench.effects.contains { if case .openWindow = $0 { true } else { false } })
  }

  @Test("A button that is held when the focus goes begins no drag later")
  func pressed() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 2)
    bench.send(.input(.focus(false)))
    bench.mouse(.drag(.left), 30, 4)
    #expect(Self.proposal(bench) == nil)
  }
}
