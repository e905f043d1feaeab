import BoardModel
import Testing
import WindowSync
import Wire

@testable import Commands

@Suite("A command's session")
struct SessionTests {
  static let board = BoardID(high: 4, low: 4)
  static let column = ColumnID(high: 5, low: 5)
  static let card = CardID(high: 6, low: 6)

  static var identity: ReplicaIdentity {
    ReplicaIdentity(
      board: board, session: SessionID(high: 9, low: 9), instance: InstanceID(high: 9, low: 9),
      author: Desk.author, configuration: .command)
  }

  static var add: Intent {
    .cardCreate(card, in: column, title: "Card", body: "", at: Anchors())
  }

  static func desk() -> Desk {
    var desk = Desk()
    desk.make(board, titled: "Board", columns: [(column, "Doing")])
    return desk
  }

  @Test("A whole command lists, attaches, edits, and leaves no session behind")
  func whole() throws {
    var desk = Self.desk()
    desk.tell(.list)
    guard case .boards(let boards) = desk.told.popLast() else {
      Issue.record("no boards: \(desk.told)")
      return
    }
    #expect(boards.map(\.title) == ["Board"])
    desk.tell(.open(Self.identity, wallClock: 0))
    #expect(desk.told == [.ready])
    #expect(desk.sessionsKept == 1)
    desk.tell(.submit([Self.add]))
    guard case .decided(let decisions) = desk.told.last else {
      Issue.record("not decided: \(desk.told)")
      return
    }
    #expect(decisions.map(\.outcome) == [.applied])
    #expect(desk.session.board?.card(Self.card)?.title.value == "Card")
    desk.tell(.finish)
    #expect(desk.told.last == .done)
    #expect(desk.sessionsKept == 0)
  }

  @Test("What comes to nothing is answered without a word to the coordinator")
  func nothing() {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.tell(.submit([]))
    #expect(desk.told == [.ready, .decided([])])
    #expect(desk.operations(of: Self.board).count == 1)
  }

  @Test("Wherever answers are cut off, an edit counts once", arguments: 0..<14)
  func lostAnswers(arrivals: Int) {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.arrivals = arrivals
    desk.tell(.submit([Self.add]))
    desk.pass(CommandSession.patience - 1)
    #expect(desk.told.contains { if case .decided = $0 { true } else { false } })
    let creations = desk.operations(of: Self.board).filter { $0.operation.intent == Self.add }
    #expect(creations.count == 1)
    desk.tell(.finish)
    desk.pass(CommandSession.patience)
    #expect(desk.told.last == .done)
  }

  @Test(
    "Wherever requests are cut off from the first byte on, an edit counts once", arguments: 0..<10)
  func lostRequests(departures: Int) {
    var desk = Self.desk()
    desk.departures = departures
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.pass(2_000)
    #expect(desk.told.contains(.ready))
    desk.tell(.submit([Self.add]))
    desk.pass(CommandSession.patience - 1)
    #expect(desk.told.contains { if case .decided = $0 { true } else { false } })
    let creations = desk.operations(of: Self.board).filter { $0.operation.intent == Self.add }
    #expect(creations.count == 1)
  }

  @Test("A coordinator that is not there fails a command at once")
  func unreachable() {
    var desk = Desk()
    desk.isReachable = false
    desk.tell(.list)
    guard case .failed(let failure) = desk.told.first else {
      Issue.record("no failure: \(desk.told)")
      return
    }
    #expect(failure.exitCode == 3)
    #expect(desk.told.last == .done)
    #expect(desk.dials == 1)
  }

  @Test("A coordinator that goes away for good is given up after the deadline, saying so")
  func goneForGood() {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.departures = 0
    desk.isReachable = false
    desk.tell(.submit([Self.add]))
    desk.pass(CommandSession.patience - 1)
    #expect(desk.told == [.ready])
    desk.pass(1)
    guard case .failed(let failure) = desk.told.dropFirst().first else {
      Issue.record("no failure: \(desk.told)")
      return
    }
    #expect(failure.kind == .unreachable)
    #expect(failure.description.contains("whether the edit was made is not known"))
    #expect(desk.told.last == .done)
    #expect(desk.dials > 3)
  }

