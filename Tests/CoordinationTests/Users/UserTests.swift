import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// Who was connected once, and what users want to be called.
@Suite("Users")
struct UserTests {
  typealias Unexpected = CoordinatorHarness.Unexpected

  private func find(
    _ users: [String], by id: ConnectionID, _ harness: inout CoordinatorHarness
  ) throws -> [UserEntry] {
    let reply = try harness.request(id, FindUsers(users: users))
    guard case .users(let answer) = reply else { throw Unexpected(reply) }
    return answer.users
  }

  private func call(
    _ name: String, by id: ConnectionID, _ harness: inout CoordinatorHarness
  ) throws -> UserEntry {
    let reply = try harness.request(id, SetName(name: name))
    guard case .users(let answer) = reply, let entry = answer.users.first else {
      throw Unexpected(reply)
    }
    #expect(answer.users.count == 1)
    return entry
  }

  private func error(_ message: Message) throws -> ErrorCode {
    guard case .error(let error) = message else { throw Unexpected(message) }
    return error.code
  }

  @Test(
    "Who was connected is known from then on, also after a restart",
    .holds("USR-001", "USR-002", "USR-003"))
  func seen() throws {
    var harness = CoordinatorHarness()
    _ = harness.connect(user: "cid")
    let ann = try harness.greeted(hello: .withMembers)
    let unsaid = { (user: String, isSeen: Bool) in UserEntry(user: user, isSeen: isSeen, name: "") }
    #expect(
      try find(["ben", "ann", "cid", "ann"], by: ann, &harness) == [
        unsaid("ben", false), unsaid("ann", true), unsaid("cid", false), unsaid("ann", true),
      ])
    _ = try harness.greeted(user: "ben")
    #expect(try find(["ben"], by: ann, &harness) == [unsaid("ben", true)])
    // A connection alone is no reason to write; whatever is written next takes it along.
    #expect(harness.store.users.isEmpty)
    try harness.makeBoard()
    #expect(harness.store.users == ["ann": "", "ben": ""])
    harness.restart()
    let cid = try harness.greeted(user: "cid", hello: .withMembers)
    #expect(
      try find(["ben", "dan"], by: cid, &harness) == [unsaid("ben", true), unsaid("dan", false)])
    let long = String(repeating: "a", count: 65)
    #expect(try error(harness.request(cid, FindUsers(users: ["a", long]))) == .requestTooLarge)
  }

  @Test(
    "A display name is answered once it is durable, and a blank one takes it away",
    .holds("USR-004", "USR-005"))
  func displayName() throws {
    var harness = CoordinatorHarness()
    let ann = try harness.greeted(hello: .withMembers)
    harness.commitsAtOnce = false
    let number = harness.begin(ann, SetName(name: "Ann"))
    #expect(harness.pendingGroup?.users == [UserRecord(user: "ann", name: "Ann")])
    #expect(throws: (any Error).self) { try harness.answer(ann, number) }
    #expect(try find(["ann"], by: ann, &harness)[0].name == "")
    harness.commitsAtOnce = true
    harness.commitNow()
    guard case .users(let answer) = try harness.answer(ann, number) else { throw Unexpected(nil) }
    #expect(answer.users == [UserEntry(user: "ann", isSeen: true, name: "Ann")])
    #expect(try call("\u{3000} ", by: ann, &harness).name == "")
    #expect(harness.store.users == ["ann": ""])
    let longest = String(repeating: "\u{E9}", count: 64)
    #expect(try call(longest, by: ann, &harness).name == longest)
    #expect(try error(harness.request(ann, SetName(name: longest + "a"))) == .requestTooLarge)
    harness.restart()
    let ben = try harness.greeted(user: "ben", hello: .withMembers)
    #expect(try find(["ann"], by: ben, &harness)[0].name == longest)
  }

  @Test("A name that the log cannot take is refused, and the one before it stays")
  func failed() throws {
    var harness = CoordinatorHarness()
    let ann = try harness.greeted(hello: .withMembers)
    _ = try call("Ann", by: ann, &harness)
    harness.commitsAtOnce = false
    let first = harness.begin(ann, SetName(name: "Anna"))
    let second = harness.begin(ann, SetName(name: "Annette"))
    harness.failCommit()
    #expect(try error(harness.answer(ann, first)) == .storeUnavailable)
    #expect(try error(harness.answer(ann, second)) == .storeUnavailable)
    #expect(harness.pendingGroup == nil)
    harness.commitsAtOnce = true
    try harness.makeBoard()
    #expect(harness.store.users == ["ann": "Ann"])
    #expect(try find(["ann"], by: ann, &harness)[0].name == "Ann")
  }

  @Test("A log without room for edits may have room for a name", .holds("EDT-026"))
  func fullStore() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (window, _) = try harness.window(1)
    let ann = try harness.greeted(hello: .withMembers)
    harness.commitsAtOnce = false
    let edit = window.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    _ = harness.begin(window.connection, Submit(operation: edit))
    let number = harness.begin(ann, SetName(name: "Ann"))
    harness.failCommit()
    #expect(harness.pendingGroup?.operations.isEmpty == true)
    #expect(harness.pendingGroup?.users == [UserRecord(user: "ann", name: "Ann")])
    harness.commitNow()
    guard case .users(let answer) = try harness.answer(ann, number) else { throw Unexpected(nil) }
    #expect(answer.users[0].name == "Ann")
  }

  @Test(
    "Another name is told to who is on a board that its user may read, and to nobody else",
    .holds("USR-006"))
  func told() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard(everyone: nil)
    try harness.makeBoard(board(2), as: "ben", everyone: nil)
    var owner = try harness.attach(1)
    _ = try harness.submit(&owner, .set(.memberRole("ben"), .role(.viewer)))
    let reader = try harness.greeted(user: "ben", hello: .withMembers)
    _ = try harness.request(reader, harness.attachBody(5))
    let elsewhere = try harness.greeted(user: "ben", hello: .withMembers)
    _ = try harness.request(elsewhere, harness.attachBody(6, board: board(2)))
    let away = try harness.greeted(user: "ben", hello: .withMembers)
    let silent = try harness.greeted(user: "ben")
    _ = try harness.request(silent, harness.attachBody(7))
    let ann = try harness.greeted(hello: .withMembers)
    let all = [reader, elsewhere, away, silent, ann, owner.connection]
    func heard(_ harness: inout CoordinatorHarness) -> [[Message]] {
      all.map { id in harness.take(id).filter { if case .users = $0 { true } else { false } } }
    }
    _ = heard(&harness)
    _ = try call("Ann", by: ann, &harness)
    let news = Message.users(Users(users: [UserEntry(user: "ann", isSeen: true, name: "Ann")]))
    #expect(heard(&harness) == [[news], [], [], [], [], []])
    _ = try call("Ann", by: ann, &harness)
    #expect(heard(&harness) == [[], [], [], [], [], []], "it is no other name")
    _ = try harness.submit(&owner, .set(.memberRole("ben"), .role(nil)))
    _ = try call("Anna", by: ann, &harness)
    #expect(heard(&harness) == [[], [], [], [], [], []], "ben may not read her board any longer")
  }

  @Test("No more users are remembered than there may be", .holds("USR-008", "LIM-006"))
  func full() throws {
    var harness = CoordinatorHarness()
    try harness.store.append(
      CommitGroup(users: (0..<Limits.users).map { UserRecord(user: "u\($0)", name: "") }))
    harness.restart()
    let ann = try harness.greeted(hello: .withMembers)
    let refusal = try harness.refusal(ann, SetName(name: "Ann"))
    #expect(refusal.code == .limitReached)
    #expect(refusal.text.contains("limit users"))
    #expect(try find(["ann", "u9"], by: ann, &harness).map(\.isSeen) == [false, true])
    let known = try harness.greeted(user: "u9", hello: .withMembers)
    #expect(try call("Niner", by: known, &harness).name == "Niner")
  }

  @Test("A connection never writes over a name that is on its way")
  func seenBehindName() {
    for isInFlight in [false, true] {
      var users = UserTable()
      users.see("ann", most: 9)
      users.call("ann", "Ann")
      let group = users.unwritten
      if !isInFlight { users.see("ann", most: 9) }
      #expect(users.written(group) == [UserEntry(user: "ann", isSeen: true, name: "Ann")])
      users.see("ann", most: 9)
      #expect(users.unwritten.isEmpty)
      users.call("ann", "Anna")
      let older = users.unwritten
      users.call("ann", "Annette")
      #expect(users.written(older).map(\.name) == ["Anna"])
      #expect(users.unwritten == [UserRecord(user: "ann", name: "Annette")])
      users.revert()
      #expect(users.unwritten.isEmpty)
      #expect(users.entry(of: "ann").name == "Anna")
    }
  }
}
