import BoardModel
import Coordination
import LogRecords
import Randomness
import Statements
import Testing
import Wire

/// Clients that say anything about windows in any order, with the greatest numbers there are.
@Suite("Hostile windows")
struct HostileWindowTests {
  private static let numbers: [UInt64] = [0, 1, 2, 31, UInt64(UInt32.max), .max - 1, .max]
  private static let types = ["board", "card", "add-column", "favourites", "calendar", ""]

  private var random: SeededGenerator
  private var harness = CoordinatorHarness()

  init() { random = SeededGenerator(seed: 0) }

  @Test(
    "Whatever clients say of windows, the coordinator answers the next", .holds("LIM-006"),
    arguments: 1...12 as ClosedRange<UInt64>)
  mutating func anything(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    try harness.makeBoard()
    var peers = try ["ann", "ann", "ben"].map { try harness.greeted(user: $0) }
    for _ in 0..<3_000 {
      let index = Int(random.next() % UInt64(peers.count))
      let id = peers[index]
      switch random.next() % 17 {
      case 0...3: _ = harness.begin(id, attachment())
      case 4...6:
        let body = OpenWindow(
          board: board(1), session: someSession(), activity: activity(),
          isAdditional: random.next() % 4 == 0)
        _ = harness.begin(id, body)
      case 7, 8: harness.send(id, state().frame())
      case 9, 10:
        let ending = Ending(rawValue: UInt8(random.next() % 3 + 1)) ?? .standard
        _ = harness.begin(id, EndWindow(session: someSession(), ending: ending, reason: "?"))
      case 11:
        _ = harness.begin(id, ListWindows(session: random.next() % 2 == 0 ? nil : someSession()))
      case 12: _ = harness.begin(id, Detach(close: random.next() % 2 == 0))
      case 13: harness.advance([1, 700, 2_000, 5_000][Int(random.next() % 4)])
      case 14: for other in peers where random.next() % 2 == 0 { harness.pong(other) }
      case 15:
        let user = ["ann", "ben", "", "nobody"][Int(random.next() % 4)]
        _ = harness.begin(id, Invite(board: board(1), user: user, activity: activity()))
      default: harness.handle(.closed(id))
      }
      let isGone = harness.peers[id]?.finished == true || !isAnswered(id)
      if isGone || random.next() % 50 == 0 {
        harness.handle(.closed(id))
        peers[index] = try harness.greeted(user: index == 2 ? "ben" : "ann")
      }
      if random.next() % 200 == 0 {
        harness.restart()
        peers = try ["ann", "ann", "ben"].map { try harness.greeted(user: $0) }
      }
    }
    let last = try harness.greeted()
    #expect(try harness.request(last, Ping(nonce: 7)) == .pong(Pong(nonce: 7)))
    // One window for each thing, but for those that were asked to be further ones.
    let listed = try harness.windows(last)
    #expect(Set(listed.map(\.session)).count == listed.count)
    #expect(listed.map(\.session) == listed.map(\.session).sorted())
  }

  /// False where the connection was closed before.
  private mutating func isAnswered(_ id: ConnectionID) -> Bool {
    (try? harness.request(id, Ping(nonce: 1))) == .pong(Pong(nonce: 1))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  private mutating func someSession() -> SessionID { session(random.next() % 12 + 1) }

  private mutating func activity() -> Activity {
    let target: TargetID? =
      random.next() % 3 == 0 ? nil : TargetID(high: 0, low: random.next() % 4)
    let size = pick([0, 1, 32_768, 32_769])
    return Activity(
      type: pick(Self.types), title: "T", target: target,
      userInfo: [UInt8](repeating: 1, count: random.next() % 20 == 0 ? size : 0))
  }

  private mutating func state() -> WindowState {
    WindowState(
      activity: activity(), drafts: UInt32(truncatingIfNeeded: pick(Self.numbers)),
      unsent: UInt32(truncatingIfNeeded: pick(Self.numbers)))
  }

  private mutating func attachment() -> AttachWindow {
    let isWild = random.next() % 3 == 0
    let attach = Attach(
      board: board(1), session: someSession(),
      instance: InstanceID(high: 9, low: random.next() % 4), configuration: .board,
      epoch: isWild ? UInt32(truncatingIfNeeded: pick(Self.numbers)) : 0,
      incarnation: IncarnationID(high: 0, low: 0), sequence: isWild ? pick(Self.numbers) : 0,
      firstPending: isWild ? pick(Self.numbers) : 1,
      level: isWild ? UInt16(truncatingIfNeeded: pick(Self.numbers)) : ModelLevels.released.newest)
    return AttachWindow(
      manner: pick(Array(AttachManner.allCases)),
      previous: random.next() % 3 == 0 ? InstanceID(high: 9, low: random.next() % 4) : nil,
      activity: activity(), place: "tty1", attach: attach)
  }
}
