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
      author: CommandBench.author, configuration: .command)
  }

  static var add: Intent {
    .cardCreate(card, in: column, title: "Card", body: "", at: Anchors())
  }

  static func bench() -> CommandBench {
    var bench = CommandBench()
    bench.make(board, titled: "Board", columns: [(column, "Doing")])
    return bench
  }

  @Test("A whole command lists, attaches, edits, and leaves no session behind")
  func whole() throws {
    var bench = Self.bench()
    bench.tell(.ask(.listBoards(ListBoards())))
    guard case .answered(.boards(let list)) = bench.told.popLast() else {
      Issue.record("no boards: \(bench.told)")
      return
    }
    #expect(list.boards.map(\.title) == ["Board"])
    bench.tell(.open(Self.identity, wallClock: 0))
    #expect(bench.told == [.ready])
    #expect(bench.sessionsKept == 1)
    bench.tell(.submit([Self.add]))
    guard case .decided(let decisions) = bench.told.last else {
      Issue.record("not decided: \(bench.told)")
      return
    }
    #expect(decisions.map(\.outcome) == [.applied])
    #expect(bench.session.board?.card(Self.card)?.title.value == "Card")
    bench.tell(.finish)
    #expect(bench.told.last == .done)
    #expect(bench.sessionsKept == 0)
  }

  @Test("What comes to nothing is answered without a word to the coordinator")
  func nothing() {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.tell(.submit([]))
    #expect(bench.told == [.ready, .decided([])])
    #expect(bench.operations(of: Self.board).count == 1)
  }

  @Test("Wherever answers are cut off, an edit counts once", arguments: 0..<14)
  func lostAnswers(arrivals: Int) {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.arrivals = arrivals
    bench.tell(.submit([Self.add]))
    bench.pass(CommandSession.patience - 1)
    #expect(bench.told.contains { if case .decided = $0 { true } else { false } })
    let creations = bench.operations(of: Self.board).filter { $0.operation?.intent == Self.add }
    #expect(creations.count == 1)
    bench.tell(.finish)
    bench.pass(CommandSession.patience)
    #expect(bench.told.last == .done)
  }

  @Test(
    "Wherever requests are cut off from the first byte on, an edit counts once", arguments: 0..<10)
  func lostRequests(departures: Int) {
    var bench = Self.bench()
    bench.departures = departures
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.pass(2_000)
    #expect(bench.told.contains(.ready))
    bench.tell(.submit([Self.add]))
    bench.pass(CommandSession.patience - 1)
    #expect(bench.told.contains { if case .decided = $0 { true } else { false } })
    let creations = bench.operations(of: Self.board).filter { $0.operation?.intent == Self.add }
    #expect(creations.count == 1)
  }

  @Test("A coordinator that is not there fails a command at once")
  func unreachable() {
    var bench = CommandBench()
    bench.isReachable = false
    bench.tell(.ask(.listBoards(ListBoards())))
    guard case .failed(let failure) = bench.told.first else {
      Issue.record("no failure: \(bench.told)")
      return
    }
    #expect(failure.exitCode == 3)
    #expect(bench.told.last == .done)
    #expect(bench.dials == 1)
  }

  @Test("A coordinator that goes away for good is given up after the deadline, saying so")
  func goneForGood() {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.departures = 0
    bench.isReachable = false
    bench.tell(.submit([Self.add]))
    bench.pass(CommandSession.patience - 1)
    #expect(bench.told == [.ready])
    bench.pass(1)
    guard case .failed(let failure) = bench.told.dropFirst().first else {
      Issue.record("no failure: \(bench.told)")
      return
    }
    #expect(failure.kind == .unreachable)
    #expect(failure.description.contains("whether the edit was made is not known"))
    #expect(bench.told.last == .done)
    #expect(bench.dials > 3)
  }

  @Test(
    "A coordinator that cannot write fails a command at once, saying why and that nothing was done")
  func storeUnavailable() {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.isStoreFull = true
    bench.tell(.submit([Self.add]))
    guard case .failed(let failure) = bench.told.dropFirst().first else {
      Issue.record("no failure: \(bench.told)")
      return
    }
    #expect(failure.kind == .refused)
    #expect(failure.description == "the coordinator's disk is full; the edit was not made")
    #expect(bench.told.last == .done)
    // Room that comes back later does not make it true.
    bench.isStoreFull = false
    bench.pass(CommandSession.patience)
    #expect(bench.operations(of: Self.board).count == 1)
    var creation = Self.bench()
    creation.isStoreFull = true
    let operation = Operation(
      id: OperationID(session: SessionID(high: 9, low: 9), epoch: 0, counter: 1), base: 0,
      queued: false, intent: .boardCreate(title: "B"))
    creation.tell(
      .ask(
        .createBoard(CreateBoard(board: BoardID(high: 9, low: 9), operation: operation))))
    guard case .failed(let other) = creation.told.first else {
      Issue.record("no failure: \(creation.told)")
      return
    }
    #expect(other.description.contains("the coordinator's disk is full"))
  }

  @Test("A board that is not there is not found")
  func unknownBoard() {
    var bench = CommandBench()
    bench.tell(.open(Self.identity, wallClock: 0))
    guard case .failed(let failure) = bench.told.first else {
      Issue.record("no failure: \(bench.told)")
      return
    }
    #expect(failure.kind == .notFound)
    #expect(bench.told.last == .done)
  }

  @Test("A certificate that is not accepted ends a command as an identity refused")
  func identityRefused() {
    for link in [LinkName.directory, .board] {
      var session = CommandSession(grease: 0)
      let first: SessionEvent =
        link == .board
        ? .open(Self.identity, wallClock: 0) : .ask(.listBoards(ListBoards()))
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
    var bench = CommandBench()
    _ = bench.session.handle(.ask(.listBoards(ListBoards())), now: 0)
    let effects = bench.session.handle(
      .filesUnusable(.directory, reason: "cannot open a", jitter: 0), now: 1)
    #expect(effects.contains(.failed(CommandFailure(.files, "cannot open a"))))
    #expect(effects.last == .done)

    var follower = Self.bench()
    follower.tell(.follow(Self.identity, wallClock: 0))
    follower.tell(.filesUnusable(.board, reason: "cannot open a", jitter: 7))
    #expect(follower.told == [.ready, .linkLost])
  }

  @Test("Who follows is told of others' edits, of a lost link, and of what was missed")
  func follow() {
    var bench = Self.bench()
    bench.tell(.follow(Self.identity, wallClock: 0))
    #expect(bench.told == [.ready])
    bench.departures = 0
    bench.pass(60_000)  // A PING is due, and cuts the link.
    #expect(bench.told.contains(.linkLost))
    #expect(bench.told.last == .linkBack)
    bench.pass(CommandSession.patience * 10)
    #expect(bench.told.last == .linkBack)
    bench.tell(.finish)
    #expect(bench.told.last == .done)
    #expect(bench.sessionsKept == 0)
  }

  @Test("A link that is lost the moment a follow begins is told as well")
  func lostAtOnce() {
    var bench = Self.bench()
    bench.tell(.follow(Self.identity, wallClock: 0))
    #expect(bench.told == [.ready])
    bench.tell(.disconnected(.board, reason: "cut", retry: .automatic, jitter: 7))
    #expect(bench.told == [.ready, .linkLost])
    bench.pass(1_000)
    #expect(bench.told == [.ready, .linkLost, .linkBack])
  }

  @Test("History is asked again after a cut", arguments: 0..<6)
  func history(arrivals: Int) {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.arrivals = arrivals
    bench.tell(.ask(.fetchHistory(FetchHistory(from: 1, count: 10))))
    bench.pass(CommandSession.patience - 1)
    guard case .answered(.history(let history)) = bench.told.last else {
      Issue.record("no history: \(bench.told)")
      return
    }
    #expect(history.operations.map(\.sequence) == [1])
    #expect(history.sequence == 1)
  }

  @Test("What is asked beside a board and refused is told at once, and not asked again")
  func refusedBesides() {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    bench.tell(.ask(.revokeDevice(RevokeDevice(device: "unknown"))))
    let failures = bench.told.compactMap { effect in
      if case .failed(let failure) = effect { failure } else { nil }
    }
    #expect(
      failures.map(\.description) == [
        "you have no device named unknown: `board devices` lists yours"
      ])
  }

  @Test("The history of a card is asked again after a cut", arguments: 0..<6)
  func cardHistory(arrivals: Int) {
    var bench = Self.bench()
    bench.tell(.open(Self.identity, wallClock: 0))
    let card = Sample.card("abcd1")
    bench.tell(
      .submit([
        .columnCreate(Sample.column(1), title: "Doing", at: Anchors()),
        .cardCreate(card, in: Sample.column(1), title: "One", body: "", at: Anchors()),
      ]))
    bench.arrivals = arrivals
    bench.tell(.ask(.fetchCardHistory(FetchCardHistory(card: card, from: 1, count: 10))))
    bench.pass(CommandSession.patience - 1)
    guard case .answered(.history(let history)) = bench.told.last else {
      Issue.record("no history: \(bench.told)")
      return
    }
    #expect(history.operations.map(\.sequence) == [3])
    #expect(history.sequence == 3)
  }
}
