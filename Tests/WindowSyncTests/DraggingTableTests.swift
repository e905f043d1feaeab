import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// What a user carries, as far as a window can know: every state against every event, with what
/// follows.
@Suite("What a window knows of a drag")
struct DraggingTableTests {
  typealias Way = @Sendable (inout Dragging) -> [DragStep]
  typealias Event = (name: String, happen: @Sendable (inout Dragging) -> String)
  typealias State = (name: String, ways: [Way])

  static let session = SessionID(high: 1, low: 1)
  static let card = CardID(high: 0xCA, low: 1)
  static let content = DragContent(
    isPointer: false, moves: true, copies: true,
    items: [DragItem(card: card, title: "Card", types: ["text/plain"])])
  static let room = DragReach.follows(hasRoom: true)
  static let crowd = DragReach.follows(hasRoom: false)

  static func id(_ number: UInt64) -> DragID { DragID(high: 0xD, low: number) }

  static func items(_ number: UInt64) -> DraggedItems {
    DraggedItems(id(number), content, on: Fixture.board)
  }

  /// CARRIED. This window lifts drags 1 and 3, and so did its process before this one drag 4;
  /// another window lifts drag 2.
  static func carried(
    _ number: UInt64?, ended: (UInt64, DragEnd)? = nil, on reach: DragReach = room
  ) -> Way {
    let author = ScriptedCoordinator.author
    let drag = number.map {
      Drag(
        id: id($0), session: $0 == 2 ? SessionID(high: 1, low: 2) : session,
        board: Fixture.board, author: author, content: content)
    }
    let ended = ended.map { EndedDrag(drag: id($0.0), end: $0.1, author: author, place: "tty2") }
    let message = Carried(drag: drag, ended: ended)
    return { $0.take(message, of: session, on: reach) }
  }

  static func asks(
    _ request: DragRequest, on reach: DragReach = room
  ) -> Way {
    { $0.take(request, on: reach) }
  }

  static func settles(_ reach: DragReach) -> Way {
    { $0.settle(on: reach) }
  }

  static let lifts = asks(.lift(items(1)))
  static let loads = asks(.load(id(2), item: 0, .plainText))
  static func isLifted(_ number: UInt64) -> Way {
    {
      $0.wasLifted(id(number))
      return []
    }
  }

  static let text = Array("hello, world".utf8)

  /// A part of the text of `count` bytes from `offset` on.
  static func part(
    _ offset: Int, _ count: Int, total: UInt64 = 12, generation: Int = 1
  ) -> Way {
    let part = Part(
      total: total, digest: SHA256.hash(text), bytes: Array(text[offset..<(offset + count)]))
    return { $0.take(part, generation: generation) }
  }

  static let states: [State] = [
    ("apart", []),
    ("apart-lifting", [lifts]),
    ("apart-own", [carried(nil), lifts, settles(room), settles(.none)]),
    ("apart-own-named", [carried(1), settles(.none)]),
    ("nothing", [carried(nil)]),
    ("lifting", [carried(nil), lifts]),
    ("asked", [carried(nil), lifts, settles(room)]),
    ("own", [carried(nil), lifts, settles(room), isLifted(1)]),
    ("own-named", [carried(nil), lifts, settles(room), isLifted(1), carried(1)]),
    ("own-before", [carried(4)]),
    ("other", [carried(2)]),
    ("other-wanted", [carried(2), loads]),
    ("other-loading", [carried(2), loads, settles(room), part(0, 5)]),
    ("let-go", [carried(nil), lifts, settles(room), asks(.cancel(id(1)))]),
    ("let-go-lifting", [carried(1), asks(.cancel(id(1))), asks(.lift(items(3)))]),
    ("replaced", [carried(1), asks(.lift(items(3))), settles(room), isLifted(3)]),
    ("replaced-other", [carried(2), asks(.lift(items(3))), settles(room), isLifted(3)]),
    ("dropped", [carried(2), { $0.wasDropped(id(2)) }]),
  ]

  private static func event(
    _ name: String, _ happen: @escaping Way
  ) -> Event {
    (name, { happen(&$0).map(text(of:)).joined(separator: "; ") })
  }

