import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

struct LevelTests {
  /// ATTACH of a window that knows model level 1.
  private func oldBody(_ number: UInt64) -> Attach {
    Attach(
      board: board(1), session: session(number), instance: InstanceID(high: 9, low: 1),
      configuration: .board, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
      firstPending: 1, level: 1)
  }

  private func attachOld(
    _ number: UInt64, _ harness: inout CoordinatorHarness
  ) throws -> SampleWindow {
    let connection = try harness.greeted()
    let reply = try harness.request(connection, oldBody(number))
    guard case .attached(let attached) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached, counter: 0)
  }

  /// A coordinator that knows a level which only these tests know.
  private static func harness() -> CoordinatorHarness {
    CoordinatorHarness { $0.levels = later }
  }

  private static let later = ModelLevels(newest: 2) { _ in 1 }

  /// A window that knows that level too.
  private func attachNew(
    _ number: UInt64, _ harness: inout CoordinatorHarness
  ) throws -> SampleWindow {
    let connection = try harness.greeted()
    let usual = harness.attachBody(number)
    let body = Attach(
      board: usual.board, session: usual.session, instance: usual.instance,
      configuration: .board, epoch: 0, incarnation: usual.incarnation, sequence: 0,
      firstPending: 1, level: Self.later.newest)
    let reply = try harness.request(connection, body)
    guard case .attached(let attached) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached, counter: 0)
  }

  private func codes(_ messages: [Message]) -> [ErrorCode] {
    messages.compactMap { if case .error(let error) = $0 { error.code } else { nil } }
  }

  @Test(
    "A window below the level its board is raised to is told to upgrade, and gets nothing more",
    .holds("EDT-025"))
  func outgrown() throws {
    var harness = Self.harness()
    try harness.makeBoard()
    let old = try attachOld(2, &harness)
    _ = try harness.snapshot(old.connection)
    let lagging = try attachOld(3, &harness)
    var window = try attachNew(1, &harness)
    #expect(try harness.submit(&window, .boardRaise(level: 2)).outcome == .applied)
    #expect(try harness.submit(&window, .cardRetitle(card(1), title: "Later")).outcome == .applied)
    for connection in [old.connection, lagging.connection] {
      let messages = harness.take(connection)
      #expect(messages.count == 1)
      #expect(codes(messages) == [.levelTooOld])
    }
    let late = old.operation(.cardRetitle(card(1), title: "Late"), counter: 1)
    let reply = try harness.request(old.connection, Submit(operation: late))
    guard case .error(let refusal) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(refusal.code == .notAttached)
    let again = try harness.request(old.connection, oldBody(2))
    guard case .error(let tooOld) = again else { throw CoordinatorHarness.Unexpected(again) }
    #expect(tooOld.code == .levelTooOld)
    #expect(harness.coordinator.route(of: session(2)) == nil)
  }

  @Test("A window that raises its board above what it knows is told so in place of the outcome")
  func raisesItself() throws {
    var harness = Self.harness()
    try harness.makeBoard()
    let old = try attachOld(2, &harness)
    _ = try harness.snapshot(old.connection)
    let raise = old.operation(.boardRaise(level: 2), counter: 1)
    let reply = try harness.request(old.connection, Submit(operation: raise))
    guard case .error(let refusal) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(refusal.code == .notAttached)
    #expect(codes(harness.take(old.connection)) == [.levelTooOld])
    #expect(harness.coordinator.settledBoard(board(1))?.level == 2)
  }

  @Test("An old window that attaches behind the raise is not let in")
  func raisedBefore() throws {
    var harness = Self.harness()
    try harness.makeBoard()
    var window = try attachNew(1, &harness)
    _ = try harness.submit(&window, .boardRaise(level: 2))
    let connection = try harness.greeted()
    let reply = try harness.request(connection, oldBody(2))
    guard case .error(let refusal) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(refusal.code == .levelTooOld)
    let knows = try attachNew(4, &harness)
    #expect(knows.attached.level == 2)
  }
}
