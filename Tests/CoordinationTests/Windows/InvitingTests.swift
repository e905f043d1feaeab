import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("Invitations")
struct InvitingTests {
  private static func invite(
    _ user: String, _ activity: Activity = .card(1), board id: BoardID = board(1)
  ) -> Invite {
    Invite(board: id, user: user, activity: activity)
  }

  private static let invitation = Message.invitation(
    Invitation(
      board: board(1), author: Author(user: "ann", device: "laptop"), activity: .card(1)))

  private static func told(
    _ invite: Invite, by id: ConnectionID, _ harness: inout CoordinatorHarness
  ) throws -> UInt32 {
    let reply = try harness.request(id, invite)
    guard case .invited(let invited) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return invited.windows
  }

  /// A window that is shown and has read what it was told.
  private static func show(
    _ number: UInt64, _ activity: Activity, _ user: String, _ harness: inout CoordinatorHarness
  ) throws -> ConnectionID {
    let connection = try harness.show(number, activity, user: user).connection
    _ = harness.take(connection)
    return connection
  }

  @Test(
    "Every window of a user on the board is told, without the user information, and counted",
    .holds("WIN-029"))
  func several() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let guests = [
      try Self.show(2, .board, "ben", &harness), try Self.show(3, .card(1), "ben", &harness),
    ]
    let third = try Self.show(4, .board, "cleo", &harness)
    // Whoever asks needs no window.
    let host = try harness.greeted()
    let told = try Self.told(
      Self.invite("ben", .card(1, info: [1, 2, 3])), by: host, &harness)
    #expect(told == 2)
    for guest in guests { #expect(harness.take(guest) == [Self.invitation]) }
    #expect(harness.take(third).isEmpty)
    #expect(harness.take(host).isEmpty)
  }

  @Test(
    "Nobody is told where the user has no window there, is away, or is who asks", .holds("WIN-029"))
  func nobody() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    try harness.makeBoard(board(2))
    let host = try Self.show(2, .board, "ann", &harness)
    let away = try harness.show(3, .board, user: "ben")
    harness.handle(.closed(away.connection))
    let elsewhere = try harness.attach(4, user: "cleo", board: board(2))
    _ = harness.take(elsewhere.connection)
    // Connected, and attached to nothing.
    let idle = try harness.greeted(user: "dora")
    for user in ["ann", "ben", "cleo", "dora", "nobody", ""] {
      #expect(try Self.told(Self.invite(user), by: host, &harness) == 0, "\(user)")
    }
    for id in [host, elsewhere.connection, idle] { #expect(harness.take(id).isEmpty) }
  }

  @Test(
    "A command is not a window, nor is a client that does not know of windows", .holds("WIN-029"))
  func commands() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let command = try harness.greeted(user: "ben")
    _ = try harness.request(
      command,
      Attach(
        board: board(1), session: session(2), instance: InstanceID(high: 9, low: 1),
        configuration: .command, epoch: 0, incarnation: IncarnationID(high: 0, low: 0),
        sequence: 0, firstPending: 1, level: ModelLevels.released.newest))
    let plain = harness.connect(user: "ben")
    _ = try harness.request(
      plain,
      Hello(
        lowestMinor: 0, newestMinor: 0, features: [], frameLimit: 1 << 20, agent: "plain"))
    _ = try harness.request(plain, harness.attachBody(3))
    _ = harness.take(command)
    _ = harness.take(plain)
    let host = try harness.greeted()
    #expect(try Self.told(Self.invite("ben"), by: host, &harness) == 0)
    #expect(harness.take(command).isEmpty && harness.take(plain).isEmpty)
  }

  @Test(
    "A window that reads nothing is left out once it has no room, and counted again after",
    .holds("WIN-029"))
  func noRoom() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let long = Activity(.board, title: String(repeating: "x", count: 60_000))
    let deaf = try Self.show(2, .board, "ben", &harness)
    let other = try Self.show(3, .board, "ben", &harness)
    let host = try harness.greeted()
    harness.peers[deaf]?.reads = false
    var counts: [UInt32] = []
    while counts.last != 1, counts.count < 200 {
      counts.append(try Self.told(Self.invite("ben", long), by: host, &harness))
    }
    #expect(counts.dropLast().allSatisfy { $0 == 2 } && counts.count == 5)
    #expect(harness.take(deaf).count == counts.count - 1)
    #expect(harness.take(other).count == counts.count)
    harness.peers[deaf]?.reads = true
    harness.peers[deaf]?.unsent = 0
    harness.handle(.progressed(deaf, unsent: 0))
    #expect(try Self.told(Self.invite("ben", long), by: host, &harness) == 2)
  }

  @Test("What no window would be opened for nobody is invited to", .holds("WIN-030"))
  func refused() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let guest = try Self.show(2, .board, "ben", &harness)
    let host = try harness.greeted()
    let cases: [(Invite, ErrorCode)] = [
      (Self.invite("ben", board: board(7)), .boardUnknown),
      (
        Self.invite("ben", Activity(type: "calendar", title: "", target: nil, userInfo: [])),
        .activityRefused
      ),
      (
        Self.invite("ben", Activity(type: "card", title: "", target: nil, userInfo: [])),
        .activityRefused
      ),
      (
        Self.invite("ben", .card(1, info: [UInt8](repeating: 1, count: 32_769))),
        .requestTooLarge
      ),
    ]
    for (invite, code) in cases {
      #expect(try harness.refusal(host, invite).code == code)
    }
    #expect(harness.take(guest).isEmpty)
  }

  @Test("Without the feature an invitation has no meaning")
  func feature() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let plain = harness.connect()
    _ = try harness.request(
      plain,
      Hello(
        lowestMinor: 0, newestMinor: 0, features: [], frameLimit: 1 << 20, agent: "plain"))
    _ = harness.begin(plain, Self.invite("ben"))
    #expect(harness.peers[plain]?.finished == true)
  }
}
