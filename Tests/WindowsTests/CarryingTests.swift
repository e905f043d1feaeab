import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

extension Bench {
  /// What was asked of the coordinator about drags, in order.
  var drags: [DragRequest] {
    effects.compactMap { if case .drag(let request) = $0 { request } else { nil } }
  }

  mutating func told(_ report: DragReport) { send(.drag(report)) }

  /// Another window of this user takes cards up.
  /// - Parameter board: nil is this one.
  mutating func carries(
    _ cards: [CardID], titles: [String]? = nil, on board: BoardID? = nil, isPointer: Bool = false,
    number: UInt64 = 1
  ) {
    let items = cards.enumerated().map { place, card in
      DragItem(
        card: card, title: titles?[place] ?? self.board.card(card)?.title.value ?? "",
        types: CardRepresentation.allCases.map(\.rawValue))
    }
    carries(
      DragContent(isPointer: isPointer, moves: true, copies: true, items: items),
      on: board ?? self.board.id, number: number)
  }

  mutating func carries(
    _ content: DragContent, on board: BoardID = CarryingTests.there, number: UInt64 = 1
  ) {
    let drag = Drag(
      id: CarriedTests.id(number), session: Bench.otherSession, board: board,
      author: Bench.author, content: content)
    told(.carrying(DraggedItems(drag, isOwn: false)))
  }

  /// The coordinator names what this window lifted.
  mutating func named() -> DraggedItems? {
    guard case .lift(let items) = drags.last else { return nil }
    let drag = Drag(
      id: items.id, session: Bench.session, board: items.board, author: Bench.author,
      content: items.content)
    let named = DraggedItems(drag, isOwn: true)
    told(.carrying(named))
    return named
  }

  /// The coordinator says that what this window lifted is over.
  mutating func over(_ items: DraggedItems, _ ended: EndedDrag?) {
    told(.carrying(nil))
    told(.ended(items, ended))
  }

  var clipboard: [String] {
    effects.compactMap { if case .copyToClipboard(let text) = $0 { text } else { nil } }
  }
}

@Suite("Carrying by keys")
struct CarryingTests {
  static let columns = [("To do", ["One", "Two", "Three"]), ("Doing", ["Four"]), ("Done", [])]
  static let there = BoardID(high: 9, low: 1)
  static let id = CarriedTests.id(1)

  static func bench(columns width: Int = 80) -> Bench {
    Bench(columns, columns: width, rows: 12)
  }

  static func lifted(_ bench: Bench) -> DraggedItems? {
    for request in bench.drags.reversed() {
      if case .lift(let items) = request { return items }
    }
    return nil
  }

  // MARK: Taking up

