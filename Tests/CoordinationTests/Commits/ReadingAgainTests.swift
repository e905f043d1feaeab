import BoardModel
import LogRecords
import MemoryStore
import SampleHistory
import Statements
import Testing
import Wire

@testable import Coordination

/// There is one board in memory, with everything that was ordered: what is said of it waits until
/// that is durable, and where the log fails the board is read again.
@Suite("One board, and the log behind it")
struct ReadingAgainTests {
  /// A window whose edit of the card's title waits for the log, and the edit.
  private func writing(
    _ window: (inout CoordinatorHarness) throws -> SampleWindow = { try $0.show(1, .card(1)) }
  ) throws -> (CoordinatorHarness, SampleWindow, Submit) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try window(&harness)
    harness.commitsAtOnce = false
    let edit = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    _ = harness.begin(ann.connection, Submit(operation: edit))
    return (harness, ann, Submit(operation: edit))
  }

  /// The same where the log could not take it, and the board is not read again yet.
  private func reading(
    _ window: (inout CoordinatorHarness) throws -> SampleWindow = { try $0.show(1, .card(1)) }
  ) throws -> (CoordinatorHarness, SampleWindow, Submit) {
    var (harness, ann, submit) = try writing(window)
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
    "Answers that wait for the log stop reading as those do that nobody reads",
    arguments: [true, false])
  func held(isWritten: Bool) throws {
    var harness = CoordinatorHarness { $0.outboxBytes = 1_024 }
    try harness.makeBoard()
    let ann = try harness.show(1, .card(1))
    harness.commitsAtOnce = false
    let edit = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    _ = harness.begin(ann.connection, Submit(operation: edit))
    var requests: [UInt64] = []
    for _ in 0..<20 where harness.peers[ann.connection]?.paused == false {
      requests.append(harness.begin(ann.connection, ListWindows(session: nil)))
    }
    #expect(harness.peers[ann.connection]?.paused == true)
    #expect(harness.take(ann.connection).isEmpty)
    let later = harness.begin(ann.connection, ListBoards())
    if isWritten { harness.commitNow() } else { harness.failCommit() }
    for request in requests {
      #expect(
        try title(in: harness.answer(ann.connection, request)) == (isWritten ? "Second" : "First"))
    }
    guard case .boards = try harness.answer(ann.connection, later) else {
      Issue.record("what came meanwhile is not answered")
      return
    }
    #expect(harness.peers[ann.connection]?.paused == false)
  }

  @Test(
    "A snapshot is sent when it is durable, and is made again where the log fails",
    arguments: [true, false])
  func fetched(isWritten: Bool) throws {
    var (harness, ann, _) = try writing()
    let request = harness.begin(ann.connection, FetchSnapshot())
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
    let snapshot = harness.begin(ben.connection, FetchSnapshot())
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(try title(in: harness.answer(ben.connection, list)) == nil)
    let answer = try harness.answer(ben.connection, snapshot)
    guard case .error(let error) = answer else {
      Issue.record("a snapshot of a board that is lost, \(answer)")
      return
    }
    #expect(error.code == .notAttached)
  }

  @Test("What is purged while an answer about it waits is not in the answer", .holds("PRG-016"))
  func purgedMeanwhile() throws {
    var (harness, ann, _) = try writing { try $0.attach(1) }
    _ = harness.begin(try harness.greeted(), harness.windowBody(2, .card(1)))
    harness.commitNow()
    harness.commitNow()
    let window = try #require(harness.coordinator.route(of: session(2)))
    for (counter, intent) in [
      (2, Intent.cardRetitle(card(1), title: "Third")), (3, .cardRetitle(card(1), title: "Fourth")),
    ] {
      let edit = ann.operation(intent, counter: UInt64(counter))
      _ = harness.begin(ann.connection, Submit(operation: edit))
    }
    // What is read here waits for the group that the purge comes into.
    let list = harness.begin(window, ListWindows(session: nil))
    let snapshot = harness.begin(window, FetchSnapshot())
    let purge = ann.operation(.purge(.card(card(1))), counter: 4)
    _ = harness.begin(ann.connection, Submit(operation: purge))
    while harness.pendingGroup != nil { harness.commitNow() }
    guard case .windows(let windows) = try harness.answer(window, list),
      case .snapshot(let chunk) = try harness.answer(window, snapshot)
    else {
      Issue.record("no answers")
      return
    }
    #expect(windows.windows.map(\.activity.title) == [""])
    #expect(chunk.sequence == 5)
    #expect(!chunk.entities.contains { if case .card = $0 { true } else { false } })
  }

  @Test("A snapshot that was pinned before a purge ends with it", .holds("PRG-015", "SNP-003"))
  func pinnedBefore() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var ann = try harness.attach(1)
    for number in 2...12 as ClosedRange<UInt64> {
      let body = String(repeating: "words ", count: 5_000)
      _ = try harness.submit(
        &ann,
        .cardCreate(card(number), in: column(1), title: "Long", body: body, at: Anchors()))
    }
    let ben = try harness.attach(2, user: "ben")
    harness.peers[ben.connection]?.reads = false
    let request = harness.begin(ben.connection, FetchSnapshot())
    _ = try harness.submit(&ann, .purge(.card(card(12))))
    harness.read(ben.connection)
    let answers = harness.take(ben.connection)
    guard case .snapshot(let first) = answers.first, case .error(let error) = answers.last else {
      Issue.record("no snapshot that ends, \(answers.count)")
      return
    }
    #expect(answers.count == 3)
    #expect(first.sequence == 12)
    #expect(error.code == .snapshotGone)
    #expect(!harness.coordinator.isOpen(request, of: ben.connection))
    let board = try harness.snapshot(ben.connection)
    #expect(board.sequence == 13)
    #expect(board.card(card(12)) == nil)
  }

  @Test("Of what is carried nothing is served later that the log did not take")
  func carried() throws {
    var (harness, ann, submit) = try writing { harness in
      let ann = try harness.attach(1)
      let source = try harness.dragger(2)
      try harness.lift(source, 1)
      _ = harness.take(source)
      return ann
    }
    let source = try #require(harness.coordinator.route(of: session(2)))
    let load = Load(
      drag: drag(1), item: 0, type: CardRepresentation.plainText.rawValue, offset: 0)
    let target = try harness.greeted(hello: .dragging)
    let attach = harness.begin(target, harness.windowBody(3, .board))
    _ = harness.begin(source, load)
    #expect(harness.take(source).isEmpty)
    harness.handle(.closed(source))
    harness.failCommit()
    harness.commitNow()
    guard case .attached = try harness.answer(target, attach) else {
      Issue.record("not attached")
      return
    }
    harness.commitsAtOnce = true
    let other = Operation(
      id: submit.operation.id, base: 1, queued: false,
      intent: .cardRetitle(card(1), title: "Third"))
    _ = try harness.request(ann.connection, Submit(operation: other))
    #expect(try text(harness.request(target, load)).contains("Third"))
  }

  private func text(_ part: Message) throws -> String {
    guard case .part(let part) = part else { throw CoordinatorHarness.Unexpected(part) }
    return String(decoding: part.bytes, as: UTF8.self)
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
    var (harness, ann, submit) = try reading { try $0.window(1).0 }
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
    return EncodedRow(board(1), [committed]).row
  }
}
