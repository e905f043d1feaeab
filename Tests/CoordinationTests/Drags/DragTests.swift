import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@Suite("Drags between windows")
struct DragTests {
  private static let ann = Author(user: "ann", device: "laptop")
  private var harness = CoordinatorHarness()

  init() throws { try harness.makeBoard() }

  @Test(
    "What is lifted in one window is carried in all of its user, and in nobody else's",
    .holds("DRG-001", "DRG-004"))
  mutating func carriedEverywhere() throws {
    let source = try harness.dragger(1)
    let other = try harness.dragger(2, device: "phone")
    let stranger = try harness.dragger(3, user: "ben")
    for id in [source, other, stranger] {
      #expect(harness.carried(id) == Carried(drag: nil, ended: nil), "told with ATTACHED")
    }
    try harness.lift(source, 1, .cards(1, 2))
    let told = Carried(
      drag: Drag(
        id: drag(1), session: session(1), board: board(1), author: Self.ann,
        content: .cards(1, 2)), ended: nil)
    #expect(harness.carried(source) == told)
    #expect(harness.carried(other) == told)
    #expect(harness.carried(stranger) == nil)
    // Who comes later hears of it, also on another board; a command does not.
    try harness.makeBoard(board(2))
    let late = try harness.dragger(4, board: board(2))
    #expect(harness.carried(late) == told)
  }

  @Test(
    "A command and a client without the feature hear nothing of drags, and lift nothing",
    .holds("DRG-003", "DRG-006"))
  mutating func commands() throws {
    let source = try harness.dragger(1)
    let command = try harness.greeted(hello: .dragging)
    let body = Attach(
      board: board(1), session: session(8), instance: InstanceID(high: 9, low: 1),
      configuration: .command, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
      firstPending: 1, level: ModelLevels.released.newest)
    _ = try harness.request(command, body)
    let old = try harness.show(9, .board)
    try harness.lift(source, 1)
    #expect(harness.take(command).isEmpty)
    #expect(harness.take(old.connection).isEmpty)
    let lift = Lift(drag: drag(2), content: .cards(1))
    #expect(try harness.refusal(command, lift).code == .notAttached)
    let drop = Drop(drag: drag(1), proposal: .move)
    #expect(try harness.refusal(command, drop).code == .notAttached)
    harness.send(command, CancelDrag(drag: drag(1)).frame())
    #expect(harness.carried(source)?.ended == nil)
    let free = try harness.greeted(hello: .dragging)
    #expect(try harness.refusal(free, lift).code == .notAttached)
    _ = harness.begin(old.connection, lift)
    #expect(harness.peers[old.connection]?.finished == true, "LIFT was not agreed on")
  }

  @Test(
    "The first drop gets it; whoever comes later is told that it is over",
    .holds("DRG-005", "DRG-016"))
  mutating func firstDrop() throws {
    let source = try harness.dragger(1)
    let first = try harness.dragger(2)
    let second = try harness.dragger(3)
    try harness.lift(source, 1)
    let drop = Drop(drag: drag(1), proposal: .move)
    #expect(try harness.request(first, drop) == .dropped(Dropped()))
    for id in [second, first, source] {
      #expect(try harness.refusal(id, drop).code == .dragOver)
      let ended = EndedDrag(drag: drag(1), end: .dropped, author: Self.ann, place: "tty2")
      #expect(harness.carried(id) == Carried(drag: nil, ended: ended))
    }
    let load = Load(drag: drag(1), item: 0, type: "text/plain", offset: 0)
    #expect(try harness.refusal(second, load).code == .dragOver)
  }

  @Test(
    "Who lifts something else lets go of the first; who lifts the same changes nothing",
    .holds("DRG-002"))
  mutating func replaced() throws {
    let source = try harness.dragger(1)
    let other = try harness.dragger(2)
    try harness.lift(source, 1)
    _ = harness.carried(source)
    try harness.lift(source, 1)
    #expect(harness.carried(source) == nil)
    try harness.lift(other, 2)
    let ended = EndedDrag(drag: drag(1), end: .replaced, author: Self.ann, place: "tty2")
    let told = harness.carried(source)
    #expect(told?.ended == ended)
    #expect(told?.drag?.id == drag(2))
    let drop = Drop(drag: drag(1), proposal: .copy)
    #expect(try harness.refusal(source, drop).code == .dragOver)
  }

