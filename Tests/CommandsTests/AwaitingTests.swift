import BoardModel
import Testing
import WindowSync
import Wire

@testable import Commands

@Suite("A command that waits for a window it started")
struct AwaitingTests {
  private static let window = SessionID(high: 2, low: 2)

  /// A command that was promised the window.
  private static func bench() throws -> CommandBench {
    var bench = SessionTests.bench()
    bench.tell(
      .ask(
        .openWindow(
          OpenWindow(
            board: SessionTests.board, session: window, activity: Activity(.board, title: ""),
            isAdditional: true))))
    guard case .answered(.windowOpened(let opened)) = bench.told.popLast(),
      opened.opening == .fresh
    else {
      throw CommandFailure(.refused, "not promised")
    }
    return bench
  }

  private static func failure(_ bench: CommandBench) -> CommandFailure? {
    for case .failed(let failure) in bench.told { return failure }
    return nil
  }

  @Test("A window that comes up is told of in that moment, and the command goes on")
  func comes() throws {
    var bench = try Self.bench()
    bench.tell(.awaitWindow(Self.window))
    bench.pass(CommandSession.windowPatience - 1)
    #expect(bench.told.isEmpty)
    bench.show(Self.window, on: SessionTests.board)
    #expect(bench.told == [.windowShown(true)])
    bench.pass(5_000)
    bench.tell(.ask(.listWindows(ListWindows(session: nil))))
    guard case .answered(.windows(let list)) = bench.told.last else {
      Issue.record("no list: \(bench.told)")
      return
    }
    #expect(list.windows.map(\.session) == [Self.window])
    #expect(bench.dials == 1)
  }

  @Test("A window that came up before anybody asked counts at once")
  func there() throws {
    var bench = try Self.bench()
    bench.show(Self.window, on: SessionTests.board)
    bench.tell(.awaitWindow(Self.window))
    #expect(bench.told == [.windowShown(true)])
  }

  @Test("Of a window that is taken over only the terminal that takes it counts")
  func takenOver() throws {
    var bench = try Self.bench()
    bench.show(Self.window, on: SessionTests.board)
    bench.tell(.ask(.listWindows(ListWindows(session: nil))))
    guard case .answered(.windows(let list)) = bench.told.popLast(),
      let window = list.windows.first
    else {
      Issue.record("no list: \(bench.told)")
      return
    }
    #expect(window.isConnected)
    var late = bench
    for comesFirst in [true, false] {
      bench = late
      if comesFirst {
        bench.pass(100)
        bench.show(Self.window, on: SessionTests.board, .takeOver)
      }
      bench.tell(.awaitWindow(Self.window, besides: window.since))
      if !comesFirst {
        #expect(bench.told.isEmpty)
        bench.pass(100)
        bench.show(Self.window, on: SessionTests.board, .takeOver)
      }
      #expect(bench.told == [.windowShown(true)])
    }
    late.tell(.awaitWindow(Self.window, besides: window.since))
    late.pass(CommandSession.windowPatience)
    #expect(late.told == [.windowShown(false)])
  }

  @Test("A window that does not come up is given up after five seconds; another one does not count")
  func never() throws {
    var bench = try Self.bench()
    bench.tell(.awaitWindow(Self.window))
    bench.show(SessionID(high: 3, low: 3), on: SessionTests.board)
    bench.pass(CommandSession.windowPatience - 1)
    #expect(bench.told.isEmpty)
    bench.pass(1)
    #expect(bench.told == [.windowShown(false)])
    bench.tell(.ask(.listBoards(ListBoards())))
    guard case .answered(.boards) = bench.told.last else {
      Issue.record("no list: \(bench.told)")
      return
    }
  }

  @Test("A window that is away and comes up after the link was lost is told of all the same")
  func lostLink() throws {
    var bench = try Self.bench()
    bench.hide(bench.show(Self.window, on: SessionTests.board))
    bench.tell(.awaitWindow(Self.window))
    bench.lose(.directory)
    bench.pass(1_000)
    #expect(bench.told.isEmpty)
    #expect(bench.dials == 2)
    bench.show(Self.window, on: SessionTests.board)
    #expect(bench.told == [.windowShown(true)])
  }

  @Test("Where the coordinator is gone meanwhile nobody says that the window did not come up")
  func goneForGood() throws {
    var bench = try Self.bench()
    bench.tell(.awaitWindow(Self.window))
    bench.isReachable = false
    bench.lose(.directory)
    bench.pass(CommandSession.windowPatience - 1)
    #expect(bench.told.isEmpty)
    bench.pass(1)
    #expect(Self.failure(bench)?.kind == .unreachable)
    #expect(bench.told.last == .done)
  }

  @Test("A window that nobody knows, or that was closed meanwhile, is not waited for")
  func unknown() throws {
    var bench = SessionTests.bench()
    bench.tell(.ask(.listBoards(ListBoards())))
    bench.tell(.awaitWindow(Self.window))
    #expect(bench.told.last == .windowShown(false))
    #expect(Self.failure(bench) == nil)
  }
}
