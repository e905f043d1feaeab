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
  static let pointer = DraggedItems(id(4), content(1, isPointer: true), on: here)

  static let fetch = Fetch(.make(place), count: 2)
  static let copy = CardCopy(
    title: "One", body: "", due: nil, labels: [], assignees: [], items: [])
  static let landing = Landing.make([copy], place)

  static func ended(_ number: UInt64, _ end: DragEnd = .dropped) -> EndedDrag {
    EndedDrag(drag: id(number), end: end, author: phone, place: "tmux pane %3")
  }

  /// Reaches a state by events, and checks that it did.
  static func carried(in state: State) -> Carried {
    var carried = Carried()
    switch state {
    case .nothing: break
    case .held(let dragged): take(dragged, &carried)
    case .fetching(let dragged, let fetch):
      take(dragged, &carried)
      _ = carried.handle(.fetch(fetch))
    case .dropping(let dragged, let landing, let meanwhile):
      take(dragged, &carried)
      _ = carried.handle(.drop(landing))
      if let meanwhile {
        _ = carried.handle(.report(.carrying(meanwhile), session: Bench.session))
      }
    }
    #expect(carried.state == state)
    return carried
  }

  private static func take(_ dragged: DraggedItems, _ carried: inout Carried) {
    guard dragged.isOwn, !dragged.isNamed else {
      let session = dragged.isOwn ? Bench.session : Bench.otherSession
      let drag = Drag(
        id: dragged.id, session: session, board: dragged.board, author: phone,
        content: dragged.content)
      _ = carried.handle(.report(.carrying(.drag(drag)), session: Bench.session))
      return
    }
    _ = carried.handle(.lift(dragged))
  }

  struct Row: Sendable {
    let from: State
    let event: Carried.Event
    let to: State
    let outcomes: [Outcome]

    init(_ from: State, _ event: Carried.Event, _ to: State, _ outcomes: [Outcome] = []) {
      (self.from, self.event, self.to, self.outcomes) = (from, event, to, outcomes)
    }
  }

  static func told(_ report: DragReport) -> Carried.Event {
    .report(report, session: Bench.session)
  }

  static let bytes = copy.bytes

  static var half: Fetch {
    var fetch = fetch
    _ = fetch.take(bytes)
    return fetch
  }

  static var progressed: Fetch {
    var fetch = half
    fetch.progress(40, of: 100)
    return fetch
  }

  static let lifting = Outcome.request(.lift(id(1), content(2)))
  static let table: [Row] = [
    // Nothing.
    Row(.nothing, .lift(own), .held(own), [lifting]),
    Row(.nothing, .release, .nothing), Row(.nothing, .stop, .nothing),
    Row(.nothing, .fetch(fetch), .nothing), Row(.nothing, .drop(landing), .nothing),
    Row(.nothing, told(.carrying(.unknown)), .nothing),
    Row(.nothing, told(.carrying(.nothing(ended(1)))), .nothing),
    Row(.nothing, told(.carrying(.drag(drag(2)))), .held(theirs)),
    Row(
      .nothing, told(.carrying(.drag(drag(1, by: Bench.session, on: here)))), .held(ownNamed)),
    Row(.nothing, told(.dropped(id(1))), .nothing),
    Row(.nothing, told(.notLifted(id(1), reason: "no")), .nothing),
    Row(.nothing, told(.loaded(id(1), item: 0, bytes)), .nothing),
    // Held, and the coordinator does not know.
    Row(.held(own), .release, .nothing, [.request(.cancel(id(1)))]),
    Row(.held(own), .stop, .held(own)),
    Row(.held(own), told(.carrying(.unknown)), .held(own)),
    Row(.held(own), told(.carrying(.nothing(nil))), .held(own)),
    Row(.held(own), told(.carrying(.nothing(ended(9)))), .held(own)),
    Row(
      .held(own), told(.carrying(.nothing(ended(1)))), .nothing, [.ended(own, ended(1))]),
    Row(
      .held(own), told(.carrying(.drag(drag(1, by: Bench.session, on: here)))), .held(ownNamed)),
    Row(.held(own), told(.carrying(.drag(drag(2)))), .held(theirs), [.ended(own, nil)]),
    Row(.held(own), told(.notLifted(id(1), reason: "no")), .nothing, [.notLifted("no")]),
    Row(.held(own), told(.notLifted(id(2), reason: "no")), .held(own)),
    Row(.held(pointer), told(.notLifted(id(4), reason: "no")), .nothing),
    Row(
      .held(theirs), .lift(own), .held(own), [lifting]),
    // Held, and the coordinator knows.
    Row(.held(ownNamed), told(.carrying(.unknown)), .held(ownNamed)),
    Row(.held(ownNamed), told(.carrying(.nothing(nil))), .nothing, [.ended(ownNamed, nil)]),
    Row(
      .held(ownNamed), told(.carrying(.nothing(ended(1, .lapsed)))), .nothing,
      [.ended(ownNamed, ended(1, .lapsed))]),
    Row(.held(theirs), told(.carrying(.unknown)), .nothing),
    Row(.held(theirs), .release, .nothing, [.request(.cancel(id(2)))]),
    Row(
      .held(theirs), told(.carrying(.drag(drag(3)))), .held(others), [.ended(theirs, nil)]),
    Row(
      .held(theirs), .fetch(fetch), .fetching(theirs, fetch),
      [.request(.load(id(2), item: 0, .card))]),
    Row(
      .held(theirs), .fetch(Fetch(.text, count: 1)), .fetching(theirs, Fetch(.text, count: 1)),
      [.request(.load(id(2), item: 0, .markdown))]),
    Row(
      .held(theirs), .drop(landing), .dropping(theirs, landing, meanwhile: nil),
      [.request(.drop(id(2), .copy))]),
    Row(.held(theirs), told(.dropped(id(2))), .held(theirs)),
    Row(.held(theirs), told(.notDropped(id(2), reason: "no")), .held(theirs)),
    Row(.held(theirs), told(.loaded(id(2), item: 0, bytes)), .held(theirs)),
    // Fetching.
    Row(
      .fetching(theirs, fetch), told(.loaded(id(2), item: 0, bytes)), .fetching(theirs, half),
      [.request(.load(id(2), item: 1, .card))]),
    Row(
      .fetching(theirs, half), told(.loading(id(2), item: 1, received: 40, of: 100)),
      .fetching(theirs, progressed)),
    Row(
      .fetching(theirs, half), told(.loaded(id(2), item: 1, bytes)), .held(theirs),
      [.fetched(.copies([copy, copy], place))]),
    Row(.fetching(theirs, half), told(.loaded(id(2), item: 0, bytes)), .fetching(theirs, half)),
    Row(.fetching(theirs, half), told(.loaded(id(3), item: 1, bytes)), .fetching(theirs, half)),
    Row(
      .fetching(theirs, half), told(.loaded(id(2), item: 1, [1, 2, 3])), .held(theirs),
      [.notFetched("what came is no card")]),
    Row(
      .fetching(theirs, half), told(.notLoaded(id(2), item: 1, reason: "no")), .held(theirs),
      [.notFetched("no")]),
    Row(
      .fetching(theirs, half), told(.notLoaded(id(2), item: 0, reason: "no")),
      .fetching(theirs, half)),
    Row(.fetching(theirs, half), .stop, .held(theirs), [.request(.stopLoading)]),
    Row(
      .fetching(theirs, half), .release, .nothing,
      [.request(.stopLoading), .request(.cancel(id(2)))]),
    Row(
      .fetching(theirs, half), .lift(own), .held(own), [.request(.stopLoading), lifting]),
    Row(.fetching(theirs, half), .drop(landing), .fetching(theirs, half)),
    Row(.fetching(theirs, half), .fetch(fetch), .fetching(theirs, half)),
    Row(.fetching(theirs, half), told(.carrying(.drag(drag(2)))), .fetching(theirs, half)),
    Row(
      .fetching(theirs, half), told(.carrying(.drag(drag(3)))), .held(others),
      [.request(.stopLoading), .ended(theirs, nil), .notFetched("it is not carried any longer")]),
    Row(
      .fetching(theirs, half), told(.carrying(.nothing(ended(2)))), .nothing,
      [
        .request(.stopLoading), .ended(theirs, ended(2)),
        .notFetched("it is not carried any longer"),
      ]),
    Row(
      .fetching(theirs, half), told(.carrying(.unknown)), .nothing,
      [.request(.stopLoading), .notFetched("there is no connection to the coordinator")]),
    Row(.fetching(own, half), told(.carrying(.unknown)), .fetching(own, half)),
    Row(
      .fetching(own, half), told(.notLifted(id(1), reason: "no")), .nothing,
      [.request(.stopLoading), .notLifted("no")]),
    // Dropping.
    Row(
      .dropping(theirs, landing, meanwhile: nil), told(.dropped(id(2))), .nothing,
      [.landed(landing)]),
    Row(
      .dropping(theirs, landing, meanwhile: nil), told(.dropped(id(3))),
      .dropping(theirs, landing, meanwhile: nil)),
    Row(
      .dropping(theirs, landing, meanwhile: nil), told(.notDropped(id(2), reason: "no")),
      .held(theirs), [.notDropped("no")]),
    Row(
      .dropping(theirs, landing, meanwhile: nil), told(.carrying(.nothing(ended(2)))),
      .dropping(theirs, landing, meanwhile: .nothing(ended(2)))),
    Row(
      .dropping(theirs, landing, meanwhile: .nothing(ended(2))), told(.dropped(id(2))), .nothing,
      [.landed(landing)]),
    Row(
      .dropping(theirs, landing, meanwhile: .nothing(ended(2))),
      told(.notDropped(id(2), reason: "no")), .nothing, [.notDropped("no")]),
    Row(
      .dropping(theirs, landing, meanwhile: .drag(drag(3))), told(.dropped(id(2))), .held(others),
      [.landed(landing)]),
    Row(
      .dropping(theirs, landing, meanwhile: .drag(drag(3))),
      told(.notDropped(id(2), reason: "no")), .held(others), [.notDropped("no")]),
    Row(
      .dropping(theirs, landing, meanwhile: nil), .stop,
      .dropping(theirs, landing, meanwhile: nil)),
    Row(
      .dropping(theirs, landing, meanwhile: nil), .release,
      .dropping(theirs, landing, meanwhile: nil)),
    Row(
      .dropping(theirs, landing, meanwhile: nil), .lift(own),
      .dropping(theirs, landing, meanwhile: nil)),
    Row(
      .dropping(theirs, landing, meanwhile: nil), .drop(.gather([])),
      .dropping(theirs, landing, meanwhile: nil)),
    Row(
      .dropping(theirs, landing, meanwhile: nil), .fetch(fetch),
      .dropping(theirs, landing, meanwhile: nil)),
  ]

  @Test("Each event leads from each state to one, with its effects", arguments: table.indices)
  func transitions(row: Int) {
    let row = Self.table[row]
    var carried: Carried
    // What is half there comes of another state.
    if case .fetching(let dragged, Self.half) = row.from {
      carried = Self.carried(in: .fetching(dragged, Self.fetch))
      _ = carried.handle(Self.told(.loaded(dragged.id, item: 0, Self.bytes)))
    } else {
      carried = Self.carried(in: row.from)
    }
    #expect(carried.handle(row.event) == row.outcomes)
    #expect(carried.state == row.to)
  }

  @Test("The table has every kind of event for every state")
  func complete() {
    func state(_ state: State) -> Int {
      switch state {
      case .nothing: 0
      case .held: 1
      case .fetching: 2
      case .dropping: 3
      }
    }
    func event(_ event: Carried.Event) -> Int {
      switch event {
      case .lift: 0
      case .release: 1
      case .stop: 2
      case .fetch: 3
      case .drop: 4
      case .report(.carrying(.unknown), _): 5
      case .report(.carrying(.nothing), _): 6
      case .report(.carrying(.drag), _): 7
      case .report(.notLifted, _), .report(.dropped, _), .report(.notDropped, _),
        .report(.loading, _), .report(.loaded, _), .report(.notLoaded, _):
        8
      }
    }
    let seen = Set(Self.table.map { state($0.from) * 9 + event($0.event) })
    // What a drop that is on its way makes of words is the same for each.
    #expect(seen.union([3 * 9 + 5, 3 * 9 + 7]).count == 36)
  }

  @Test("What this window ended is over, whatever is still on its way")
  func past() {
    var carried = Self.carried(in: .held(Self.own))
    _ = carried.handle(.release)
    let late = Self.told(.carrying(.drag(Self.drag(1, by: Bench.session, on: Self.here))))
    #expect(carried.handle(late).isEmpty)
    #expect(carried.state == .nothing)
    #expect(
      carried.handle(Self.told(.carrying(.nothing(Self.ended(1, .cancelled))))).isEmpty)
    carried = Self.carried(in: .dropping(Self.theirs, Self.landing, meanwhile: nil))
    _ = carried.handle(Self.told(.dropped(Self.id(2))))
    #expect(carried.handle(Self.told(.carrying(.drag(Self.drag(2))))).isEmpty)
    #expect(carried.state == .nothing)
    // Another of this window's is in its place meanwhile.
    _ = carried.handle(.lift(Self.own))
    #expect(carried.handle(Self.told(.carrying(.drag(Self.drag(2))))).isEmpty)
    #expect(carried.state == .held(Self.own))
  }

  private static let unsound: [CardCopy] = [
    CardCopy(title: " ", body: "", due: nil, labels: [], assignees: [], items: []),
    CardCopy(
      title: String(repeating: "x", count: 1_001), body: "", due: nil, labels: [], assignees: [],
      items: []),
    CardCopy(title: "x", body: "", due: .max, labels: [], assignees: [], items: []),
    CardCopy(
      title: "x", body: "", due: nil, labels: [.init(name: "", colour: 1)], assignees: [],
      items: []),
    CardCopy(
      title: "x", body: "", due: nil, labels: [.init(name: "l", colour: 16)], assignees: [],
      items: []),
    CardCopy(title: "x", body: "", due: nil, labels: [], assignees: ["a b"], items: []),
    CardCopy(
      title: "x", body: "", due: nil, labels: [], assignees: (0..<65).map { "u\($0)" }, items: []),
    CardCopy(
      title: "x", body: "", due: nil, labels: [], assignees: [],
      items: [.init(text: "", isDone: false)]),
    CardCopy(
      title: "x", body: "", due: nil, labels: [], assignees: [],
      items: (0..<201).map { .init(text: "\($0)", isDone: false) }),
  ]

  @Test("What no board would take is no card", arguments: unsound.indices)
  func unsoundCards(index: Int) {
    var fetch = Self.fetch
    #expect(fetch.take(Self.unsound[index].bytes) == "what came is no card")
    #expect(fetch.item == 0)
    #expect(fetch.take(Self.bytes) == nil)
  }

  @Test("A card may have as many labels, and as many assignees, as a board takes")
  func fullCard() {
    var fetch = Self.fetch
    let names = (0..<64).map { "n\($0)" }
    let full = CardCopy(
      title: "x", body: "", due: nil, labels: names.map { .init(name: $0, colour: 1) },
      assignees: names, items: [])
    #expect(fetch.take(full.bytes) == nil)
    let over = CardCopy(
      title: "x", body: "", due: nil,
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
