import BoardModel
import Coordination
import LogRecords
import Randomness
import Statements
import Testing
import Wire

/// Clients that say anything about drags in any order, and answer what they are asked with nonsense.
@Suite("Hostile drags")
struct HostileDragTests {
  private static let numbers: [UInt64] = [0, 1, 2, 3, UInt64(UInt32.max), .max]

  private var random: SeededGenerator
  private var harness = CoordinatorHarness()
  private var peers: [ConnectionID] = []
  /// The requests of each that were answered.
  private var answered: [ConnectionID: Set<UInt64>] = [:]

  init() { random = SeededGenerator(seed: 0) }

  @Test(
    "Whatever clients say of drags, each request is answered once and the coordinator goes on",
    .holds("LIM-006"),
    arguments: 1...12 as ClosedRange<UInt64>)
  mutating func anything(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    try harness.makeBoard()
    for index in 0..<4 { peers.append(try come(index)) }
    for _ in 0..<2_000 {
      let index = Int(random.next() % 4)
      act(peers[index])
      for id in peers { answer(id) }
      if harness.peers[peers[index]]?.finished == true || random.next() % 60 == 0 {
        harness.handle(.closed(peers[index]))
        peers[index] = try come(index)
      }
    }
    #expect(answered.values.reduce(0) { $0 + $1.count } > 200)
    // Whoever asks and waits is answered, once those who were asked had their time.
    let asker = try harness.dragger(90)
    try harness.lift(asker, 1_000)
    let other = try harness.dragger(91)
    let number = harness.begin(
      other, Load(drag: drag(1_000), item: 0, type: "text/plain", offset: 0))
    harness.advance(2_000)
    guard case .part(let part) = try harness.answer(other, number) else {
      Issue.record("no part")
      return
    }
    #expect(part.bytes == Array("First".utf8))
  }

  private mutating func come(_ index: Int) throws -> ConnectionID {
    switch index {
    case 3: try harness.dragger(10, user: "ben", instance: random.next())
    case 2: try harness.greeted(hello: .dragging)
    default:
      try harness.dragger(UInt64(20 + random.next() % 1_000_000), instance: random.next())
    }
  }

  private mutating func act(_ id: ConnectionID) {
    switch random.next() % 12 {
    case 0...2: _ = harness.begin(id, Lift(drag: someDrag(), content: content()))
    case 3...6:
      let types = CardRepresentation.allCases.map(\.rawValue) + ["", "image/png"]
      let load = Load(
        drag: someDrag(), item: UInt32(clamping: number()),
        type: types[Int(random.next() % 6)], offset: number())
      _ = harness.begin(id, load)
    case 7:
      let proposal: DropProposal = random.next() % 2 == 0 ? .move : .copy
      _ = harness.begin(id, Drop(drag: someDrag(), proposal: proposal))
    case 8: harness.send(id, CancelDrag(drag: someDrag()).frame())
    case 9: harness.advance([1, 900, 2_000, 8_000][Int(random.next() % 4)])
    case 10:
      // Answers that nobody asked for.
      harness.send(id, part().frame(request: number(), flags: .response))
    default: _ = harness.begin(id, Ping(nonce: 1))
    }
  }

  /// Answers what a peer is asked for, or not; and looks that nothing is answered twice.
  private mutating func answer(_ id: ConnectionID) {
    let frames = harness.peers[id]?.frames ?? []
    harness.peers[id]?.frames = []
    for frame in frames where frame.flags.contains(.response) {
      let isNew = answered[id, default: []].insert(frame.request).inserted
      #expect(isNew, "request \(frame.request) is answered twice")
    }
    for frame in frames where frame.type == Load.type {
      switch random.next() % 4 {
      case 0, 1: harness.send(id, part().frame(request: frame.request, flags: .response))
      case 2:
        let refusal = ErrorMessage(code: .representationUnavailable, text: "no")
        harness.send(id, refusal.frame(request: frame.request, flags: .response))
      default: break
      }
    }
  }

  private mutating func part() -> Part {
    Part(
      total: number(), digest: SHA256.hash([]),
      bytes: [UInt8](repeating: 1, count: [0, 1, 2, 70_000][Int(random.next() % 4)]))
  }

  private mutating func content() -> DragContent {
    let count = [0, 1, 3, 1_000][Int(random.next() % 4)]
    let types = CardRepresentation.allCases.map(\.rawValue) + ["image/png"]
    return DragContent(
      isPointer: random.next() % 2 == 0, moves: random.next() % 2 == 0,
      copies: random.next() % 2 == 0,
      items: (0..<count).map { _ in
        DragItem(
          card: random.next() % 3 == 0 ? nil : card(random.next() % 3), title: "x", types: types)
      })
  }

  private mutating func number() -> UInt64 {
    Self.numbers[Int(random.next() % UInt64(Self.numbers.count))]
  }

  private mutating func someDrag() -> DragID { drag(random.next() % 3) }
}
