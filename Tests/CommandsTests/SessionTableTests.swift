import BoardModel
import Testing
import WindowSync
import Wire

@testable import Commands

/// Every state against every event that a command or a network can bring.
@Suite("The table of a command's session")
struct SessionTableTests {
  enum Stage: String, CaseIterable {
    case idle, directory, listed, awaiting, editing, opening, ready, deciding, reading, following,
      leaving,
      ended
  }

  enum Step: String, CaseIterable {
    case list, create, await, open, submit, make, history, follow, timer, finish
    case lost, refused, stranger
  }

  @Test("Each step in each state leads to the state it must", arguments: Stage.allCases)
  func steps(from stage: Stage) throws {
    for step in Step.allCases {
      var bench = try Self.bench(at: stage)
      #expect(Self.stage(of: bench.session) == stage)
      let before = bench.told.count
      let effects = bench.session.handle(Self.event(step, at: stage), now: bench.now)
      let expected = Self.next(stage, step)
      #expect(Self.stage(of: bench.session) == expected, "\(stage) \(step)")
      let failures = effects.filter { if case .failed = $0 { true } else { false } }
      let ends = effects.filter { $0 == .done }.count
      #expect(ends == (expected == .ended && stage != .ended ? 1 : 0), "\(stage) \(step)")
      #expect(failures.count <= 1)
      if ends == 1 { #expect(effects.last == .done, "\(stage) \(step)") }
      if stage == .ended { #expect(effects.isEmpty, "\(stage) \(step)") }
      #expect(bench.told.count == before)
    }
  }

  private static func next(_ stage: Stage, _ step: Step) -> Stage {
    switch (stage, step) {
    case (.ended, _): .ended
    case (_, .stranger), (_, .timer): stage
    case (.idle, .list), (.idle, .create): .directory
    case (.listed, .list), (.listed, .create): .directory
    case (.idle, .await), (.directory, .await), (.listed, .await): .awaiting
    case (.idle, .open), (.directory, .open), (.listed, .open): .opening
    case (.idle, .follow), (.directory, .follow), (.listed, .follow): .opening
    case (.idle, .finish): .ended
    case (.listed, .make): .editing
    case (.ready, .submit): .deciding
    case (.ready, .history), (.ready, .list), (.ready, .create): .reading
    case (.directory, .finish), (.listed, .finish), (.awaiting, .finish), (.opening, .finish),
      (.editing, .finish), (.ready, .finish),
      (.deciding, .finish), (.reading, .finish), (.following, .finish):
      .leaving
    case (.leaving, .lost), (.leaving, .refused): .ended
    case (.directory, .refused), (.listed, .refused), (.awaiting, .refused), (.opening, .refused),
      (.editing, .refused), (.ready, .refused),
      (.deciding, .refused), (.reading, .refused), (.following, .refused):
      .ended
    case (.following, .lost): .following
    default: stage
    }
  }

  private static func event(_ step: Step, at stage: Stage) -> SessionEvent {
    let link: LinkName =
      switch stage {
      case .directory, .listed, .awaiting, .editing: .directory
      default: .board
      }
    let creation = Operation(
      id: OperationID(session: SessionID(high: 2, low: 2), epoch: 0, counter: 1), base: 0,
      queued: false, intent: .boardCreate(title: "New"))
    return switch step {
    case .list: .ask(.listBoards(ListBoards()))
    case .create:
      .ask(.createBoard(CreateBoard(board: BoardID(high: 3, low: 3), operation: creation)))
    case .await: .awaitWindow(SessionID(high: 2, low: 2))
    case .open: .open(SessionTests.identity, wallClock: 0)
    case .submit: .submit([SessionTests.add])
    case .make: .make(EditingTests.edits([SessionTests.add]))
    case .history: .ask(.fetchHistory(FetchHistory(from: 1, count: 1)))
    case .follow: .follow(SessionTests.identity, wallClock: 0)
    case .timer: .timer
    case .finish: .finish
    case .lost: .disconnected(link, reason: "lost", retry: .automatic, jitter: 0)
    case .refused: .disconnected(link, reason: "refused", retry: .identityRefused, jitter: 0)
    case .stranger:
      .disconnected(
        link == .board ? .directory : .board, reason: "old", retry: .identityRefused, jitter: 0)
    }
  }

  private static func bench(at stage: Stage) throws -> CommandBench {
    var bench = SessionTests.bench()
    switch stage {
    case .idle: break
    case .directory:
      _ = bench.session.handle(.ask(.listBoards(ListBoards())), now: bench.now)
      _ = bench.session.handle(.connected(.directory), now: bench.now)
    case .listed: bench.tell(.ask(.listBoards(ListBoards())))
    case .awaiting:
      bench.tell(.ask(.listBoards(ListBoards())))
      _ = bench.session.handle(.awaitWindow(SessionID(high: 2, low: 2)), now: bench.now)
    case .editing:
      bench = try Self.bench(at: .listed)
      _ = bench.session.handle(.make(EditingTests.edits([SessionTests.add])), now: bench.now)
    case .opening:
      _ = bench.session.handle(.open(SessionTests.identity, wallClock: 0), now: bench.now)
      _ = bench.session.handle(.connected(.board), now: bench.now)
    case .ready: bench.tell(.open(SessionTests.identity, wallClock: 0))
    case .deciding:
      bench = try Self.bench(at: .ready)
      _ = bench.session.handle(.submit([SessionTests.add]), now: bench.now)
    case .reading:
      bench = try Self.bench(at: .ready)
      _ = bench.session.handle(
        .ask(.fetchHistory(FetchHistory(from: 1, count: 1))), now: bench.now)
    case .following:
      bench.tell(.follow(SessionTests.identity, wallClock: 0))
    case .leaving:
      bench = try Self.bench(at: .ready)
      _ = bench.session.handle(.finish, now: bench.now)
    case .ended:
      bench.tell(.ask(.listBoards(ListBoards())))
      bench.tell(.finish)
    }
    return bench
  }

  private static func stage(of session: CommandSession) -> Stage {
    switch session.state {
    case .idle: .idle
    case .directory: .directory
    case .listed: .listed
    case .awaiting: .awaiting
    case .editing: .editing
    case .board(_, .opening): .opening
    case .board(_, .ready): .ready
    case .board(_, .deciding): .deciding
    case .board(_, .reading): .reading
    case .board(_, .following): .following
    case .leaving: .leaving
    case .ended: .ended
    }
  }
}
