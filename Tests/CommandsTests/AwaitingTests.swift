import BoardModel
import Testing
import WindowSync
import Wire

@testable import Commands

@Suite("A command that waits for a window it started")
struct AwaitingTests {
  private static let window = SessionID(high: 2, low: 2)

  /// A command that was promised the window.
  private static func desk() throws -> Desk {
    var desk = SessionTests.desk()
    desk.tell(
      .openWindow(
        OpenWindow(
          board: SessionTests.board, session: window, activity: Activity(.board, title: ""),
          isAdditional: true)))
    guard case .windowOpened(let opened) = desk.told.popLast(), opened.opening == .fresh else {
      throw CommandFailure(.refused, "not promised")
    }
    return desk
  }

  private static func failure(_ desk: Desk) -> CommandFailure? {
    for case .failed(let failure) in desk.told { return failure }
    return nil
  }

  @Test("A window that comes up is told of in that moment, and the command goes on")
  func comes() throws {
    var desk = try Self.desk()
    desk.tell(.awaitWindow(Self.window))
    desk.pass(1_999)
    #expect(desk.told.isEmpty)
    desk.show(Self.window, on: SessionTests.board)
    #expect(desk.told == [.windowShown(true)])
    desk.pass(5_000)
    desk.tell(.listWindows(nil))
    guard case .windows(let windows) = desk.told.last else {
      Issue.record("no list: \(desk.told)")
      return
    }
    #expect(windows.map(\.session) == [Self.window])
    #expect(desk.dials == 1)
  }

  @Test("A window that came up before anybody asked counts at once")
  func there() throws {
    var desk = try Self.desk()
    desk.show(Self.window, on: SessionTests.board)
    desk.tell(.awaitWindow(Self.window))
    #expect(desk.told == [.windowShown(true)])
  }

  @Test("Of a window that is taken over only the terminal that takes it counts")
  func takenOver() throws {
    var desk = try Self.desk()
    desk.show(Self.window, on: SessionTests.board)
    desk.tell(.listWindows(nil))
    guard case .windows(let windows) = desk.told.popLast(), let window = windows.first else {
      Issue.record("no list: \(desk.told)")
      return
    }
    #expect(window.isConnected)
    var late = desk
    for comesFirst in [true, false] {
      desk = late
      if comesFirst {
        desk.pass(100)
        desk.show(Self.window, on: SessionTests.board, .takeOver)
      }
      desk.tell(.awaitWindow(Self.window, besides: window.since))
      if !comesFirst {
        #expect(desk.told.isEmpty)
        desk.pass(100)
        desk.show(Self.window, on: SessionTests.board, .takeOver)
      }
      #expect(desk.told == [.windowShown(true)])
    }
    late.tell(.awaitWindow(Self.window, besides: window.since))
    late.pass(2_000)
    #expect(late.told == [.windowShown(false)])
  }

  @Test("A window that does not come up is given up after two seconds; another one does not count")
  func never() throws {
    var desk = try Self.desk()
    desk.tell(.awaitWindow(Self.window))
    desk.show(SessionID(high: 3, low: 3), on: SessionTests.board)
    desk.pass(1_999)
    #expect(desk.told.isEmpty)
    desk.pass(1)
    #expect(desk.told == [.windowShown(false)])
    desk.tell(.list)
    guard case .boards = desk.told.last else {
      Issue.record("no list: \(desk.told)")
      return
    }
  }

  @Test("A window that is away and comes up after the link was lost is told of all the same")
  func lostLink() throws {
    var desk = try Self.desk()
    desk.hide(desk.show(Self.window, on: SessionTests.board))
    desk.tell(.awaitWindow(Self.window))
    desk.lose(.directory)
    desk.pass(1_000)
    #expect(desk.told.isEmpty)
    #expect(desk.dials == 2)
    desk.show(Self.window, on: SessionTests.board)
    #expect(desk.told == [.windowShown(true)])
  }

  @Test("Where the coordinator is gone meanwhile nobody says that the window did not come up")
  func goneForGood() throws {
    var desk = try Self.desk()
    desk.tell(.awaitWindow(Self.window))
    desk.isReachable = false
    desk.lose(.directory)
    desk.pass(1_999)
    #expect(desk.told.isEmpty)
    desk.pass(1)
    #expect(Self.failure(desk)?.kind == .unreachable)
    #expect(desk.told.last == .done)
  }

  @Test("A window that nobody knows, or that was closed meanwhile, is not waited for")
  func unknown() throws {
    var desk = SessionTests.desk()
    desk.tell(.list)
    desk.tell(.awaitWindow(Self.window))
    #expect(desk.told.last == .windowShown(false))
    #expect(Self.failure(desk) == nil)
  }
}