  @Test("Space takes the focused card up, in all its types, and says so in the first line")
  func lifts() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      bench.keys("<space>")
      let content = Self.lifted(bench)?.content
      #expect(
        content
          == DragContent(
            isPointer: false, moves: true, copies: true,
            items: [
              DragItem(
                card: Bench.card(0, 0), title: "One",
                types: [
                  "application/x-board-card", "text/markdown", "text/plain", "text/uri-list",
                ])
            ]))
      #expect(bench.screen[0].contains(" One  · stays "), "\(bench.screen[0])")
      #expect(bench.screen[11].contains("Space drops  Esc cancels"))
      #expect(bench.screen[0].hasSuffix("● saved"))
      bench.keys("l")
      #expect(bench.screen[0].contains(" One  → Doing "), "\(bench.screen[0])")
      #expect(bench.intents.isEmpty)
    }
  }

  @Test("The marked cards are one thing that is carried; v marks, Space does not")
  func liftsMarked() {
    var bench = Self.bench()
    bench.keys("vjjv<space>")
    #expect(
      Self.lifted(bench)?.content.items.map(\.card) == [Bench.card(0, 0), Bench.card(0, 2)])
    bench.keys("l")
    #expect(bench.screen[0].contains(" 2 cards  → Doing "))
    bench.keys("<space>")
    #expect(bench.titles(1) == ["Four", "One", "Three"])
    #expect(bench.intents.count == 1)
  }

  @Test("Without a card there is nothing to take up, and no more than fits a message")
  func liftsNothing() {
    var bench = Self.bench()
    bench.keys("ll<space>")
    #expect(bench.drags.isEmpty)
    #expect(bench.notice == "There is no card here. n makes one.")
    var large = Bench([("Long", (0..<900).map { "card \($0)" })])
    large.window.model.view.mark(only: (0..<900).map { Bench.card(0, $0) })
    large.keys("<space>")
    #expect(large.drags.isEmpty)
    #expect(large.notice == "No more than 714 cards can be carried at once.")
    large.window.model.view.mark(only: (0..<714).map { Bench.card(0, $0) })
    large.keys("<space>")
    let items = Self.lifted(large)?.content.items ?? []
    #expect(items.count == 714)
    #expect(items.allSatisfy { $0.title.isEmpty })
    #expect(large.screen[0].contains(" 714 cards "))
  }

  // MARK: Putting down what was taken up here

  @Test(
    "Put down here it moves at once, as one edit, and the coordinator hears that it is over",
    .holds("DRG-021"))
  func own() {
    var bench = Self.bench()
    bench.keys("<space>l")
    bench.forgetEffects()
    bench.keys("<space>")
    #expect(
      bench.lastIntent
        == .cardMove(
          [Bench.card(0, 0)], to: Bench.column(1), at: Anchors(after: Bench.card(1, 0))))
    #expect(bench.titles(1) == ["Four", "One"])
    #expect(bench.focused == "One")
    #expect(bench.notice == "Moved “One” to “Doing”. u undoes.")
    guard case .cancel = bench.drags.last, bench.drags.count == 1 else {
      Issue.record("\(bench.drags)")
      return
    }
    #expect(bench.window.model.carried.dragged == nil)
    bench.keys("u")
    #expect(bench.titles(0) == ["One", "Two", "Three"])
  }

  @Test("In an empty column it is the first; below its own place it stays, and that ends it")
  func places() {
    var bench = Self.bench()
    bench.keys("<space>ll<space>")
    #expect(bench.titles(2) == ["One"])
    bench = Self.bench()
    bench.keys("j<space><space>")
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "It stays where it is.")
    #expect(bench.window.model.carried.dragged == nil)
    bench.keys("<space>k<space>")
    #expect(bench.intents.isEmpty)
    bench.keys("g<space>G<space>")
    #expect(bench.titles(0) == ["Two", "Three", "One"])
  }

  @Test("Without a link it is carried all the same, and put down here")
  func offline() {
    var bench = Bench(Self.columns, rows: 12, status: .reconnecting)
    bench.told(.carrying(nil))
    bench.keys("<space>l<space>")
    #expect(bench.titles(1) == ["Four", "One"])
  }

  @Test("Who may not edit can take up, and is told why nothing can be put down")
  func viewer() {
    var bench = Self.bench()
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    bench.keys("<space>l")
    #expect(bench.screen[0].contains("✕ Only an editor may do this; you"), "\(bench.screen[0])")
    bench.keys("<space>")
    #expect(bench.notice == "Only an editor may do this; you are a viewer.")
    #expect(bench.window.model.carried.held != nil)
    #expect(bench.intents.isEmpty)
  }

  @Test("What is archived meanwhile is not put down")
  func archived() {
    var bench = Self.bench()
    bench.keys("<space>l")
    bench.other(.cardArchive(Bench.card(0, 0)), touches: [Bench.card(0, 0)])
    #expect(bench.screen[0].contains("✕ Nothing of it"))
    bench.keys("<space>")
    #expect(bench.notice == "Nothing of it is on the board any longer.")
    #expect(bench.intents.isEmpty)
  }

  // MARK: What another window took up

  @Test(
    "What another window took up is asked for, and moves only when it is this window's",
    .holds("DRG-021"))
  func asks() {
    for width in [40, 80, 200] {
      var bench = Self.bench(columns: width)
      bench.keys("l")
      bench.carries([Bench.card(0, 0), Bench.card(0, 1)])
      #expect(bench.screen[0].contains(" 2 cards  → Doing "), "\(bench.screen[0])")
      bench.keys("<space>")
      #expect(bench.drags == [.drop(Self.id, .move)])
      #expect(bench.intents.isEmpty)
      bench.told(.carrying(nil))
      #expect(bench.intents.isEmpty)
      bench.told(.dropped(Self.id))
      #expect(bench.titles(1) == ["Four", "One", "Two"])
      #expect(bench.focused == "One")
      #expect(bench.notice == "Moved 2 cards to “Doing”. u undoes.")
      #expect(bench.window.model.carried.dragged == nil)
      bench.told(.dropped(Self.id))
      #expect(bench.intents.count == 1)
    }
  }

  @Test("What another window was first to put down stays as that did it, and the reason is told")
  func tooLate() {
    var bench = Self.bench()
    bench.keys("l")
    bench.carries([Bench.card(0, 0)])
    bench.keys("<space>")
    bench.told(.notDropped(Self.id, reason: "it was put down elsewhere"))
    #expect(bench.notice == "Nothing was put down: it was put down elsewhere.")
    #expect(bench.window.model.carried.held?.id == Self.id)
    #expect(bench.intents.isEmpty)
  }

  private static let endings: [(DragEnd, String, String, String?)] = [
    (.dropped, "desk", "tmux pane %3", "Put down in tmux pane %3."),
    (.dropped, "phone", "tmux pane %3", "Put down on phone, tmux pane %3."),
    (.dropped, "desk", "", "Put down in another window."),
    (.dropped, "phone", "", "Put down on phone."),
    (.cancelled, "desk", "tmux pane %3", "Let go in tmux pane %3: nothing was moved."),
    (.lapsed, "desk", "", "Let go: nothing was moved."), (.replaced, "desk", "", nil),
  ]

  @Test(
    "What became of it elsewhere is told once, where it was taken up", arguments: endings.indices)
  func ended(index: Int) {
    let (end, device, place, words) = Self.endings[index]
    var bench = Self.bench()
    bench.keys("<space>")
    guard let items = bench.named() else { return }
    let ended = EndedDrag(
      drag: items.id, end: end, author: Author(user: "ann", device: device), place: place)
    bench.over(items, ended)
    #expect(bench.notice == words)
    #expect(!bench.screen[0].contains("One"))
    bench.keys("<esc>")
    bench.told(.carrying(nil))
    #expect(bench.notice == nil)
  }

  @Test("Windows that only showed it show it no longer, and say nothing")
  func endedForOthers() {
    var bench = Self.bench()
    bench.carries([Bench.card(0, 0)])
    bench.told(.carrying(nil))
    #expect(bench.notice == nil)
    #expect(!bench.screen[0].contains("One"))
    #expect(bench.window.model.carried.dragged == nil)
  }

  @Test("What the coordinator does not take is carried no longer, and the reason is told")
  func refused() {
    var bench = Self.bench()
    bench.keys("<space>")
    guard let items = Self.lifted(bench) else { return }
    bench.told(.carrying(nil))
    bench.told(.notLifted(items, reason: "the request is too large"))
    #expect(bench.notice == "It is not carried any longer: the request is too large.")
    #expect(bench.window.model.carried.dragged == nil)
  }
}
