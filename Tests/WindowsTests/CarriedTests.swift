import BoardModel
import Testing
import WindowSync

@testable import Windows

@Suite("What is carried")
struct CarriedTests {
  typealias State = Carried.State
  typealias Outcome = Carried.Outcome

  static let here = BoardID(high: 9, low: 9)
  static let there = BoardID(high: 9, low: 1)
  static let place = CardPlace(
    column: Bench.column(0), anchors: Anchors(after: Bench.card(0, 0)))
  static let phone = Author(user: "ann", device: "phone")

  static func content(_ count: Int, isPointer: Bool = false) -> DragContent {
    DragContent(
      isPointer: isPointer, moves: true, copies: true,
      items: (0..<count).map {
        DragItem(
          card: Bench.card(0, $0), title: "card \($0)",
          types: CardRepresentation.allCases.map(\.rawValue))
      })
  }

  static func id(_ number: UInt64) -> DragID { DragID(high: 5, low: number) }

  static func drag(
    _ number: UInt64, by session: SessionID = Bench.otherSession, on board: BoardID = there,
    count: Int = 2, isPointer: Bool = false
  ) -> Drag {
    Drag(
      id: id(number), session: session, board: board, author: phone,
      content: content(count, isPointer: isPointer))
  }

  static let own = DraggedItems(id(1), content(2), on: here)
  static let ownNamed = DraggedItems(drag(1, by: Bench.session, on: here), isOwn: true)
  static let theirs = DraggedItems(drag(2), isOwn: false)
  static let others = DraggedItems(drag(3), isOwn: false)

  static let fetch = Fetch(.make(place), count: 2)
  static let copy = CardCopy(
    title: "One", body: "", due: nil, priority: nil, labels: [], assignees: [], items: [])
  static let landing = Landing.make([copy], place)

  static func ended(_ number: UInt64, _ end: DragEnd = .dropped) -> EndedDrag {
    EndedDrag(drag: id(number), end: end, author: phone, place: "tmux pane %3")
  }

  // MARK: The table

  /// What is half there comes of the first of two items.
  static let half = after(fetch) { _ = $0.take(copy.bytes) }
  static let progressed = after(half) { $0.progress(40, of: 100) }
  static let text = Fetch(.text, count: 1)

  private static func after(_ fetch: Fetch, _ change: (inout Fetch) -> Void) -> Fetch {
    var fetch = fetch
    change(&fetch)
    return fetch
  }

  static let fetching = State.fetching(theirs, half)
  static let dropping = State.dropping(theirs, landing, otherwise: theirs)
  static let droppingNothing = State.dropping(theirs, landing, otherwise: nil)
  static let droppingOthers = State.dropping(theirs, landing, otherwise: others)

  /// Each state with the events by which it is reached.
  static let states: [(state: State, ways: [Carried.Event])] = [
    (.nothing, []),
    (.held(own), [.lift(own)]),
    (.held(theirs), [carrying(theirs)]),
    (fetching, [carrying(theirs), .fetch(fetch), loaded(0)]),
    (dropping, [carrying(theirs), .drop(landing)]),
    (droppingNothing, [carrying(theirs), .drop(landing), carrying(nil)]),
    (droppingOthers, [carrying(theirs), .drop(landing), carrying(others)]),
  ]

  static let events: [Carried.Event] = [
    .lift(own), .release, .stop, .fetch(fetch), .fetch(text), .drop(landing),
    carrying(nil), carrying(ownNamed), carrying(theirs), carrying(others),
    .report(.ended(own, ended(1))), .report(.notLifted(own, reason: "no")),
    .report(.dropped(id(2))), .report(.dropped(id(3))),
    .report(.notDropped(id(2), reason: "no")), .report(.notDropped(id(3), reason: "no")),
    .report(.loading(id(2), item: 1, received: 40, of: 100)),
    .report(.loading(id(2), item: 0, received: 40, of: 100)),
    loaded(0), loaded(1), .report(.loaded(id(3), item: 1, copy.bytes)),
    .report(.loaded(id(2), item: 1, [1, 2, 3])),
    .report(.notLoaded(id(2), item: 1, reason: "no")),
    .report(.notLoaded(id(2), item: 0, reason: "no")),
  ]

  static func carrying(_ dragged: DraggedItems?) -> Carried.Event { .report(.carrying(dragged)) }
  static func loaded(_ item: Int) -> Carried.Event {
    .report(.loaded(id(2), item: item, copy.bytes))
  }

