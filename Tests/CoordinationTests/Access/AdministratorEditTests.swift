import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// What an administrator on the host does to boards and windows, and lists.
@Suite("Administrators")
struct AdministratorEditTests {
  /// Ann's board 1, with her window on it.
  private func served() throws -> (CoordinatorHarness, SampleWindow) {
    var harness = CoordinatorHarness()
    try harness.makeBoard(everyone: nil)
    let window = try harness.show(1, .board)
    return (harness, window)
  }

  private func edit(
    _ harness: inout CoordinatorHarness, _ edit: AdministratorEdit, _ number: UInt64 = 1,
    of board: UInt64 = 1
  ) {
    harness.handle(
      .administer(
        AdministratorToken(number),
        .edit(
          CoordinationTests.board(board), edit, session: SessionID(high: 0xAD, low: number))))
  }

  private func role(_ user: String, _ harness: CoordinatorHarness) -> Role? {
    harness.store.contents.members.first { $0.user == user && $0.board == board(1) }?.role
  }

  @Test(
    "An administrator makes an owner, by an operation that every window gets, also after a restart",
    .holds("EDT-039", "APL-145"), arguments: [true, false])
  func owner(isLoaded: Bool) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard(everyone: nil)
    let (window, _) = try harness.window(1)
    if !isLoaded { harness.restart() }
    edit(&harness, .own(user: "ben"))
    #expect(harness.administered == [.done(1)])
    #expect(role("ben", harness) == .owner)
    #expect(role("ann", harness) == .owner)
    if isLoaded {
      let committed = harness.take(window.connection).flatMap { message -> [CommittedOperation] in
        if case .committed(let body) = message { body.operations } else { [] }
      }
      #expect(committed.map(\.author) == [.administrator])
      let operation = try #require(committed.first?.operation)
      #expect(
        operation.id
          == OperationID(session: SessionID(high: 0xAD, low: 1), epoch: 0, counter: 1))
      #expect(operation.base == committed.first.map { $0.sequence - 1 })
      #expect(!operation.queued)
    }
    // The log is acceptable to whoever replays it.
    harness.restart()
    let ben = try harness.greeted(user: "ben")
    #expect(try harness.request(ben, harness.attachBody(7)).isAttached)
    let audit = try #require(harness.deeds.last)
    #expect(audit.kind == .role)
    #expect(audit.subject == DeviceName(user: "ben", device: ""))
    #expect(audit.author == nil)
    #expect(audit.detail == "owner on board \(board(1))")
  }

  @Test("An administrator archives a board, takes it back, and purges it", .holds("EDT-039"))
  func life() throws {
    var (harness, window) = try served()
    edit(&harness, .archive, 1)
    #expect(harness.store.contents.boards.map(\.isArchived) == [true])
    edit(&harness, .unarchive, 2)
    #expect(harness.store.contents.boards.map(\.isArchived) == [false])
    edit(&harness, .purge, 3)
    #expect(harness.administered == [.done(1), .done(1), .done(1)])
    #expect(harness.store.contents.members.isEmpty)
    #expect(!harness.take(window.connection).isEmpty)
    #expect(harness.deeds.map(\.kind) == [.archived, .archived, .purged])
    #expect(harness.deeds.allSatisfy { $0.author == nil && $0.address.isEmpty })
    // It is no board any longer, to an administrator neither.
    edit(&harness, .archive, 4)
    #expect(harness.administered.last?.isRefused == true)
    harness.handle(.administer(AdministratorToken(5), .boards))
    #expect(harness.administered.last == .boards([]))
  }

  @Test(
    "What a board would reject is not ordered, and neither is what names nothing",
    arguments: [
      (AdministratorEdit.own(user: "Everyone"), UInt64(1)), (.own(user: "everyone"), 1),
      (.own(user: "(administrator)"), 1), (.archive, 9),
    ])
  func refused(_ wanted: AdministratorEdit, board number: UInt64) throws {
    var (harness, _) = try served()
    let before = harness.store.contents.boards.map(\.sequence)
    edit(&harness, wanted, of: number)
    #expect(harness.administered.last?.isRefused == true)
    #expect(harness.store.contents.boards.map(\.sequence) == before)
    #expect(harness.deeds.isEmpty)
  }

  @Test("Nobody is told of an edit that the log could not take, and the audit has nothing of it")
  func failed() throws {
    var (harness, _) = try served()
    harness.commitsAtOnce = false
    edit(&harness, .own(user: "ben"))
    #expect(harness.administered.isEmpty)
    harness.failCommit()
    #expect(harness.administered == [.refused("disk full")])
    harness.commitsAtOnce = true
    harness.advance(5_000)
    #expect(role("ben", harness) == nil)
    #expect(harness.deeds.isEmpty)
    // What was ordered and lost is forgotten: the same may be asked again.
    edit(&harness, .own(user: "ben"), 2)
    #expect(harness.administered.last == .done(1))
    #expect(role("ben", harness) == .owner)
  }

  @Test("A damaged board says so to an administrator")
  func damaged() throws {
    var (harness, _) = try served()
    harness.restart()
    harness.readsAtOnce = false
    edit(&harness, .archive)
    #expect(harness.administered.isEmpty)
    _ = harness.takeHeldReads()
    harness.handle(.loadFailed(board(1), "its snapshot is malformed"))
    #expect(
      harness.administered == [
        .refused("the board \(board(1)) is damaged: its snapshot is malformed")
      ])
  }

  @Test("The administrator is nobody whom a certificate names", .holds("APL-145", "TLS-013"))
  func nobody() {
    #expect(!Author.isUserName(Author.administrator.user))
    #expect(Author.userName(typed: Author.administrator.user) == nil)
  }

  @Test("Roles that users give are in the audit, with device and address")
  func roles() throws {
    var (harness, window) = try served()
    let operation = window.operation(.set(.memberRole("ben"), .role(.editor)), counter: 1)
    _ = try harness.request(window.connection, Submit(operation: operation))
    let taken = window.operation(.set(.memberRole("ben"), .role(nil)), counter: 2)
    _ = try harness.request(window.connection, Submit(operation: taken))
    #expect(harness.deeds.map(\.kind) == [.role, .role])
    #expect(
      harness.deeds.map(\.detail)
        == ["editor on board \(board(1))", "no role on board \(board(1))"])
    #expect(
      harness.deeds.allSatisfy {
        $0.author == Author(user: "ann", device: "laptop") && $0.address == "192.0.2.1"
          && $0.subject?.user == "ben"
      })
  }

  @Test("A window that another process or device takes over is in the audit, and no other is")
  func takeovers() throws {
    var (harness, window) = try served()
    harness.handle(.closed(window.connection))
    // The same device, and nobody was at it.
    _ = try harness.show(1, .board, instance: 2, previous: 1, epoch: window.attached.epoch)
    #expect(harness.deeds.isEmpty)
    // It is shown, and another process takes it.
    _ = try harness.show(1, .board, .takeOver, instance: 3)
    #expect(harness.deeds.map(\.kind) == [.takenOver])
    let record = try #require(harness.deeds.first)
    #expect(record.subject == DeviceName(user: "ann", device: "laptop"))
    #expect(record.address == "192.0.2.1")
    #expect(record.detail == "window \(session(1)) on board \(board(1))")
    let phone = try harness.greeted(user: "ann", device: "phone")
    _ = try harness.request(phone, harness.windowBody(1, .board, .takeOver, instance: 4))
    #expect(harness.deeds.last?.author == Author(user: "ann", device: "phone"))
  }

  @Test("As a user's empty one a board is purged only without a card and without another owner")
  func emptied() throws {
    var (harness, window) = try served()
    edit(&harness, .purgeEmpty(of: "ann"))
    #expect(harness.administered.last?.isRefused == true)
    #expect(harness.deeds.isEmpty)
    _ = try harness.submit(&window, .purge(.card(card(1))))
    edit(&harness, .purgeEmpty(of: "ben"), 2)
    #expect(harness.administered.last?.isRefused == true)
    edit(&harness, .own(user: "ben"), 3)
    edit(&harness, .purgeEmpty(of: "ann"), 4)
    #expect(harness.administered.last?.isRefused == true)
    _ = try harness.submit(&window, .set(.memberRole("ben"), .role(nil)))
    edit(&harness, .purgeEmpty(of: "ann"), 5)
    #expect(harness.administered.last == .done(1))
    #expect(harness.deeds.last?.kind == .purged)
  }

  @Test("A window is dropped; one that holds something only where that is said")
  func dropped() throws {
    var (harness, window) = try served()
    harness.send(
      window.connection,
      WindowState(activity: .board, drafts: 1, unsent: 2).frame())
    func drop(_ withDrafts: Bool) {
      harness.handle(
        .administer(AdministratorToken(1), .drop(session(1), withDrafts: withDrafts)))
    }
    drop(false)
    #expect(harness.administered.last?.isRefused == true)
    drop(true)
    #expect(harness.administered.last == .done(1))
    #expect(
      harness.take(window.connection).contains { message in
        if case .windowEnd(let end) = message { end.author == .administrator } else { false }
      })
    #expect(harness.deeds.map(\.kind) == [.dropped])
    drop(true)
    #expect(harness.administered.last?.isRefused == true)
  }

  @Test("Users, boards and windows are listed, with what they have and nothing that is in them")
  func lists() throws {
    var (harness, window) = try served()
    _ = try harness.submit(&window, .set(.memberRole("ben"), .role(.viewer)))
    _ = try harness.greeted(user: "ben", device: "desk")
    for request in [
      AdministratorRequest.users, .boards, .windows(user: "ann"), .windows(user: "ben"),
    ] {
      harness.handle(.administer(AdministratorToken(1), request))
    }
    guard case .users(let users) = harness.administered[0],
      case .boards(let boards) = harness.administered[1],
      case .windows(let windows) = harness.administered[2]
    else { throw CoordinatorHarness.Unexpected(nil) }
    #expect(users.map(\.user) == ["ann", "ben"])
    #expect(users.map(\.connections) == [1, 1])
    #expect(users.map(\.windows) == [1, 0])
    #expect(users.map(\.boards) == [1, 1])
    #expect(users.map(\.held.boards) == [1, 0])
    #expect(users.map { $0.held.bytes > 0 } == [true, false])
    #expect(boards.map(\.board) == [board(1)])
    #expect(boards.map(\.owners) == [["ann"]])
    #expect(boards.map(\.members) == [2])
    #expect(boards.map(\.cards) == [1])
    #expect(windows.map(\.record.id) == [session(1)])
    #expect(windows.map(\.isConnected) == [true])
    #expect(windows.allSatisfy { $0.bytes > 0 })
    #expect(harness.administered[3] == .windows([]))
  }
}

extension AdministratorAnswer {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension Message {
  fileprivate var isAttached: Bool { if case .attached = self { true } else { false } }
}