  static let events: [Event] = [
    event("lift 1", lifts),
    event("lift 3", asks(.lift(items(3)))),
    event("cancel 1", asks(.cancel(id(1)))),
    event("cancel 1, apart", asks(.cancel(id(1)), on: .none)),
    event("cancel 2", asks(.cancel(id(2)))),
    event("drop 2", asks(.drop(id(2), .copy))),
    event("drop 2, no room", asks(.drop(id(2), .copy), on: crowd)),
    event("drop 2, apart", asks(.drop(id(2), .copy), on: .none)),
    event("load 2", loads),
    event("stop loading", asks(.stopLoading)),
    event("turn", settles(room)),
    event("turn, no room", settles(crowd)),
    event("turn, apart", settles(.none)),
    event("CARRIED nothing", carried(nil)),
    event("CARRIED nothing, 1 dropped", carried(nil, ended: (1, .dropped))),
    event("CARRIED nothing, 2 dropped", carried(nil, ended: (2, .dropped))),
    event("CARRIED 1", carried(1)),
    event("CARRIED 2", carried(2)),
    event("CARRIED 2, 1 replaced", carried(2, ended: (1, .replaced))),
    event("CARRIED 3", carried(3)),
    event("CARRIED 4", carried(4)),
    event("CARRIED 2, apart", carried(2, on: .none)),
    event("LIFTED 1", isLifted(1)),
    event("LIFT 1 refused") { $0.failed(.lift(id(1)), "too much") },
    event("LIFT 3 refused") { $0.failed(.lift(id(3)), "too much") },
    event("DROPPED 2") { $0.wasDropped(id(2)) },
    event("DROP 2 refused") { $0.failed(.drop(id(2)), "it is over") },
    event("PART", part(5, 3)),
    event("PART, the last", part(5, 7)),
    event("PART, changed", part(5, 7, total: 13)),
    event("PART, too large", part(5, 7, total: 1 << 40)),
    event("PART, late", part(5, 7, generation: 0)),
    event("LOAD refused") { $0.failed(.load(generation: 1), "nobody has it") },
    event("LOAD refused, late") { $0.failed(.load(generation: 0), "nobody has it") },
    event("other request refused") { $0.failed(.attach, "no") },
    (
      "LOAD 1",
      { dragging in
        let load = Load(drag: id(1), item: 0, type: "text/plain", offset: 0)
        let part = dragging.part(load, of: board, cluster: "test")
        return part.map { "PART \(String(decoding: $0.bytes, as: UTF8.self))" } ?? "-"
      }
    ),
  ]

  static let board = Fixture.board(
    columns: 1,
    [
      .cardCreate(card, in: Fixture.column(0), title: "Card", body: "", at: Anchors())
    ])

  static func line(_ dragging: Dragging) -> String {
    var parts = [short(dragging.state), dragging.isInformed ? "informed" : "uninformed"]
    if let loading = dragging.loading {
      parts.append(
        "loads \(loading.drag.low).\(loading.item) \(loading.isAsked ? "asked" : "wanted") "
          + "\(loading.bytes.count) of \(loading.total.map { "\($0)" } ?? "?")"
          + (loading.restarts > 0 ? " again" : ""))
    }
    if !dragging.past.isEmpty { parts.append("past \(dragging.past.map(\.low))") }
    if dragging.generation > 0 { parts.append("generation \(dragging.generation)") }
    return parts.joined(separator: ", ")
  }

  static func text(of step: DragStep) -> String {
    switch step {
    case .report(let report): "tell \(short(report))"
    case .cancel, .lift, .drop, .load: "send \(short(step))"
    }
  }

  /// All drags have one content, are of one board, and those that are named of one device.
  private static func short(_ value: Any) -> String {
    let constants = [
      (", board \(shortText(Fixture.board)), content \(shortText(content))", ""),
      (", \(shortText(content))", ", the content"), (", device desk", ", named"),
      (", author \(shortText(ScriptedCoordinator.author))", ""),
    ]
    return constants.reduce(shortText(value)) { text, constant in
      text.split(separator: constant.0, omittingEmptySubsequences: false)
        .joined(separator: constant.1)
    }
  }

  @Test(
    "Every event in every state leads where the table says, with its effects", arguments: states)
  func table(_ state: State) throws {
    var dragging = Dragging()
    for way in state.ways { _ = way(&dragging) }
    try Recorded.transitions("Dragging/\(state.name)", of: dragging, Self.line, Self.events)
  }

  @Test("There is a table for each state, and for no other")
  func complete() throws {
    #expect(try Recorded.names(of: "Dragging") == Set(Self.states.map(\.name)))
    #expect(Set(Self.events.map(\.name)).count == Self.events.count)
  }

  @Test("Of what the window ended only the latest are remembered")
  func past() {
    var dragging = Dragging()
    for number in 1...20 as ClosedRange<UInt64> {
      _ = dragging.take(.lift(Self.items(number)), on: Self.room)
      _ = Self.carried(nil)(&dragging)
      _ = dragging.settle(on: Self.room)
      _ = dragging.take(.cancel(Self.id(number)), on: Self.room)
    }
    #expect(dragging.past == (5...20).map { Self.id($0) })
  }
}