  @Test(
    "A coordinator that cannot write fails a command at once, saying why and that nothing was done")
  func storeUnavailable() {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.isStoreFull = true
    desk.tell(.submit([Self.add]))
    guard case .failed(let failure) = desk.told.dropFirst().first else {
      Issue.record("no failure: \(desk.told)")
      return
    }
    #expect(failure.kind == .refused)
    #expect(failure.description == "the coordinator's disk is full; the edit was not made")
    #expect(desk.told.last == .done)
    // Room that comes back later does not make it true.
    desk.isStoreFull = false
    desk.pass(CommandSession.patience)
    #expect(desk.operations(of: Self.board).count == 1)
    var creation = Self.desk()
    creation.isStoreFull = true
    let operation = Operation(
      id: OperationID(session: SessionID(high: 9, low: 9), epoch: 1, counter: 1), base: 0,
      queued: false, intent: .boardCreate(title: "B"))
    creation.tell(.create(BoardID(high: 9, low: 9), operation))
    guard case .failed(let other) = creation.told.first else {
      Issue.record("no failure: \(creation.told)")
      return
    }
    #expect(other.description.contains("the coordinator's disk is full"))
  }

  @Test("A board that is not there is not found")
  func unknownBoard() {
    var desk = Desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    guard case .failed(let failure) = desk.told.first else {
      Issue.record("no failure: \(desk.told)")
      return
    }
    #expect(failure.kind == .notFound)
    #expect(desk.told.last == .done)
  }

  @Test("A certificate that is not accepted ends a command as an identity refused")
  func identityRefused() {
    for link in [LinkName.directory, .board] {
      var session = CommandSession(grease: 0)
      let first: SessionEvent =
        link == .board ? .open(Self.identity, wallClock: 0) : .list
      #expect(session.handle(first, now: 0).contains(.connect(link)))
      _ = session.handle(.connected(link), now: 1)
      let effects = session.handle(
        .disconnected(link, reason: "unknown authority", retry: .identityRefused, jitter: 0),
        now: 2)
      #expect(effects.contains(.failed(CommandFailure(.identity, "unknown authority"))))
      #expect(effects.last == .done)
    }
  }

  @Test("Files that cannot be used end a command that has no link yet, and only such a one")
  func filesUnusable() {
    var desk = Desk()
    _ = desk.session.handle(.list, now: 0)
    let effects = desk.session.handle(
      .filesUnusable(.directory, reason: "cannot open a", jitter: 0), now: 1)
    #expect(effects.contains(.failed(CommandFailure(.files, "cannot open a"))))
    #expect(effects.last == .done)

    var follower = Self.desk()
    follower.tell(.follow(Self.identity, wallClock: 0))
    follower.tell(.filesUnusable(.board, reason: "cannot open a", jitter: 7))
    #expect(follower.told == [.ready, .linkLost])
  }

  @Test("Who follows is told of others' edits, of a lost link, and of what was missed")
  func follow() {
    var desk = Self.desk()
    desk.tell(.follow(Self.identity, wallClock: 0))
    #expect(desk.told == [.ready])
    desk.departures = 0
    desk.pass(60_000)  // A PING is due, and cuts the link.
    #expect(desk.told.contains(.linkLost))
    #expect(desk.told.last == .linkBack)
    desk.pass(CommandSession.patience * 10)
    #expect(desk.told.last == .linkBack)
    desk.tell(.finish)
    #expect(desk.told.last == .done)
    #expect(desk.sessionsKept == 0)
  }

  @Test("A link that is lost the moment a follow begins is told as well")
  func lostAtOnce() {
    var desk = Self.desk()
    desk.tell(.follow(Self.identity, wallClock: 0))
    #expect(desk.told == [.ready])
    desk.tell(.disconnected(.board, reason: "cut", retry: .automatic, jitter: 7))
    #expect(desk.told == [.ready, .linkLost])
    desk.pass(1_000)
    #expect(desk.told == [.ready, .linkLost, .linkBack])
  }

  @Test("History is asked again after a cut", arguments: 0..<6)
  func history(arrivals: Int) {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    desk.arrivals = arrivals
    desk.tell(.history(from: 1, count: 10))
    desk.pass(CommandSession.patience - 1)
    guard case .history(let operations, let sequence) = desk.told.last else {
      Issue.record("no history: \(desk.told)")
      return
    }
    #expect(operations.map(\.sequence) == [1])
    #expect(sequence == 1)
  }

  @Test("The history of a card is asked again after a cut", arguments: 0..<6)
  func cardHistory(arrivals: Int) {
    var desk = Self.desk()
    desk.tell(.open(Self.identity, wallClock: 0))
    let card = Sample.card("abcd1")
    desk.tell(
      .submit([
        .columnCreate(Sample.column(1), title: "Doing", at: Anchors()),
        .cardCreate(card, in: Sample.column(1), title: "One", body: "", at: Anchors()),
      ]))
    desk.arrivals = arrivals
    desk.tell(.history(from: 1, count: 10, about: card))
    desk.pass(CommandSession.patience - 1)
    guard case .history(let operations, let sequence) = desk.told.last else {
      Issue.record("no history: \(desk.told)")
      return
    }
    #expect(operations.map(\.sequence) == [3])
    #expect(sequence == 3)
  }
}
