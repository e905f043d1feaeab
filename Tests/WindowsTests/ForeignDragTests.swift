import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

/// At 80x10 cards stand in rows 2, 3, 4; columns begin at 0, 26 and 53.
@Suite("A pointer between windows")
struct ForeignDragTests {
  static let id = CarriedTests.id(1)

  static func bench(columns: Int = 80, cards: [CardID] = [Bench.card(0, 0)]) -> Bench {
    var bench = DragTests.bench(columns: columns)
    bench.carries(cards, isPointer: true)
    return bench
  }

  // MARK: Where it was taken hold of

  @Test("A drag is told when it begins, and over when it ends here, dropped or not")
  func source() {
    var bench = DragTests.bench()
    DragTests.drag(&bench, to: 30, 4)
    guard case .lift(let items) = bench.drags.first, bench.drags.count == 1 else {
      Issue.record("not told")
      return
    }
    let content = items.content
    #expect(content.isPointer && content.moves && content.copies)
    #expect(content.items.map(\.card) == [Bench.card(0, 0)])
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.drags.last == .cancel(items.id))
    bench.forgetEffects()
    DragTests.drag(&bench, to: 30, 4)
    bench.keys("<esc>")
    #expect(bench.drags.count == 2)
    guard case .cancel = bench.drags.last else {
      Issue.record("not over")
      return
    }
  }

  @Test("Put down in another pane it ends here, and says where; lapsed it says that too")
  func elsewhere() {
    for (end, words) in [
      (DragEnd.dropped, "Put down in tmux pane %3."), (.lapsed, "Let go: nothing was moved."),
    ] {
      var bench = DragTests.bench()
      DragTests.drag(&bench, to: 30, 4)
      guard let items = bench.named() else { return }
      bench.send(.input(.focus(false)))
      #expect(DragTests.proposal(bench) != nil)
      bench.over(
        items,
        EndedDrag(drag: items.id, end: end, author: Bench.author, place: "tmux pane %3"))
      #expect(DragTests.proposal(bench) == nil)
      #expect(bench.notice == words)
      #expect(bench.intents.isEmpty)
      #expect(bench.drags.count == 1)
    }
  }

  @Test(
    "That the pointer is back without a button ends it", .holds("DRG-023"),
    arguments: ["motion", "press", "key"])
  func lost(how: String) {
    var bench = DragTests.bench()
    DragTests.drag(&bench, to: 30, 4)
    guard let id = bench.named()?.id else { return }
    bench.send(.input(.focus(false)))
    switch how {
    case "motion": bench.mouse(.move, 30, 4)
    case "press": bench.mouse(.press(.left), 30, 4)
    default: bench.keys("x")
    }
    #expect(bench.drags.last == .cancel(id))
    #expect(DragTests.proposal(bench) == nil)
    #expect(bench.intents.isEmpty)
  }

  @Test("Held for longer than the coordinator remembers it, it goes on in this window alone")
  func lapsed() {
    var bench = DragTests.bench()
    DragTests.drag(&bench, to: 30, 4)
    guard let items = bench.named() else { return }
    bench.over(
      items, EndedDrag(drag: items.id, end: .lapsed, author: Bench.author, place: "here"))
    #expect(DragTests.proposal(bench) == .move(.init(lane: 1, index: 1)))
    #expect(bench.notice == nil)
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.drags.count == 1)
  }

  @Test("What is archived while it hangs at the pointer is not put down")
  func archived() {
    var bench = DragTests.bench()
    bench.keys("vjv")
    DragTests.drag(&bench, to: 30, 4)
    bench.other(.cardArchive(Bench.card(0, 1)), touches: [Bench.card(0, 1)])
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.board.card(Bench.card(0, 1))?.archived.value == true)
    #expect(
      bench.lastIntent
        == .cardMove(
          [Bench.card(0, 0)], to: Bench.column(1), at: Anchors(after: Bench.card(1, 0))))
    bench = DragTests.bench()
    DragTests.drag(&bench, to: 30, 4)
    bench.other(.cardArchive(Bench.card(0, 0)), touches: [Bench.card(0, 0)])
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.notice == "Nothing of it is on the board any longer.")
    #expect(bench.intents.isEmpty)
  }

  @Test("On the first line a release copies the cards as text")
  func copiesText() {
    var bench = DragTests.bench()
    bench.keys("vjv")
    DragTests.drag(&bench, to: 30, 0)
    #expect(DragTests.proposal(bench) == .copyText)
    bench.mouse(.release(.left), 30, 0)
    #expect(bench.clipboard == ["# a\n\n# b\n"])
    #expect(bench.intents.isEmpty)
  }

  @Test("What the coordinator does not take can be put down here all the same")
  func notLifted() {
    var bench = DragTests.bench()
    DragTests.drag(&bench, to: 30, 4)
    guard case .lift(let items) = bench.drags.first else { return }
    bench.told(.carrying(nil))
    bench.told(.notLifted(items, reason: "no"))
    #expect(bench.notice == nil)
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.titles(1) == ["d", "a"])
  }

  // MARK: Where it is put down

  @Test("Motion and release without a press do nothing where nothing hangs at the pointer")
  func nothing() {
    for isCarried in [false, true] {
      var bench = DragTests.bench()
      if isCarried { bench.carries([Bench.card(0, 0)]) }
      bench.mouse(.drag(.left), 30, 4)
      bench.mouse(.release(.left), 30, 4)
      #expect(DragTests.proposal(bench) == nil)
      #expect(bench.drags.isEmpty)
      #expect(bench.intents.isEmpty)
    }
  }

  @Test(
    "It shows at the pointer with what a release would do, and is put down when that is granted")
  func moves() {
    var bench = Self.bench()
    #expect(bench.screen[0].contains("release drops"))
    bench.mouse(.drag(.left), 30, 4)
    #expect(bench.screen[5].contains(" a  → Doing "), "\(bench.screen)")
    #expect(bench.screen[3].contains("━━━"))
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.drags == [.drop(Self.id, .move)])
    #expect(bench.intents.isEmpty)
    bench.told(.dropped(Self.id))
    #expect(bench.titles(1) == ["d", "a"])
  }

  @Test("A release alone is enough, and so are all widths", arguments: [40, 80, 200])
  func releases(width: Int) {
    var bench = Self.bench(columns: width)
    bench.mouse(.release(.left), 5, 6)
    #expect(bench.drags == [.drop(Self.id, .move)])
    bench.told(.dropped(Self.id))
    #expect(bench.titles(0) == ["b", "c", "a"])
  }

  private static let none: Modifiers = []
  private static let places: [(Int, Int, Modifiers, PointerDrag.Proposal, [DragRequest])] = [
    (30, 3, .control, .copy(.init(lane: 1, index: 1)), [.drop(id, .copy)]),
    (5, 2, none, .cancel, [.cancel(id)]), (30, 9, none, .forbidden(nil), [.cancel(id)]),
    (30, 0, none, .copyText, [.cancel(id)]),
  ]

  @Test("What is not put down is let go: the button is up", arguments: places.indices)
  func proposals(index: Int) {
    let (column, row, modifiers, proposal, requests) = Self.places[index]
    var bench = Self.bench()
    DragTests.move(&bench, .drag(.left), column, row, modifiers)
    #expect(DragTests.proposal(bench) == proposal)
    DragTests.move(&bench, .release(.left), column, row, modifiers)
    #expect(bench.drags == requests)
    bench.told(.dropped(Self.id))
    #expect(bench.titles(1) == (index == 0 ? ["d", "a"] : ["d"]))
    #expect(bench.titles(0) == ["a", "b", "c"])
    #expect(bench.clipboard == (index == 3 ? ["# a\n"] : []))
  }

  @Test("At an armed edge a release opens the card there, and lets go")
  func edge() {
    var bench = Self.bench()
    bench.mouse(.drag(.left), 79, 5)
    bench.wait(300)
    #expect(DragTests.proposal(bench) == .openWindow(.right))
    bench.mouse(.release(.left), 79, 5)
    #expect(bench.effects.contains(.openWindow(.card(Bench.card(0, 0)), .right)))
    #expect(bench.drags == [.cancel(Self.id)])
  }

  @Test(
    "A release within an edge that is not armed lets go, also without motion before it",
    arguments: [40, 80, 200])
  func flung(width: Int) {
    for column in [0, 1, width - 2, width - 1] {
      for steps in [[Int](), [column], [width / 2, column]] {
        for isHere in [true, false] {
          var bench = DragTests.bench(columns: width)
          bench.carries(
            [Bench.card(isHere ? 0 : 5, 0)], on: isHere ? bench.board.id : CarryingTests.there,
            isPointer: true)
          for step in steps { bench.mouse(.drag(.left), step, 5) }
          bench.wait(200)
          bench.mouse(.release(.left), column, 5)
          #expect(bench.drags == [.cancel(Self.id)], "\(column) by \(steps)")
          #expect(bench.intents.isEmpty)
        }
      }
    }
  }

  // MARK: A pointer that left

  /// Nothing is drawn where the pointer was; the chip of the first line may stay.
  static func showsGhost(_ bench: Bench) -> Bool {
    bench.screen.dropFirst().contains {
      $0.contains("→ ") || $0.contains("━") || $0.contains("┃") || $0.contains("hold:")
        || $0.contains("new window")
    }
  }

  @Test(
    "The ghost leaves the window that the pointer left, and is back with the pointer",
    arguments: [40, 80, 120, 200], ["shown elsewhere", "focus", "still"])
  func left(width: Int, how: String) {
    for column in [6, width - 1] {
      var bench = DragTests.bench(columns: width)
      DragTests.drag(&bench, to: column, 6)
      bench.wait(310)
      #expect(Self.showsGhost(bench), "\(bench.screen)")
      guard bench.named() != nil else { return }
      switch how {
      case "shown elsewhere":
        // Another person's window, and one that showed the card before, say nothing of the pointer.
        bench.there([("ben", .card(Bench.card(0, 0))), ("ann", nil)])
        #expect(Self.showsGhost(bench))
        bench.there([("ben", .card(Bench.card(0, 0))), ("ann", .card(Bench.card(0, 0)))])
      case "focus": bench.send(.input(.focus(false)))
      // Columns that are hidden are scrolled to before.
      default: bench.wait(PointerDrag.stillMilliseconds + 2_000)
      }
      #expect(!Self.showsGhost(bench), "\(how): \(bench.screen)")
      #expect(bench.screen[0].contains(" a "), "\(how): \(bench.screen[0])")
      let before = bench.window.model.viewport.scroll
      bench.wait(5_000)
      #expect(!Self.showsGhost(bench))
      #expect(bench.window.model.viewport.scroll == before)
      #expect(bench.window.model.carried.held != nil)
      bench.mouse(.drag(.left), 6, 6)
      #expect(Self.showsGhost(bench), "\(bench.screen)")
      #expect(bench.intents.isEmpty)
      bench.mouse(.release(.left), 6, 6)
      #expect(bench.intents.count == 1)
    }
  }

  @Test("While a card of another window hangs at the pointer, this one is said to look at it")
  func saysWhere() {
    var bench = Self.bench()
    #expect(bench.window.announced.presence?.focus == nil)
    bench.mouse(.drag(.left), 30, 4)
    #expect(bench.window.announced.presence?.focus == .card(Bench.card(0, 0)))
    bench.wait(PointerDrag.stillMilliseconds)
    #expect(bench.window.announced.presence?.focus == nil)
  }

  @Test("From another board a release copies")
  func otherBoard() {
    var bench = DragTests.bench()
    bench.carries(
      [Bench.card(5, 5)], titles: ["X"], on: CarryingTests.there, isPointer: true)
    bench.mouse(.drag(.left), 30, 4)
    #expect(bench.screen[5].contains(" X  + copy to Doing "), "\(bench.screen)")
    bench.wait(1_000)
    bench.mouse(.drag(.left), 79, 4)
    bench.wait(1_000)
    #expect(DragTests.proposal(bench) == .forbidden(nil))
    bench.mouse(.drag(.left), 70, 4)
    #expect(DragTests.proposal(bench) == .copy(.init(lane: 2, index: 0)))
    bench.mouse(.release(.left), 70, 4)
    #expect(bench.drags == [.load(Self.id, item: 0, .card)])
    bench.told(.loaded(Self.id, item: 0, CarryingCopiesTests.plain("X").bytes))
    bench.told(.dropped(Self.id))
    #expect(bench.titles(2) == ["X"])
  }

  @Test("Favourites take it; a card window does not, and says why")
  func otherWindows() {
    var bench = FavouritesTests.bench()
    bench.carries([Bench.card(0, 1)], isPointer: true)
    bench.mouse(.drag(.left), 10, 5)
    #expect(DragTests.proposal(bench) == .favourite)
    #expect(bench.screen[6].contains("★ favourite"))
    bench.mouse(.release(.left), 10, 5)
    bench.told(.dropped(Self.id))
    #expect(FavouritesTests.list(bench).contains("b"))
    var card = Bench(CarryingTests.columns, rows: 14, subject: .card(Bench.card(0, 0)))
    card.carries([Bench.card(0, 1)], isPointer: true)
    card.mouse(.drag(.left), 10, 5)
    card.mouse(.release(.left), 10, 5)
    #expect(card.notice == "A window for one card takes no others.")
    #expect(card.drags == [.cancel(Self.id)])
  }

  @Test("The form for a new column takes it where the button goes up")
  func form() {
    var bench = ColumnFormTests.bench()
    bench.keys("New")
    bench.carries([Bench.card(0, 0)], isPointer: true)
    #expect(bench.screen[0].contains(" a  → the new column "))
    bench.mouse(.drag(.left), 10, 5)
    bench.mouse(.release(.left), 10, 5)
    #expect(bench.drags == [.drop(Self.id, .move)])
    bench.told(.dropped(Self.id))
    #expect(bench.screen[5] == "   → a  in To do")
  }

  @Test(
    "A button that goes down here was up: the release was lost, and nothing is dropped",
    .holds("DRG-023"))
  func press() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 60, 6)
    #expect(bench.drags == [.cancel(Self.id)])
    bench.mouse(.release(.left), 60, 6)
    #expect(bench.drags == [.cancel(Self.id)])
    #expect(bench.intents.isEmpty)
  }

  @Test("It is shown no longer when the pointer is elsewhere, or it is over; keys work meanwhile")
  func leaves() {
    var bench = Self.bench()
    bench.mouse(.drag(.left), 30, 4)
    bench.wait(PointerDrag.stillMilliseconds)
    #expect(DragTests.proposal(bench) == nil)
    #expect(bench.window.model.carried.held != nil)
    bench.mouse(.drag(.left), 30, 4)
    bench.keys("j")
    #expect(bench.focused == "b")
    bench.mouse(.drag(.left), 30, 4)
    bench.mouse(.move, 30, 4)
    #expect(DragTests.proposal(bench) == nil)
    #expect(bench.drags.isEmpty)
    bench.mouse(.drag(.left), 30, 4)
    bench.told(.carrying(nil))
    #expect(DragTests.proposal(bench) == nil)
    bench.mouse(.release(.left), 30, 4)
    #expect(bench.drags.isEmpty)
  }
}

extension Bench {
  /// The replica tells of other windows.
  fileprivate mutating func there(_ others: [(user: String, focus: PresenceFocus?)]) {
    let windows = others.enumerated().map { number, other in
      OtherWindow(
        session: SessionID(high: 0xAA, low: UInt64(number)),
        author: Author(user: other.user, device: "lap"),
        state: PresenceState(isActive: true, focus: other.focus))
    }
    send(.others(windows))
  }
}
