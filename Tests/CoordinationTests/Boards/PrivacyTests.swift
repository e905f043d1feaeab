import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// Board 1 is Ann's; who else may read it, and what anybody else is told.
@Suite("Private boards")
struct PrivacyTests {
  typealias Unexpected = CoordinatorHarness.Unexpected

  /// A coordinator with Ann's board, which only she may read.
  private func harness(everyone: Role? = nil) throws -> CoordinatorHarness {
    var harness = CoordinatorHarness()
    try harness.makeBoard(everyone: everyone)
    return harness
  }

  private func boards(_ harness: inout CoordinatorHarness, _ id: ConnectionID) throws -> [BoardID] {
    let reply = try harness.request(id, ListBoards())
    guard case .boards(let list) = reply else { throw Unexpected(reply) }
    return list.boards.map(\.id)
  }

  private func error(_ message: Message) throws -> ErrorMessage {
    guard case .error(let error) = message else { throw Unexpected(message) }
    return error
  }

  private func give(
    _ role: Role?, to user: String, _ harness: inout CoordinatorHarness, _ ann: inout SampleWindow
  ) throws {
    let stored = try harness.submit(&ann, .set(.memberRole(user), .role(role)))
    #expect(stored.outcome == .applied)
  }

  /// Every request that names a board and needs no attachment, but CREATE_BOARD.
  private func requests(
    naming id: BoardID, _ harness: CoordinatorHarness
  ) -> [any MessageBody] {
    let activity = Activity(.card(card(1)), title: "First")
    let attach = harness.attachBody(7, board: id, as: .card)
    return [
      attach,
      AttachWindow(manner: .resume, previous: nil, activity: activity, place: "", attach: attach),
      OpenWindow(board: id, session: session(8), activity: activity, isAdditional: false),
      Invite(board: id, user: "ann", activity: activity),
      FetchExcerpt(board: id, level: 1, cards: ["1"]),
    ]
  }

  enum Place: CaseIterable { case loaded, stored, damaged }

