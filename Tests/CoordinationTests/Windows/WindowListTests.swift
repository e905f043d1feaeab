import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("The list of windows")
struct WindowListTests {
  @Test("A list says what each window is, where it is, and what is kept in it", .holds("WIN-016"))
  func list() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    let away = try harness.show(3, .board)
    harness.send(
      away.connection, WindowState(activity: .board, drafts: 2, unsent: 1).frame())
    harness.handle(.closed(away.connection))
    _ = try harness.attach(9)
    let windows = try harness.windows(shown.connection)
    #expect(windows.map(\.session) == [session(2), session(3)])
    #expect(windows.map(\.isConnected) == [true, false])
    #expect(windows.map(\.drafts) == [0, 2])
    #expect(windows.map(\.unsent) == [0, 1])
    #expect(windows.map(\.place) == ["tty1", "tty1"])
    #expect(windows.map(\.author.device) == ["laptop", "laptop"])
    #expect(windows.map(\.activity.title) == ["First", "Work"])
    #expect(windows.map(\.summary) == ["in “To do”", "1 column"])
  }

  @Test(
    "Title, badge and summary of a window that is away are those of the board as it is",
    .holds("WIN-017"))
  func fresh() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var ann = try harness.show(2, .card(1))
    _ = try harness.snapshot(ann.connection)
    _ = try harness.submit(&ann, .boardRaise(level: ModelLevels.released.newest))
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Mine"))
    harness.handle(.closed(ann.connection))
    var ben = try harness.show(3, .board, user: "ben")
    _ = try harness.snapshot(ben.connection)
    _ = try harness.submit(&ben, .cardRetitle(card(1), title: "His"))
    let looker = try harness.greeted()
    let window = try #require(try harness.windows(looker).first)
    #expect(window.activity.title == "His")
    #expect(window.badge == 1)
    harness.restart()
    let later = try harness.greeted()
    #expect(try harness.windows(later).first?.activity.title == "His")
  }

  @Test("What a window says of itself is durable within two seconds", .holds("WIN-019"))
  func state() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let window = try harness.show(2, .card(1))
    harness.send(
      window.connection,
      WindowState(activity: .card(1, info: [7]), drafts: 3, unsent: 0).frame())
    harness.advance(2_000)
    harness.restart()
    let looker = try harness.greeted()
    let kept = try #require(try harness.windows(looker, 2).first)
    #expect(kept.activity.userInfo == [7])
    #expect(kept.drafts == 3)
    #expect(!kept.isConnected)
    #expect(try harness.windows(looker).first?.activity.userInfo == [])
  }

  @Test("A state for something else is ignored, and too much of it is left out", .holds("WIN-019"))
  func odd() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let window = try harness.show(2, .card(1))
    harness.send(
      window.connection, WindowState(activity: .card(2), drafts: 3, unsent: 0).frame())
    let large = Activity.card(1, info: [UInt8](repeating: 1, count: 32_769))
    harness.send(
      window.connection, WindowState(activity: .card(1, info: [7]), drafts: 0, unsent: 0).frame())
    harness.send(window.connection, WindowState(activity: large, drafts: 4, unsent: 0).frame())
    let kept = try #require(try harness.windows(window.connection, 2).first)
    #expect(kept.activity.userInfo == [7])
    #expect(kept.drafts == 4)
  }

  @Test("Windows are asked for only where both sides know of them")
  func feature() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let id = harness.connect()
    _ = try harness.request(
      id,
      Hello(
        lowestMinor: 0, newestMinor: 0, features: [], frameLimit: 1 << 20, agent: "plain"))
    _ = harness.begin(id, ListWindows(session: nil))
    let told = harness.take(id).contains {
      if case .error(let error) = $0 { error.code == .unexpectedMessage } else { false }
    }
    #expect(told)
    #expect(harness.peers[id]?.finished == true)
  }
}
