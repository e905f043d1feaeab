import Foundation
import OwnThread
import Testing

@testable import WindowHost

/// What a window that is kept says of how it comes back, and whether it does.
@Suite("A window that is left with something in it", .ownThread)
struct KeptWindowTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    /// Shows that the window is there.
    let sign: String
    /// What makes an edit in it, and what leaves it then.
    let keys: String
    let leaving: String
    /// The sentence names a window, and not only the last one.
    let isNamed: Bool
  }

  static let kinds = [
    Kind(
      testDescription: "on a board", arguments: [], sign: "To do", keys: "Rkept\r", leaving: "q",
      isNamed: false),
    Kind(
      testDescription: "on a card", arguments: ["open", "CARD"], sign: "● saved", keys: "ekept\r",
      leaving: "q", isNamed: true),
    Kind(
      testDescription: "of favourites", arguments: ["open", "--favourites"], sign: "in To do",
      keys: "ekept\r", leaving: "q", isNamed: true),
    Kind(
      testDescription: "for a new column", arguments: ["open", "--add-column"],
      sign: "Cards, one in a line", keys: "kept\rfirst\r\r", leaving: "q", isNamed: true),
  ]

  @Test(
    "With an edit unsent it says what shows it again, and that does, and sends the edit",
    .timeLimit(.minutes(3)), arguments: kinds)
  func unsent(kind: Kind) throws {
    let home = try BoardHome()
    let board = try home.window()
    try board.wait(for: "● saved")
    board.type("f")
    try board.wait(for: "★")
    try board.wait(for: "● saved")
    let card = try home.firstCard()
    let window = try home.window(
      kind.arguments.map { $0 == "CARD" ? card : $0 }, columns: 250)
    try window.wait(for: kind.sign)
    try window.wait(for: "● saved")
    let obstacle = home.takeStore()
    try window.wait("cut") { !window.screen.text.contains("● saved") }
    window.type(kind.keys)
    try window.wait(for: "kept here, not sent (1)")
    window.type(kind.leaving)
    let command = try Self.command(in: window)
    #expect(command.count == (kind.isNamed ? 2 : 0), "\(command)")
    let again = try home.window(command, columns: 250)
    try again.wait(for: "kept here, not sent (1)")
    obstacle.free()
    try again.wait(for: "● saved")
    #expect(try home.run(["log"]).output.contains("kept"))
  }

  @Test(
    "What a killed window showed is there at once, and then the board as it is",
    .timeLimit(.minutes(3)))
  func picture() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    // The board is kept with what it shows when the link is lost.
    let obstacle = home.takeStore()
    try first.wait("cut") { !first.screen.text.contains("● saved") }
    try first.wait("kept board") { home.keptBoards == 1 }
    kill(first.process, SIGKILL)
    _ = try first.waitForEnd()
    obstacle.free()
    let added = try home.run(["add", "made meanwhile", "--column", "To do"])
    #expect(added.status == 0, "\(added)")
    let second = try home.window()
    try second.wait(for: "made meanwhile")
    try second.wait(for: "● saved")
    let opening = try #require(second.text.range(of: "◌ opening"))
    #expect(second.text[..<opening.lowerBound].contains("Welcome"))
    #expect(!second.text[..<opening.lowerBound].contains("made meanwhile"))
    #expect(!second.screen.text.contains("opening"))
    kill(second.process, SIGKILL)
    _ = try second.waitForEnd()
    // In a terminal of another size it would be wrong.
    let other = try home.window(columns: 80)
    try other.wait(for: "● saved")
    #expect(!other.text.contains("◌ opening"))
  }

  @Test(
    "A card window left with a text in $EDITOR says what shows it again", .timeLimit(.minutes(3)))
  func draft() throws {
    let home = try BoardHome()
    let editor = home.path + "/editor"
    try "#!/bin/sh\necho half a text >> \"$1\"\nexit 1\n"
      .write(toFile: editor, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    let board = try home.window()
    try board.wait(for: "● saved")
    let window = try home.window(
      ["open", try home.firstCard()], columns: 250, with: ["EDITOR": editor])
    try window.wait(for: "● saved")
    window.type("E")
    try window.wait(for: "ended with status 1")
    window.type("q")
    let command = try Self.command(in: window)
    #expect(command.first == "attach")
    let again = try home.window(command, columns: 250)
    try again.wait(for: "is still open in $EDITOR")
  }

  @Test("What no disk took is said to be lost, and not to be kept")
  func lost() {
    let summary = WindowRun.ExitSummary(
      isKept: true, unsentEdits: 1, drafts: 0, lostTexts: 2, command: "board")
    #expect(
      summary.message == "This window is kept with 1 edit not sent yet: `board` opens it again. "
        + "2 texts you typed last could not be kept, as the disk did not take what you typed.")
    let only = WindowRun.ExitSummary(
      isKept: true, unsentEdits: 0, drafts: 0, lostTexts: 1, command: "board")
    #expect(
      only.message
        == "One text you typed last could not be kept, as the disk did not take what you typed.")
  }

  /// What stands between the ticks, as arguments.
  private static func command(in window: PseudoTerminal) throws -> [String] {
    let status = try window.waitForEnd()
    let text = window.screen.text
    #expect(status == 0, "\(text)")
    #expect(text.contains("This window is kept with 1 "), "\(text)")
    let named = try #require(text.firstMatch(of: /`board([^`]*)` opens it again/), "\(text)").1
    return named.split(separator: " ").map { String($0) }
  }
}
