import BoardModel
import LogRecords
import Testing
import Wire

@testable import Coordination
@testable import CoordinatorHost

/// What an administrator reads of a window.
@Suite("Lines of windows")
struct WindowLineTests {
  private static let cases: [(Configuration, String)] = [
    (.board, "board"), (.card, "card"), (.addColumn, "add-column"), (.favourites, "favourites"),
    (.command, "command"),
  ]

  private func described(_ configuration: Configuration, _ window: WindowRecord?) -> WindowLine {
    let record = SessionRecord(
      id: SessionID(high: 1, low: 2), board: BoardID(high: 3, low: 4),
      author: Author(user: "ann", device: "desk"), configuration: configuration,
      instance: InstanceID(high: 5, low: 6), epoch: 1, firstEpoch: 1, acknowledgedCounter: 0,
      acknowledgedSequence: 0, lastSeen: 7, window: window)
    return WindowLine(ListedWindow(record: record, isConnected: true, bytes: 99))
  }

  @Test("A line says whose window it is and what it shows", arguments: cases.indices)
  func line(_ index: Int) {
    let (configuration, shows) = Self.cases[index]
    let line = described(
      configuration,
      configuration == .command
        ? nil
        : WindowRecord(
          activity: Activity(.board, title: "Board"), place: "tty1", since: 7, toldEnd: 0))
    #expect(line.window == "\(SessionID(high: 1, low: 2))")
    #expect((line.user, line.device) == ("ann", "desk"))
    #expect(line.board == "\(BoardID(high: 3, low: 4))")
    #expect(line.shows == shows)
    #expect(line.connected)
    #expect(line.since == 7)
    #expect((line.drafts, line.unsent, line.bytes) == (0, 0, 99))
  }

  @Test("A program without a window says so")
  func program() {
    let line = described(.board, nil)
    #expect(line.shows == "program")
    #expect(line.since == 7)
  }

  @Test("What a window says that it holds stands in its line, and since when it is there")
  func holding() {
    let line = described(
      .board,
      WindowRecord(
        activity: Activity(.board, title: "Board"), place: "tty1", since: 8, drafts: 2, unsent: 3,
        toldEnd: 0))
    #expect((line.since, line.drafts, line.unsent) == (8, 2, 3))
  }
}