  @Test(
    "A board that one may not read is answered for as one that there is not, and is not loaded",
    .holds("BRD-008", "BRD-009", "BRD-012"), arguments: Place.allCases)
  func unknown(place: Place) throws {
    var harness = try harness()
    if place != .loaded { harness.restart() }
    if place == .damaged {
      let ann = try harness.greeted()
      harness.readsAtOnce = false
      let number = harness.begin(ann, harness.attachBody(1))
      _ = harness.takeHeldReads()
      harness.handle(.loadFailed(board(1), "torn"))
      harness.readsAtOnce = true
      #expect(try error(harness.answer(ann, number)).code == .boardDamaged)
    }
    let ben = try harness.greeted(user: "ben")
    #expect(try boards(&harness, ben).isEmpty)
    let nowhere = board(99)
    for (there, gone) in zip(
      requests(naming: board(1), harness), requests(naming: nowhere, harness))
    {
      harness.journal = []
      let refused = try error(harness.request(ben, there))
      #expect(!harness.journal.contains { if case .load = $0 { true } else { false } })
      let missing = try error(harness.request(ben, gone))
      #expect(refused.code == .boardUnknown)
      #expect(refused.retryAfter == missing.retryAfter)
      #expect(
        refused.text.replacing("\(board(1))", with: "")
          == missing.text.replacing("\(nowhere)", with: ""))
    }
    #expect(harness.take(ben).isEmpty)
  }

  @Test("A taken identifier is taken for whoever has it, also where they may not read the board")
  func takenIdentifier() throws {
    var harness = try harness()
    let ben = try harness.greeted(user: "ben")
    let operation = Operation(
      id: OperationID(session: session(9), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .boardCreate(title: "Mine"))
    let refused = try harness.request(ben, CreateBoard(board: board(1), operation: operation))
    #expect(try error(refused).code == .identifierInUse)
  }

  @Test(
    "Who has a role is listed the board, before and after a restart, and nobody else is",
    .holds("BRD-001", "BRD-011", "BRD-012"))
  func listing() throws {
    var harness = try harness()
    try harness.makeBoard(board(2), as: "ben", everyone: .viewer)
    try harness.makeBoard(board(3), as: "cid", everyone: nil)
    var ann = try harness.attach(1)
    try give(.viewer, to: "ben", &harness, &ann)
    for _ in 0..<2 {
      let expected =
        ["ann": [1, 2], "ben": [1, 2], "cid": [2, 3], "zoe": [2]] as [String: [UInt64]]
      for (user, numbers) in expected.sorted(by: { $0.key < $1.key }) {
        let id = try harness.greeted(user: user)
        #expect(try boards(&harness, id) == numbers.map { board($0) }, "\(user)")
      }
      harness.journal = []
      harness.restart()
      #expect(!harness.journal.contains { if case .load = $0 { true } else { false } })
    }
  }

  @Test(
    "Who loses the right to read is cut in that turn, and what they asked is answered as unknown",
    .holds("BRD-013", "BRD-014"))
  func cut() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    try give(.editor, to: "ben", &harness, &ann)
    let (ben, _) = try harness.window(2, user: "ben")
    let waiting = try harness.greeted(user: "ben")
    _ = harness.take(ben.connection)
    harness.commitsAtOnce = false
    harness.readsAtOnce = false
    let history = harness.begin(ben.connection, FetchHistory(from: 1, count: 9))
    let ofCard = harness.begin(ben.connection, FetchCardHistory(card: card(1), from: 1, count: 9))
    let kept = harness.begin(
      ben.connection,
      Submit(operation: ben.operation(.cardRetitle(card(1), title: "Kept"), counter: 1)))
    harness.commitNow()
    guard case .outcome = try harness.answer(ben.connection, kept) else { throw Unexpected(nil) }
    _ = harness.take(ben.connection)
    ann.counter += 1
    _ = harness.begin(
      ann.connection,
      Submit(
        operation: ann.operation(.set(.memberRole("ben"), .role(nil)), counter: ann.counter)))
    let attach = harness.begin(waiting, harness.attachBody(3))
    while harness.pendingGroup != nil { harness.commitNow() }
    let told = harness.take(ben.connection)
    #expect(try told.map { try error($0).code } == [.readingLost])
    #expect(try error(harness.answer(waiting, attach)).code == .boardUnknown)
    harness.readNow()
    for number in [history, ofCard] {
      #expect(try error(harness.answer(ben.connection, number)).code == .boardUnknown)
    }
    harness.commitsAtOnce = true
    _ = try harness.submit(&ann, .boardRename(title: "Private"))
    #expect(harness.take(ben.connection).isEmpty)
    #expect(try boards(&harness, ben.connection).isEmpty)
  }

  @Test(
    "Who leaves is told that they left, and what they send behind it is not ordered",
    .holds("BRD-013", "BRD-015"))
  func leaving() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    try give(.owner, to: "ben", &harness, &ann)
    let (ben, _) = try harness.window(2, user: "ben")
    _ = harness.take(ben.connection)
    harness.commitsAtOnce = false
    let intents: [Intent] = [.set(.memberRole("ben"), .role(nil)), .boardRename(title: "Gone")]
    let numbers = zip(1..., intents).map { counter, intent in
      harness.begin(ben.connection, Submit(operation: ben.operation(intent, counter: counter)))
    }
    #expect(try error(harness.answer(ben.connection, numbers[1])).code == .notNow)
    harness.commitNow()
    guard case .outcome(let outcome) = try harness.answer(ben.connection, numbers[0]) else {
      throw Unexpected(nil)
    }
    #expect(!outcome.stored.outcome.isRejected)
    #expect(try harness.take(ben.connection).map { try error($0).code } == [.readingLost])
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == outcome.stored.sequence)
  }

  @Test("A role that the log could not keep is none, and cuts nobody")
  func failedGroup() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    try give(.viewer, to: "ben", &harness, &ann)
    let (ben, _) = try harness.window(2, user: "ben")
    _ = harness.take(ben.connection)
    harness.commitsAtOnce = false
    for (counter, (user, role)) in zip(2..., [("ben", Role?.none), ("cid", .viewer)]) {
      _ = harness.begin(
        ann.connection,
        Submit(
          operation: ann.operation(
            .set(.memberRole(user), .role(role)), counter: UInt64(counter))))
    }
    harness.failCommit()
    let cid = try harness.greeted(user: "cid")
    #expect(try boards(&harness, cid).isEmpty)
    #expect(try boards(&harness, ben.connection) == [board(1)])
    #expect(harness.take(ben.connection).isEmpty)
  }

  @Test(
    "A change of roles is told to the connections of the user whom it concerns, and to no others",
    .holds("BRD-016", "BRD-018"))
  func membership() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    let users = ["ben", "ben", "cid"]
    let told = try users.map { try harness.greeted(user: $0, hello: .withMembers) }
    let silent = try harness.greeted(user: "ben")
    func expect(_ roles: [Role??], _ harness: inout CoordinatorHarness) {
      for (id, role) in zip(told, roles) {
        let expected = role.map { role in
          Message.membership(
            Membership(board: board(1), role: role, title: role == nil ? "" : "Work"))
        }
        #expect(harness.take(id) == [expected].compactMap(\.self))
      }
      #expect(harness.take(silent).isEmpty)
    }
    try give(.viewer, to: "ben", &harness, &ann)
    expect([.some(.viewer), .some(.viewer), nil], &harness)
    try give(.commenter, to: "", &harness, &ann)
    expect([nil, nil, .some(.commenter)], &harness)
    try give(nil, to: "ben", &harness, &ann)
    expect([.some(.commenter), .some(.commenter), nil], &harness)
    try give(nil, to: "", &harness, &ann)
    expect([.some(nil), .some(nil), .some(nil)], &harness)
    _ = try harness.submit(&ann, .boardRename(title: "Quiet"))
    expect([nil, nil, nil], &harness)
  }

  @Test(
    "Windows on a board that their user may not read are not listed, and hear nothing of it",
    .holds("WIN-016", "WIN-018", "WIN-026"))
  func windows() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    try give(.viewer, to: "ben", &harness, &ann)
    let ben = try harness.greeted(user: "ben")
    let activity = Activity(.card(card(1)), title: "First")
    let attach = harness.attachBody(5, as: .card)
    let shown = try harness.request(
      ben,
      AttachWindow(
        manner: .additional, previous: nil, activity: activity, place: "", attach: attach))
    guard case .attached = shown else { throw Unexpected(shown) }
    let asker = try harness.greeted(user: "ben")
    func listed(_ wanted: SessionID?) throws -> Message {
      try harness.request(asker, ListWindows(session: wanted))
    }
    guard case .windows(let before) = try listed(nil) else { throw Unexpected(nil) }
    #expect(before.windows.map(\.session) == [session(5)])
    try give(nil, to: "ben", &harness, &ann)
    guard case .windows(let after) = try listed(nil) else { throw Unexpected(nil) }
    #expect(after.windows.isEmpty)
    #expect(try error(listed(session(5))).code == .windowUnknown)
    // The card is gone, of which Ben's window would be told.
    _ = try harness.submit(&ann, .cardArchive(card(1)))
    #expect(harness.take(asker).isEmpty)
    let record = harness.store.sessions[session(5)]
    #expect(record?.window?.end == nil)
  }

  @Test("What is carried of a board ends when its user may not read it", .holds("DRG-024"))
  func drags() throws {
    var harness = try harness()
    var ann = try harness.attach(1)
    try harness.makeBoard(board(2), as: "ben", everyone: nil)
    try give(.viewer, to: "ben", &harness, &ann)
    let source = try harness.greeted(user: "ben", hello: .dragging)
    _ = try harness.request(source, harness.attachBody(5))
    let other = try harness.greeted(user: "ben", hello: .dragging)
    _ = try harness.request(other, harness.attachBody(6, board: board(2)))
    let drag = DragID(high: 3, low: 3)
    let item = DragItem(
      card: card(1), title: "First", types: CardRepresentation.allCases.map(\.rawValue))
    let content = DragContent(isPointer: false, moves: true, copies: true, items: [item])
    _ = try harness.request(source, Lift(drag: drag, content: content))
    let load = Load(drag: drag, item: 0, type: CardRepresentation.allCases[0].rawValue, offset: 0)
    harness.handle(.closed(source))
    guard case .part = try harness.request(other, load) else { throw Unexpected(nil) }
    _ = harness.take(other)
    try give(nil, to: "ben", &harness, &ann)
    guard case .carried(let carried) = harness.take(other).first else { throw Unexpected(nil) }
    #expect(carried.drag == nil)
    #expect(carried.ended?.end == .lapsed)
    #expect(try error(harness.request(other, load)).code == .dragOver)
  }

  @Test("A board whose members are not those of its operations is damaged, and nobody else's")
  func otherMembers() throws {
    var harness = try harness()
    var contents = harness.store.contents
    contents = StoreContents(
      incarnation: contents.incarnation, boards: contents.boards,
      members: contents.members + [MemberRecord(board: board(1), user: "ben", role: .owner)],
      sessions: contents.sessions)
    harness.coordinator = Coordinator(configuration: harness.configuration)
    harness.handle(.opened(contents))
    for user in ["ann", "ben"] {
      let id = try harness.greeted(user: user)
      let refused = try error(harness.request(id, harness.attachBody(4)))
      #expect(refused.code == .boardDamaged)
      #expect(refused.text.contains("its members are not those which are listed beside it"))
    }
  }
}