  @Test(
    "What became of a drag is told also where the next ones begin in the same turn",
    .holds("DRG-004", "DRG-005"))
  mutating func atOnce() throws {
    let source = try harness.dragger(1)
    let other = try harness.dragger(2)
    try harness.lift(source, 1)
    _ = harness.take(source)
    let frames = [
      Drop(drag: drag(1), proposal: .copy).frame(request: 10),
      Lift(drag: drag(2), content: .cards(2)).frame(request: 11), CancelDrag(drag: drag(2)).frame(),
      Lift(drag: drag(3), content: .cards(3)).frame(request: 12),
    ]
    harness.handle(.received(other, frames.flatMap(\.bytes)))
    let told = harness.take(source).compactMap {
      if case .carried(let carried) = $0 { carried } else { nil }
    }
    #expect(told.map(\.drag?.id) == [nil, drag(2), nil, drag(3)])
    #expect(told.map(\.ended?.drag) == [drag(1), nil, drag(2), nil])
    #expect(told.map(\.ended?.end) == [.dropped, nil, .cancelled, nil])
  }

  @Test(
    "A window of another board can copy, not move; nobody does what the drag does not allow",
    .holds("DRG-017"))
  mutating func forbidden() throws {
    try harness.makeBoard(board(2))
    let source = try harness.dragger(1)
    let elsewhere = try harness.dragger(2, board: board(2))
    try harness.lift(source, 1)
    let move = Drop(drag: drag(1), proposal: .move)
    #expect(try harness.refusal(elsewhere, move).code == .dropForbidden)
    #expect(harness.carried(elsewhere)?.drag?.id == drag(1))
    let copy = Drop(drag: drag(1), proposal: .copy)
    #expect(try harness.request(elsewhere, copy) == .dropped(Dropped()))
    try harness.lift(source, 2, .cards(1, moves: false, copies: false))
    for proposal in DropProposal.allCases {
      let drop = Drop(drag: drag(2), proposal: proposal)
      #expect(try harness.refusal(source, drop).code == .dropForbidden)
    }
  }

  @Test("Any window of the user lets go of it, a stranger does not", .holds("DRG-005", "DRG-018"))
  mutating func cancelled() throws {
    let source = try harness.dragger(1)
    let other = try harness.dragger(2, device: "phone")
    let stranger = try harness.dragger(3, user: "ben")
    try harness.lift(source, 1)
    _ = harness.carried(source)
    harness.send(stranger, CancelDrag(drag: drag(1)).frame())
    harness.send(other, CancelDrag(drag: drag(7)).frame())
    #expect(harness.carried(source) == nil)
    harness.send(other, CancelDrag(drag: drag(1)).frame())
    let phone = Author(user: "ann", device: "phone")
    let ended = EndedDrag(drag: drag(1), end: .cancelled, author: phone, place: "tty2")
    #expect(harness.carried(source) == Carried(drag: nil, ended: ended))
    // It is told once: who comes now hears of no drag that ended before.
    let late = try harness.dragger(4)
    #expect(harness.carried(late) == Carried(drag: nil, ended: nil))
  }

  @Test(
    "What hangs at a pointer lapses after 30 seconds, what was taken up by a key after 10 minutes",
    .holds("DRG-019"))
  mutating func lapsed() throws {
    let source = try harness.dragger(1)
    for (pointer, milliseconds) in [(true, 30_000), (false, 600_000)] as [(Bool, UInt64)] {
      try harness.lift(source, milliseconds, .cards(1, pointer: pointer))
      _ = harness.carried(source)
      advanceAlive(milliseconds - 1, source)
      #expect(harness.carried(source) == nil)
      harness.advance(1)
      let ended = EndedDrag(
        drag: drag(milliseconds), end: .lapsed, author: Self.ann, place: "tty1")
      #expect(harness.carried(source) == Carried(drag: nil, ended: ended))
    }
  }

