import BoardModel
import Foundation
import Glibc
import Identity
import OwnThread
import Testing
import WindowStore
import WindowSync
import Wire

@Suite("Windows for one thing only", .ownThread)
struct ConfigurationTests {
  /// The files of a window that is still to be opened, on the board of the one there is.
  static func prepare(_ subject: Subject, _ configuration: Configuration, in home: BoardHome) throws
    -> SessionID
  {
    let identity = try IdentityFolder(home.path + "/identity").open(
      SystemNames { _ in nil }, besides: nil)
    let device = try DeviceWindows(
      root: home.path + "/windows", cluster: identity.cluster.description, coordinator: "own",
      user: identity.user.description)
    let board = try #require(try device.list().first).session.board
    let session = SessionID(high: .random(in: 1...UInt64.max), low: .random(in: 1...UInt64.max))
    let activity = Activity(subject, title: "")
    _ = try device.create(
      SavedSession(
        board: board, session: session, configuration: configuration, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0,
        window: SavedWindow(
          activity: activity, instance: InstanceID(high: .random(in: 1...UInt64.max), low: 1),
          confirmed: nil)))
    return session
  }

  @Test("The column of a form comes to the board, and its window ends", .timeLimit(.minutes(3)))
  func form() throws {
    let home = try BoardHome()
    let board = try home.window()
    try board.wait(for: "● saved")
    let session = try Self.prepare(.addColumn(after: nil), .addColumn, in: home)
    let form = try home.window(["attach", session.description], columns: 50)
    try form.wait(for: "Cards, one in a line")
    form.type("Half")
    try form.wait(for: "Title: Half")
    // What is typed is there again after a kill.
    kill(form.process, SIGKILL)
    #expect(try form.waitForEnd() == 128 + SIGKILL)
    let again = try home.window(["attach", session.description])
    try again.wait(for: "Title: Half")
    again.type("\u{1B}[A\u{1B}[A made\rfirst card\r\r")
    #expect(try again.waitForEnd() == 0)
    try board.wait(for: "Half made")
    try board.wait(for: "first card")
    #expect(try home.keptWindows == 1)
  }

  @Test(
    "Favourites show in their window at once, and come back after a kill", .timeLimit(.minutes(3)))
  func favourites() throws {
    let home = try BoardHome()
    let board = try home.window()
    try board.wait(for: "● saved")
    let session = try Self.prepare(.favourites, .favourites, in: home)
    let list = try home.window(["attach", session.description], columns: 60)
    try list.wait(for: "No favourites yet")
    board.type("f")
    try list.wait(for: "in To do")
    list.type("\r\rand more")
    try list.wait(for: "and more")
    try list.wait(for: "● saved")
    kill(list.process, SIGKILL)
    #expect(try list.waitForEnd() == 128 + SIGKILL)
    let again = try home.window(["attach", session.description], columns: 60)
    try again.wait(for: "and more")
    again.type("\u{1B}")
    try again.wait(for: "in To do")
    again.type("f")
    try again.wait(for: "No favourites yet")
    try board.wait("no star") { !board.screen.text.contains("★") }
    again.type("q")
    #expect(try again.waitForEnd() == 0)
  }
}
