import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Testing
import Wire

/// The windows that an administrator on the host lists and ends.
@Suite("Administrators and windows")
struct AdministratorWindowTests {
  private func list(
    of user: String? = nil, _ harness: inout CoordinatorHarness
  ) throws -> [ListedWindow] {
    harness.handle(.administer(AdministratorToken(1), .windows(user: user)))
    guard case .windows(let windows)? = harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    return windows
  }

  private func drop(_ number: UInt64, withDrafts: Bool = false, _ harness: inout CoordinatorHarness)
  {
    harness.handle(
      .administer(AdministratorToken(2), .drop(session(number), withDrafts: withDrafts)))
  }

  private func command(_ number: UInt64, _ harness: inout CoordinatorHarness) throws {
    let connection = try harness.greeted()
    _ = try harness.request(connection, harness.attachBody(number, as: .command))
  }

  /// Ann's board with two windows of hers, and one of ben's.
  private func served() throws -> (CoordinatorHarness, [SampleWindow]) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let windows = try [
      harness.show(1, .board), harness.show(2, .card(1)), harness.show(3, .board, user: "ben"),
    ]
    return (harness, windows)
  }

  @Test("Everybody's are listed or one user's, connected and away, with what they take")
  func lists() throws {
    var (harness, windows) = try served()
    // A command is no window.
    try command(4, &harness)
    harness.handle(.closed(windows[1].connection))
    let all = try list(&harness)
    #expect(Set(all.map(\.record.id)) == [session(1), session(2), session(3)])
    #expect(all.count == 3)
    for window in all {
      #expect(window.isConnected == (window.record.id != session(2)))
      var writer = ByteWriter()
      writer.value(window.record)
      #expect(window.bytes == writer.bytes.count)
    }
    #expect(Set(try list(of: "ann", &harness).map(\.record.id)) == [session(1), session(2)])
    #expect(try list(of: "ben", &harness).map(\.record.id) == [session(3)])
    #expect(try list(of: "cy", &harness).isEmpty)
    // So it is after a start, when nobody has come back.
    harness.restart()
    let away = try list(&harness)
    #expect(away.count == 3)
    #expect(!away.contains { $0.isConnected })
  }

  @Test("One that is away ends too, and no other does", arguments: [true, false])
  func dropped(isAway: Bool) throws {
    var (harness, windows) = try served()
    if isAway { harness.handle(.closed(windows[1].connection)) }
    drop(2, &harness)
    #expect(harness.administered.last == .done(1))
    #expect(Set(try list(&harness).map(\.record.id)) == [session(1), session(3)])
    let record = try #require(harness.deeds.last)
    #expect(record.kind == .dropped)
    #expect(record.subject == DeviceName(user: "ann", device: "laptop"))
    #expect(record.author == nil)
    #expect(record.detail == "window \(session(2)) on board \(board(1))")
    harness.restart()
    #expect(Set(try list(&harness).map(\.record.id)) == [session(1), session(3)])
  }

  @Test("A program's session without a window is listed and dropped once it is away")
  func program() throws {
    var (harness, _) = try served()
    let connection = try harness.greeted(user: "cy")
    _ = try harness.request(connection, harness.attachBody(5))
    #expect(try list(of: "cy", &harness).map(\.record.id) == [session(5)])
    drop(5, &harness)
    guard case .refused(let reason)? = harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(reason.contains("in use"))
    harness.handle(
      .administer(AdministratorToken(2), .drop(session(1), withDrafts: true, away: true)))
    #expect(harness.administered.last == .refused("the window \(session(1)) is connected again"))
    harness.handle(.closed(connection))
    drop(5, &harness)
    #expect(harness.administered.last == .done(1))
    #expect(harness.deeds.last?.kind == .dropped)
    #expect(try list(of: "cy", &harness).isEmpty)
    harness.restart()
    #expect(try list(of: "cy", &harness).isEmpty)
  }

  @Test("It is answered once it is durable, and not where the log did not take it")
  func durable() throws {
    var (harness, _) = try served()
    harness.commitsAtOnce = false
    drop(1, &harness)
    #expect(harness.administered.isEmpty)
    harness.failCommit()
    #expect(harness.administered == [.refused("disk full")])
    harness.commitsAtOnce = true
    harness.advance(5_000)
    drop(2, &harness)
    #expect(harness.administered.last == .done(1))
  }

  @Test("What names no window ends none")
  func unknown() throws {
    var (harness, _) = try served()
    try command(4, &harness)
    for number in [UInt64(4), 9] {
      drop(number, withDrafts: true, &harness)
      guard case .refused(let reason)? = harness.administered.last else {
        Issue.record("window \(number) was dropped")
        continue
      }
      #expect(reason.contains("boardd windows"))
    }
    #expect(try list(&harness).count == 3)
    #expect(harness.deeds.isEmpty)
  }
}