  struct Row: Hashable {
    let from: State
    let event: Carried.Event
    let to: State
    let outcomes: [Outcome]

    init(_ from: State, _ event: Carried.Event, _ to: State, _ outcomes: [Outcome] = []) {
      (self.from, self.event, self.to, self.outcomes) = (from, event, to, outcomes)
    }
  }

  static let over = Outcome.notFetched("it is not carried any longer")
  /// Every event that changes the state, or has an outcome, in the order of states and events.
  static let table: [Row] = [
    // Nothing is carried.
    Row(.nothing, .lift(own), .held(own), [.request(.lift(own))]),
    Row(.nothing, carrying(ownNamed), .held(ownNamed)),
    Row(.nothing, carrying(theirs), .held(theirs)),
    Row(.nothing, carrying(others), .held(others)),
    // This window took it up.
    Row(.held(own), .lift(own), .held(own), [.request(.lift(own))]),
    Row(.held(own), .release, .nothing, [.request(.cancel(id(1)))]),
    Row(
      .held(own), .fetch(fetch), .fetching(own, fetch),
      [.request(.load(id(1), item: 0, .card))]),
    Row(
      .held(own), .fetch(text), .fetching(own, text),
      [.request(.load(id(1), item: 0, .markdown))]),
    Row(
      .held(own), .drop(landing), .dropping(own, landing, otherwise: own),
      [.request(.drop(id(1), .copy))]),
    Row(.held(own), carrying(nil), .nothing),
    Row(.held(own), carrying(ownNamed), .held(ownNamed)),
    Row(.held(own), carrying(theirs), .held(theirs)),
    Row(.held(own), carrying(others), .held(others)),
    // Another window took it up.
    Row(.held(theirs), .lift(own), .held(own), [.request(.lift(own))]),
    Row(.held(theirs), .release, .nothing, [.request(.cancel(id(2)))]),
    Row(
      .held(theirs), .fetch(fetch), .fetching(theirs, fetch),
      [.request(.load(id(2), item: 0, .card))]),
    Row(
      .held(theirs), .fetch(text), .fetching(theirs, text),
      [.request(.load(id(2), item: 0, .markdown))]),
    Row(.held(theirs), .drop(landing), dropping, [.request(.drop(id(2), .copy))]),
    Row(.held(theirs), carrying(nil), .nothing),
    Row(.held(theirs), carrying(ownNamed), .held(ownNamed)),
    Row(.held(theirs), carrying(others), .held(others)),
    // Its second item is fetched.
    Row(fetching, .lift(own), .held(own), [.request(.lift(own))]),
    Row(fetching, .release, .nothing, [.request(.cancel(id(2)))]),
    Row(fetching, .stop, .held(theirs), [.request(.stopLoading)]),
    Row(fetching, carrying(nil), .nothing, [over]),
    Row(fetching, carrying(ownNamed), .held(ownNamed), [over]),
    Row(fetching, carrying(others), .held(others), [over]),
    Row(
      fetching, .report(.loading(id(2), item: 1, received: 40, of: 100)),
      .fetching(theirs, progressed)),
    Row(fetching, loaded(1), .held(theirs), [.fetched(.copies([copy, copy], place))]),
    Row(
      fetching, .report(.loaded(id(2), item: 1, [1, 2, 3])), .held(theirs),
      [.notFetched("what came is no card")]),
    Row(
      fetching, .report(.notLoaded(id(2), item: 1, reason: "no")), .held(theirs),
      [.notFetched("no")]),
    // It is being dropped, and was carried last.
    Row(dropping, carrying(nil), droppingNothing),
    Row(dropping, carrying(ownNamed), .dropping(theirs, landing, otherwise: ownNamed)),
    Row(dropping, carrying(others), droppingOthers),
    Row(dropping, .report(.dropped(id(2))), .nothing, [.landed(landing)]),
    Row(
      dropping, .report(.notDropped(id(2), reason: "no")), .held(theirs), [.notDropped("no")]),
    // It is being dropped, and was over before the answer.
    Row(droppingNothing, carrying(ownNamed), .dropping(theirs, landing, otherwise: ownNamed)),
    Row(droppingNothing, carrying(theirs), dropping),
    Row(droppingNothing, carrying(others), droppingOthers),
    Row(droppingNothing, .report(.dropped(id(2))), .nothing, [.landed(landing)]),
    Row(
      droppingNothing, .report(.notDropped(id(2), reason: "no")), .nothing, [.notDropped("no")]),
    // It is being dropped, and another was in its place before the answer.
    Row(droppingOthers, carrying(nil), droppingNothing),
    Row(droppingOthers, carrying(ownNamed), .dropping(theirs, landing, otherwise: ownNamed)),
    Row(droppingOthers, carrying(theirs), dropping),
    Row(droppingOthers, .report(.dropped(id(2))), .held(others), [.landed(landing)]),
    Row(
      droppingOthers, .report(.notDropped(id(2), reason: "no")), .held(others),
      [.notDropped("no")]),
  ]