  @Test("What hangs at a pointer and is loaded may take its time", .holds("DRG-019"))
  mutating func loadedAtPointer() throws {
    let source = try harness.dragger(1)
    try harness.lift(source, 1, .cards(1, pointer: true))
    advanceAlive(20_000, source)
    _ = try harness.request(
      source, Load(drag: drag(1), item: 0, type: "text/plain", offset: 0))
    _ = harness.carried(source)
    advanceAlive(30_000, source)
    _ = try harness.request(
      source, Load(drag: drag(1), item: 0, type: "text/plain", offset: 0))
    advanceAlive(569_999, source)
    #expect(harness.carried(source) == nil)
    harness.advance(1)
    #expect(harness.carried(source)?.ended?.end == .lapsed, "ten minutes after the first LOAD")
  }

  /// Lets time pass for a peer that shows it is there.
  private mutating func advanceAlive(_ milliseconds: UInt64, _ id: ConnectionID) {
    var rest = milliseconds
    while rest > 0 {
      let step = min(rest, 10_000)
      harness.advance(step)
      rest -= step
      _ = harness.begin(id, Ping(nonce: rest))
      harness.peers[id]?.frames.removeAll { $0.type == Pong.type || $0.type == Ping.type }
    }
  }

  @Test(
    "A drag outlives the window that lifted it, and ends with the coordinator",
    .holds("DRG-019", "DRG-020"))
  mutating func survives() throws {
    let source = try harness.dragger(1)
    let other = try harness.dragger(2)
    try harness.lift(source, 1)
    _ = harness.carried(other)
    harness.handle(.closed(source))
    #expect(harness.carried(other) == nil)
    let back = try harness.dragger(1)
    #expect(harness.carried(back)?.drag?.id == drag(1), "the window that comes back still has it")
    harness.restart()
    let afterwards = try harness.dragger(2)
    #expect(harness.carried(afterwards) == Carried(drag: nil, ended: nil))
  }

  @Test("A drag changes neither board nor log", .holds("DRG-020"))
  mutating func notStored() throws {
    let source = try harness.dragger(1)
    var before = try #require(harness.coordinator.settledBoard(board(1)))
    let digest = before.digest()
    let sessions = harness.store.sessions
    try harness.lift(source, 1)
    _ = try harness.request(source, Drop(drag: drag(1), proposal: .move))
    var after = try #require(harness.coordinator.settledBoard(board(1)))
    #expect(after.digest() == digest)
    #expect(harness.store.sessions == sessions)
    #expect(harness.store.rows[board(1)]?.count == 1)
  }

  @Test("A drag of more than a chunk is refused; one that fits goes through", .holds("DRG-003"))
  mutating func size() throws {
    let source = try harness.dragger(1)
    let long = String(repeating: "x", count: 1_000)
    let content = [70, 60].map { count in
      DragContent(
        isPointer: false, moves: true, copies: true,
        items: Array(repeating: DragItem(card: card(1), title: long, types: []), count: count))
    }
    let refused = try harness.refusal(source, Lift(drag: drag(1), content: content[0]))
    #expect(refused.code == .requestTooLarge)
    try harness.lift(source, 2, content[1])
    #expect(harness.carried(source)?.drag?.content == content[1])
  }

  @Test(
    "A window that does not read is told what is carried as it stands once there is room",
    .holds("DRG-006"))
  mutating func slowWindow() throws {
    let source = try harness.dragger(1)
    let slow = try harness.dragger(2)
    _ = try harness.snapshot(slow)
    _ = harness.take(slow)
    harness.peers[slow]?.reads = false
    let long = String(repeating: "x", count: 60_000)
    for number in 1...20 as ClosedRange<UInt64> {
      let item = DragItem(card: card(1), title: long, types: [])
      try harness.lift(
        source, number, DragContent(isPointer: false, moves: true, copies: true, items: [item]))
    }
    let waiting = harness.peers[slow]?.unsent ?? 0
    #expect(waiting > 100_000 && waiting <= 256 << 10)
    #expect(harness.peers[slow]?.paused == false)
    #expect(harness.carried(slow)?.drag?.id == drag(4))
    harness.peers[slow]?.reads = true
    harness.peers[slow]?.unsent = 0
    harness.handle(.progressed(slow, unsent: 0))
    #expect(harness.carried(slow)?.drag?.id == drag(20))
    // What waited did not cost the window its operations.
    var author = try harness.attach(5)
    _ = try harness.submit(&author, .cardRetitle(card(1), title: "Renamed"))
    let types = harness.peers[slow]?.frames.map(\.type) ?? []
    #expect(types.contains(Committed.type) && !types.contains(Resync.type))
  }
}
