import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@Suite("What the coordinator itself keeps of what is purged")
struct PurgedRecordTests {
  private static let info: [UInt8] = Array("Card 1, as it was".utf8)

  private static func activity(
    _ number: UInt64, in harness: CoordinatorHarness
  ) throws -> Activity {
    try #require(harness.store.sessions[session(number)]?.window?.activity)
  }

  @Test(
    "With a card its title leaves the windows on it, those that ended too, and their state",
    .holds("PRG-016"), arguments: [PurgeTarget.card(card(1)), .board])
  func cardWindows(target: PurgeTarget) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.show(2, .card(1, info: Self.info))
    let asker = try harness.greeted()
    _ = try harness.request(
      asker, EndWindow(session: session(2), ending: .decline, reason: "tidy"))
    let shown = try harness.show(3, .card(1, info: Self.info))
    let drafting = try harness.show(4, .card(1), .additional)
    harness.send(
      drafting.connection,
      WindowState(activity: .card(1, info: Self.info), drafts: 1, unsent: 0).frame())
    let other = try harness.show(5, .card(2, info: Self.info))
    #expect(try Self.activity(2, in: harness).title == "First")
    _ = try harness.submit(&ann, .purge(target))
    #expect(try Self.activity(2, in: harness).title == "")
    #expect(try Self.activity(3, in: harness).title == "")
    #expect(try Self.activity(3, in: harness).userInfo == [])
    // Drafts are their author's, and may be nowhere else.
    #expect(try Self.activity(4, in: harness).title == "")
    #expect(try Self.activity(4, in: harness).userInfo == Self.info)
    guard target != .board else { return }
    // Sent before the window knew of the purge, this changes nothing.
    harness.send(
      shown.connection,
      WindowState(activity: .card(1, info: Self.info), drafts: 0, unsent: 0).frame())
    harness.handle(.closed(other.connection))
    harness.handle(.closed(shown.connection))
    harness.advance(2_000)
    #expect(harness.store.sessions[session(3)]?.window?.activity.title ?? "" == "")
    #expect(harness.store.sessions[session(3)]?.window?.activity.userInfo ?? [] == [])
  }

  @Test("The identifier of a purged board is nobody's, also after a restart", .holds("PRG-012"))
  func purgedBoard() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.submit(&ann, .purge(.board))
    for _ in 0..<2 {
      for user in ["ann", "ben"] {
        let operation = Operation(
          id: OperationID(session: session(77), epoch: 0, counter: 1), base: 0, queued: false,
          intent: .boardCreate(title: "Again"))
        let reply = try harness.request(
          try harness.greeted(user: user), CreateBoard(board: board(1), operation: operation))
        guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
        #expect(error.code == .identifierInUse)
      }
      harness.restart()
    }
  }

  @Test(
    "What was read of the log before a purge goes to nobody behind it, and is read again",
    .holds("PRG-014"), arguments: [false, true])
  func readBefore(isOfCard: Bool) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Zebra"))
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Plain"))
    harness.readsAtOnce = false
    let request =
      isOfCard
      ? harness.begin(ben.connection, FetchCardHistory(card: card(1), from: 1, count: 9))
      : harness.begin(ben.connection, FetchHistory(from: 1, count: 9))
    _ = try harness.submit(&ann, .purge(.past(.cardTitle(card(1)))))
    _ = harness.take(ben.connection)
    harness.readNow()
    #expect(harness.take(ben.connection).isEmpty)
    harness.readNow()
    let answer = try harness.answer(ben.connection, request)
    guard case .history(let history) = answer else { throw CoordinatorHarness.Unexpected(answer) }
    var titles: [String] = []
    for case .cardRetitle(_, let title)? in history.operations.map(\.operation?.intent) {
      titles.append(title)
    }
    #expect(titles == [])
    let purged = history.operations.count { if case .purged = $0.content { true } else { false } }
    // Of a card's history nothing is left that says whose it was.
    #expect(purged == (isOfCard ? 0 : 3))
  }

  @Test("With the past of a card's title it leaves the windows on that card", .holds("PRG-016"))
  func pastOfTitle() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.show(2, .card(1, info: Self.info))
    _ = try harness.show(3, .card(1), .additional)
    let asker = try harness.greeted()
    _ = try harness.request(
      asker, EndWindow(session: session(3), ending: .decline, reason: "tidy"))
    #expect(try Self.activity(3, in: harness).title == "First")
    _ = try harness.submit(&ann, .purge(.past(.cardTitle(card(1)))))
    #expect(try Self.activity(2, in: harness).userInfo == Self.info)
    #expect(try Self.activity(3, in: harness).title == "")
  }

  @Test("No title that a window says of itself is kept", .holds("PRG-018"))
  func saidTitles() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1, info: Self.info))
    #expect(try Self.activity(2, in: harness).title == "")
    harness.send(
      shown.connection,
      WindowState(activity: .card(1, info: Self.info), drafts: 1, unsent: 0).frame())
    harness.advance(2_000)
    #expect(try Self.activity(2, in: harness).title == "")
    #expect(try Self.activity(2, in: harness).userInfo == Self.info)
  }

  @Test(
    "No hash of the bytes of what was purged is kept, and its identifier tells what a resend came to",
    .holds("PRG-014", "PRG-016", "PRG-017"))
  func hashes() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let operation = ann.operation(.cardRetitle(card(1), title: "4711"), counter: 1)
    let first = try harness.request(ann.connection, Submit(operation: operation))
    ann.counter = 1
    _ = try harness.submit(&ann, .purge(.past(.cardTitle(card(1)))))
    let image = try #require(harness.store.snapshots[board(1)])
    #expect(!Self.holds(image.bytes, operation.hash))
    #expect(try harness.request(ann.connection, Submit(operation: operation)) == first)
    let other = ann.operation(.cardRetitle(card(1), title: "4712"), counter: 1)
    #expect(try harness.request(ann.connection, Submit(operation: other)) == first)
    // What came after the purge is known by its content, as ever.
    let later = ann.operation(.cardRetitle(card(1), title: "Later"), counter: 3)
    _ = try harness.request(ann.connection, Submit(operation: later))
    let changed = ann.operation(.cardRetitle(card(1), title: "Changed"), counter: 3)
    #expect(
      try harness.refusal(ann.connection, Submit(operation: changed)).code == .operationChanged)
  }

  @Test(
    "Behind a purge an edit with another epoch is not taken for the one with its counter",
    .holds("EDT-010", "PRG-017"))
  func epochs() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.submit(&ann, .purge(.card(card(1))))
    let back = try harness.attach(1, instance: 2, epoch: ann.attached.epoch)
    let edit = back.operation(.boardRename(title: "Another"), counter: 1)
    #expect(edit.id.epoch != ann.attached.epoch)
    #expect(try harness.refusal(back.connection, Submit(operation: edit)).code == .operationChanged)
  }

  @Test(
    "An edit from before a purge is ordered without the words around it, once",
    .holds("PRG-019", "EDT-009"))
  func context() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let extensions = Extensions(
      entries: Extensions(leftOf: nil, context: TextContext(before: "Zebraword", after: "")).entries
        + [Extensions.Entry(tag: 999, bytes: [1])])
    var lastContext: String? {
      harness.operations.last?.operation?.extensions.context?.before
    }
    func edit(_ counter: UInt64, base: UInt64) -> Operation {
      let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "mine")])
      let made = ann.operation(.cardSplice(card(1), splice), counter: counter)
      return Operation(
        id: made.id, base: base, queued: true, intent: made.intent, extensions: extensions)
    }
    let before = edit(1, base: 1)
    let first = try harness.request(ann.connection, Submit(operation: before))
    #expect(lastContext == "Zebraword")
    ann.counter = 1
    let purge = try harness.submit(&ann, .purge(.past(.cardTitle(card(1)))))
    let late = edit(3, base: purge.sequence - 1)
    let stored = try harness.request(ann.connection, Submit(operation: late))
    #expect(lastContext == nil)
    #expect(harness.operations.last?.operation?.extensions.entries.map(\.tag) == [999])
    let seen = edit(4, base: purge.sequence)
    _ = try harness.request(ann.connection, Submit(operation: seen))
    #expect(lastContext == "Zebraword")
    // Sent again, with the words or without, they are the same.
    for _ in 0..<2 {
      for resend in [late, try #require(late.withoutContext(before: purge.sequence))] {
        #expect(try harness.request(ann.connection, Submit(operation: resend)) == stored)
      }
      #expect(try harness.request(ann.connection, Submit(operation: before)) == first)
      harness.restart()
      ann = try harness.attach(1, instance: 2, epoch: ann.attached.epoch)
    }
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
