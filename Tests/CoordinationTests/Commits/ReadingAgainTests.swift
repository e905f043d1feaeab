import BoardModel
import LogRecords
import MemoryStore
import Testing
import Wire

@testable import Coordination

/// There is one board in memory, with everything that was ordered: what is said of it waits until
/// that is durable, and where the log fails the board is read again.
@Suite("One board, and the log behind it")
struct ReadingAgainTests {
  /// A window whose edit of the card's title waits for the log, and the edit.
  private func writing() throws -> (CoordinatorHarness, SampleWindow, Submit) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.show(1, .card(1))
    harness.commitsAtOnce = false
    let submit = Submit(
      operation: ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1))
    _ = harness.begin(ann.connection, submit)
    return (harness, ann, submit)
  }

  /// The same where the log could not take it, and the board is not read again yet.
  private func reading() throws -> (CoordinatorHarness, SampleWindow, Submit) {
    var (harness, ann, submit) = try writing()
    harness.readsAtOnce = false
    harness.failCommit()
    _ = harness.take(ann.connection)
    harness.commitsAtOnce = true
    return (harness, ann, submit)
  }

  private func title(in list: Message) throws -> String? {
    guard case .windows(let list) = list else { throw CoordinatorHarness.Unexpected(list) }
    return list.windows.first?.activity.title
  }

  @Test(
    "What windows would show is told when it is durable, and never where the log fails",
    arguments: [true, false])
  func listed(isWritten: Bool) throws {
    var (harness, ann, _) = try writing()
    let all = harness.begin(ann.connection, ListWindows(session: nil))
    let one = harness.begin(ann.connection, ListWindows(session: session(1)))
    #expect(harness.take(ann.connection).isEmpty)
    if isWritten { harness.commitNow() } else { harness.failCommit() }
    for request in [all, one] {
      let list = try harness.answer(ann.connection, request)
      #expect(try title(in: list) == (isWritten ? "Second" : "First"))
    }
  }

  @Test(
    "A snapshot is sent when it is durable, and is made again where the log fails",
    arguments: [true, false])
  func fetched(isWritten: Bool) throws {
    var (harness, ann, _) = try writing()
    let request = harness.begin(ann.connection, FetchSnapshot(sequence: 0, cursor: 0))
    #expect(harness.take(ann.connection).isEmpty)
    if isWritten { harness.commitNow() } else { harness.failCommit() }
    guard case .snapshot(let chunk) = try harness.answer(ann.connection, request) else {
      Issue.record("no snapshot")
      return
    }
    #expect(chunk.sequence == (isWritten ? 2 : 1))
    let titles = chunk.entities.compactMap { entity -> String? in
      if case .card(let card) = entity { card.title.value } else { nil }
    }
    #expect(titles == [isWritten ? "Second" : "First"])
  }

  @Test("Who loses a board while an answer about it waits gets nothing of it")
  func lostMeanwhile() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.show(2, .card(1), user: "ben")
    harness.commitsAtOnce = false
    let role = Intent.set(.memberRole("ben"), .role(nil))
    _ = harness.begin(ann.connection, Submit(operation: ann.operation(role, counter: 1)))
    let everyone = Intent.set(.memberRole(""), .role(nil))
    _ = harness.begin(ann.connection, Submit(operation: ann.operation(everyone, counter: 2)))
    let list = harness.begin(ben.connection, ListWindows(session: nil))
    let snapshot = harness.begin(ben.connection, FetchSnapshot(sequence: 0, cursor: 0))
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(try title(in: harness.answer(ben.connection, list)) == nil)
    let answer = try harness.answer(ben.connection, snapshot)
    guard case .error(let error) = answer else {
      Issue.record("a snapshot of a board that is lost, \(answer)")
      return
    }
    #expect(error.code == .notAttached)
  }

  @Test("What comes while the board is read again waits, and is answered in its order")
  func waits() throws {
    var (harness, ann, submit) = try reading()
    let ben = try harness.greeted(user: "ben")
    let again = harness.begin(ann.connection, submit)
    let next = ann.operation(.cardRetitle(card(1), title: "Third"), counter: 2)
    let behind = harness.begin(ann.connection, Submit(operation: next))
    let list = harness.begin(ann.connection, ListWindows(session: nil))
    let attach = harness.begin(ben, harness.attachBody(2))
    #expect(harness.take(ann.connection).isEmpty)
    #expect(harness.take(ben).isEmpty)
    harness.readNow()
    for (request, sequence) in [(again, UInt64(2)), (behind, 3)] {
      guard case .outcome(let outcome) = try harness.answer(ann.connection, request) else {
        Issue.record("no outcome")
        return
      }
      #expect(outcome.stored.sequence == sequence)
    }
    #expect(try title(in: harness.answer(ann.connection, list)) == "Third")
    guard case .attached(let attached) = try harness.answer(ben, attach) else {
      Issue.record("not attached")
      return
    }
    #expect(attached.sequence == 3)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 3)
  }

  @Test("Windows that have the board go on while it is read again, and miss nothing after it")
  func follows() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    let edit = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    let submit = Submit(operation: edit)
    _ = harness.begin(ann.connection, submit)
    harness.readsAtOnce = false
    harness.failCommit()
    harness.commitsAtOnce = true
    harness.readNow()
    // What nobody waits for any longer changes nothing.
    harness.handle(
      .loaded(board(1), nil, try #require(harness.store.rows[board(1)])))
    let reply = try harness.request(ann.connection, submit)
    guard case .outcome = reply else { throw CoordinatorHarness.Unexpected(reply) }
    let committed = harness.take(ann.connection).contains {
      if case .committed(let body) = $0 { body.operations.map(\.sequence) == [2] } else { false }
    }
    #expect(committed)
  }

  enum Trouble: CaseIterable {
    case unreadable, shorter, longer
  }

  @Test(
    "Where it cannot be read either, windows come again and are told so",
    arguments: Trouble.allCases)
  func damaged(trouble: Trouble) throws {
    var (harness, ann, submit) = try reading()
    _ = harness.takeHeldReads()
    let waiting = harness.begin(ann.connection, submit)
    let rows = try #require(harness.store.rows[board(1)])
    switch trouble {
    case .unreadable: harness.handle(.loadFailed(board(1), "the disk is broken"))
    case .shorter: harness.handle(.loaded(board(1), nil, []))
    case .longer: harness.handle(.loaded(board(1), nil, rows + [try longer(than: rows, submit)]))
    }
    #expect(harness.peers[ann.connection]?.finished == true)
    _ = waiting
    let back = try harness.greeted()
    guard case .error(let error) = try harness.request(back, harness.attachBody(1)) else {
      Issue.record("attached to a board that is damaged")
      return
    }
    #expect(error.code == .boardDamaged)
  }

  /// A row behind the others, which the log took although it said that it did not.
  private func longer(than rows: [OperationRow], _ submit: Submit) throws -> OperationRow {
    let last = try #require(rows.last?.last)
    let committed = CommittedOperation(
      sequence: last + 1, time: 1_700_000_000_000, author: Author(user: "ann", device: "laptop"),
      operation: submit.operation, outcome: .applied)
    var writer = ByteWriter()
    writer.value([committed])
    return OperationRow(
      board: board(1), first: last + 1, last: last + 1, bytes: writer.bytes)
  }
}
