import BoardModel
import Testing
import WindowSync
import Wire

@testable import Commands

@Suite("Edits of a board that a command does not open")
struct EditingTests {
  /// - Parameter base: the sequence number of the excerpt.
  static func edits(_ intents: [Intent], base: UInt64 = 1) -> UnopenedEdits {
    UnopenedEdits(
      intents, base: base,
      attach: Attach(
        board: SessionTests.board, session: SessionID(high: 9, low: 9),
        instance: InstanceID(high: 9, low: 9), configuration: .command, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), sequence: 0, firstPending: 1,
        level: ModelLevels.released.newest))
  }

  static func question(_ cards: [String]) -> SessionEvent {
    .ask(.fetchExcerpt(FetchExcerpt(board: SessionTests.board, level: 1, cards: cards)))
  }

  private func excerpt(_ effect: SessionEffect?) throws -> Board {
    guard case .answered(.excerpt(let excerpt)) = effect else {
      throw CommandFailure(.refused, "no excerpt: \(String(describing: effect))")
    }
    return try Board(
      id: SessionTests.board, sequence: excerpt.sequence, entities: excerpt.entities)
  }

  private func made(_ bench: CommandBench) -> [Decision]? {
    bench.told.lazy.compactMap { effect -> [Decision]? in
      if case .made(let decisions) = effect { decisions } else { nil }
    }.first
  }

  @Test("A command reads, edits and reads again on one connection, and leaves no session behind")
  func whole() throws {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    let before = try excerpt(bench.told.popLast())
    #expect(before.liveColumns.map(\.title.value) == ["Doing"])
    bench.tell(.make(Self.edits([SessionTests.add], base: before.sequence)))
    #expect(made(bench)?.map(\.outcome) == [.applied])
    #expect(bench.sessionsKept == 0)
    bench.tell(Self.question(["\(SessionTests.card)"]))
    let after = try excerpt(bench.told.popLast())
    #expect(after.card(SessionTests.card)?.title.value == "Card")
    #expect(after.number(of: SessionTests.card) == 1)
    bench.tell(.finish)
    #expect(bench.told.last == .done)
    #expect(bench.dials == 1)
    #expect(bench.sessionsKept == 0)
  }

  @Test("Wherever answers are cut off, each edit counts once and is answered", arguments: 0..<10)
  func lostAnswers(arrivals: Int) {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    bench.arrivals = arrivals
    check(&bench)
  }

  @Test("Wherever requests are cut off, each edit counts once and is answered", arguments: 0..<5)
  func lostRequests(departures: Int) {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    bench.departures = departures
    check(&bench)
  }

  private func check(_ bench: inout CommandBench) {
    let intents = [
      SessionTests.add, .cardRetitle(SessionTests.card, title: "One"),
      .cardRetitle(SessionTests.card, title: "Two"),
    ]
    bench.tell(.make(Self.edits(intents)))
    bench.pass(CommandSession.patience - 1)
    #expect(made(bench)?.map(\.operation.intent) == intents)
    #expect(made(bench)?.allSatisfy { $0.outcome == .applied } == true)
    let log = bench.operations(of: SessionTests.board).dropFirst()
    #expect(log.compactMap { $0.operation?.intent } == intents)
    // What became of the session is in nobody's way.
    bench.tell(Self.question([]))
    bench.pass(CommandSession.patience - 1)
    #expect((try? excerpt(bench.told.last)) != nil, "\(String(describing: bench.told.last))")
    bench.tell(.finish)
    bench.pass(CommandSession.patience)
    #expect(bench.told.last == .done)
    #expect(bench.sessionsKept == 0)
  }

  @Test("Where the store cannot take an edit, the command says so, and that nothing was made")
  func fullStore() {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    bench.isStoreFull = true
    bench.tell(.make(Self.edits([SessionTests.add])))
    let failure = bench.told.lazy.compactMap { effect -> CommandFailure? in
      if case .failed(let failure) = effect { failure } else { nil }
    }.first
    #expect(failure?.kind == .refused)
    #expect(failure?.description.hasSuffix("the edit was not made") == true, "\(failure as Any)")
    #expect(bench.told.last == .done)
    #expect(bench.operations(of: SessionTests.board).count == 1)
  }

  @Test("A coordinator that goes away while edits are made leaves it open whether they are")
  func goneForGood() {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    bench.departures = 1
    bench.isReachable = false
    bench.tell(.make(Self.edits([SessionTests.add])))
    bench.pass(CommandSession.patience)
    guard case .failed(let failure) = bench.told.dropFirst().first else {
      Issue.record("no failure: \(bench.told)")
      return
    }
    #expect(failure.kind == .unreachable)
    #expect(failure.description.contains("whether the edit was made is not known"))
  }

  @Test("An edit that is too large for a message is refused, and the session ends in good order")
  func tooLarge() {
    var bench = SessionTests.bench()
    bench.tell(Self.question([]))
    let body = String(repeating: "x", count: 900_000)
    bench.tell(
      .make(
        Self.edits([
          .cardCreate(
            SessionTests.card, in: SessionTests.column, title: "Card", body: body, at: Anchors())
        ])))
    #expect(bench.told.contains(.failed(CommandFailure(EditRefusal.tooLarge))))
    #expect(bench.told.last == .done)
    #expect(bench.sessionsKept == 0)
  }

  @Test("What an edit takes on the wire does not depend on how many cards the board has")
  func costs() {
    let bytes = [10, 3_000].map { count in
      var bench = SessionTests.bench()
      for start in stride(from: 0, to: count, by: 500) {
        bench.tell(Self.question([]))
        let cards = (start..<min(start + 500, count)).map { number in
          Intent.cardCreate(
            CardID(high: UInt64(number) << 32, low: 7), in: SessionTests.column, title: "Card",
            body: "", at: Anchors())
        }
        bench.tell(.make(Self.edits([.batch(cards)])))
        bench.restartCommand()
      }
      let before = bench.bytesSent
      bench.tell(Self.question([]))
      bench.tell(.make(Self.edits([SessionTests.add])))
      bench.tell(Self.question(["\(SessionTests.card)"]))
      bench.tell(.finish)
      return bench.bytesSent - before
    }
    #expect(bytes[0] > 0 && bytes[0] == bytes[1], "\(bytes)")
  }
}