  @Test("Each event in each state does what the table says, and nothing else does anything")
  func transitions() {
    var actual: [Row] = []
    for (state, ways) in Self.states {
      var start = Carried()
      for event in ways { _ = start.handle(event) }
      #expect(start.state == state)
      for event in Self.events {
        var carried = start
        let outcomes = carried.handle(event)
        guard carried.state != state || !outcomes.isEmpty else { continue }
        actual.append(Row(state, event, carried.state, outcomes))
      }
    }
    #expect(actual.count == Self.table.count)
    for (row, expected) in zip(actual, Self.table) where row != expected {
      Issue.record("\(row) instead of \(expected)")
    }
  }

  @Test("A fetch asks for one item after another, each as what it is fetched for")
  func items() {
    var carried = Carried()
    _ = carried.handle(Self.carrying(Self.theirs))
    #expect(
      carried.handle(.fetch(Fetch(.text, count: 1)))
        == [.request(.load(Self.id(2), item: 0, .markdown))])
    _ = carried.handle(.stop)
    _ = carried.handle(.fetch(Self.fetch))
    #expect(carried.handle(Self.loaded(0)) == [.request(.load(Self.id(2), item: 1, .card))])
    #expect(carried.state == .fetching(Self.theirs, Self.half))
  }

  private static let unsound: [CardCopy] = [
    CardCopy(title: " ", body: "", due: nil, priority: nil, labels: [], assignees: [], items: []),
    CardCopy(
      title: String(repeating: "x", count: 1_001), body: "", due: nil, priority: nil, labels: [],
      assignees: [],
      items: []),
    CardCopy(title: "x", body: "", due: .max, priority: nil, labels: [], assignees: [], items: []),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [.init(name: "", colour: 1)],
      assignees: [],
      items: []),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [.init(name: "l", colour: 16)],
      assignees: [],
      items: []),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [], assignees: ["a b"], items: []),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [],
      assignees: (0..<65).map { "u\($0)" }, items: []),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [], assignees: [],
      items: [.init(text: "", isDone: false)]),
    CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [], assignees: [],
      items: (0..<201).map { .init(text: "\($0)", isDone: false) }),
  ]

  @Test("What no board would take is no card", arguments: unsound.indices)
  func unsoundCards(index: Int) {
    var fetch = Self.fetch
    #expect(fetch.take(Self.unsound[index].bytes) == "what came is no card")
    #expect(fetch.item == 0)
    #expect(fetch.take(Self.copy.bytes) == nil)
  }

  @Test("A card may have as many labels, and as many assignees, as a board takes")
  func fullCard() {
    var fetch = Self.fetch
    let names = (0..<64).map { "n\($0)" }
    let full = CardCopy(
      title: "x", body: "", due: nil, priority: nil,
      labels: names.map { .init(name: $0, colour: 1) },
      assignees: names, items: [])
    #expect(fetch.take(full.bytes) == nil)
    let over = CardCopy(
      title: "x", body: "", due: nil, priority: nil,
      labels: (0..<65).map { .init(name: "n\($0)", colour: 1) }, assignees: [], items: [])
    #expect(fetch.take(over.bytes) == "what came is no card")
  }

  @Test("Text with what a terminal obeys is none, and too much is too much")
  func unsoundTexts() {
    var fetch = Fetch(.text, count: 3)
    for bytes: [UInt8] in [[0xFF], [0x1B, 0x5B], Array("a\u{9B}".utf8)] {
      #expect(fetch.take(bytes) == "what came is no text")
    }
    #expect(fetch.take(Array(repeating: 0x61, count: 20 << 20)) == nil)
    #expect(fetch.take(Array(repeating: 0x61, count: 20 << 20)) == "it is too much at once")
  }
}
