import Foundation
import Glibc
import OwnThread
import Testing
import Windows

@testable import WindowHost

@Suite("$EDITOR", .ownThread)
struct EditorTests {
  @Test(
    "A value is split into words as a shell does",
    arguments: [
      ("vi", ["vi"]), ("  code  --wait ", ["code", "--wait"]),
      (#""/opt/my editor/bin" -n"#, ["/opt/my editor/bin", "-n"]),
      (#"a\ b 'c "d" \e' "f\"g\n""#, ["a b", #"c "d" \e"#, #"f"g\n"#]),
      (#"emacs -c ''"#, ["emacs", "-c", ""]), ("", []), ("$HOME/x; rm", ["$HOME/x;", "rm"]),
    ])
  func words(text: String, words: [String]) {
    #expect(QuotedWords(text).words == words)
  }

  @Test("VISUAL goes before EDITOR, and neither may be empty")
  func choice() {
    #expect(EditorCommand { ["VISUAL": "a b", "EDITOR": "c"][$0] }?.words == ["a", "b"])
    #expect(EditorCommand { ["VISUAL": " ", "EDITOR": "c"][$0] }?.words == ["c"])
    #expect(EditorCommand { _ in nil } == nil)
  }

  /// A script in place of an editor, run with a flag before the file. The shell reads it: a program
  /// written here could not be run while another test starts a process.
  private static func editor(_ home: BoardHome, _ name: String, _ script: String) throws -> String {
    let path = home.path + "/" + name
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    return "sh '\(path)' --flag"
  }

  @Test(
    "A body goes to the editor and its changes come back, beside what others wrote meanwhile",
    .timeLimit(.minutes(2)))
  func roundTrip() throws {
    let home = try BoardHome()
    let editor = try Self.editor(
      home, "the editor", "echo in the editor; read line; echo \"$line\" >> \"$2\"; exit 0")
    let terminal = try home.window(with: ["EDITOR": editor])
    try terminal.wait(for: "● saved")
    terminal.type("E")
    try terminal.wait("editor") { terminal.text.contains("in the editor") }
    try terminal.wait("the shell's settings") { terminal.isRestored }
    terminal.forgetScreen()
    terminal.type("a line of the editor\n")
    try terminal.wait(for: "● saved")
    #expect(terminal.isRaw)
    terminal.type("\r")
    try terminal.wait(for: "a line of the editor")
    try terminal.wait(for: "With the mouse: drag it.")
    try terminal.wait("the file to go") { (try? home.editedFiles) == 0 }
  }

  @Test(
    "A window killed while the editor ran offers the text again and merges it",
    .timeLimit(.minutes(2)))
  func offeredAgain() throws {
    let home = try BoardHome()
    let slow = try Self.editor(
      home, "slow", "echo saved by hand >> \"$2\"; echo ready; read line")
    let first = try home.window(with: ["EDITOR": slow])
    try first.wait(for: "● saved")
    first.type("E")
    try first.wait("editor") { first.text.contains("ready") }
    kill(first.process, SIGKILL)
    #expect(try first.waitForEnd() == 128 + SIGKILL)

    let quick = try Self.editor(
      home, "quick", "echo and more >> \"$2\"; echo appended; read line")
    let other = try home.window(["--board", "Welcome"], with: ["EDITOR": quick])
    try other.wait(for: "still open in $EDITOR")
    other.type("E")
    try other.wait("editor") { other.text.contains("appended") }
    // Only now, or it might be painted before it is forgotten.
    other.forgetScreen()
    other.type("\n")
    try other.wait(for: "● saved")
    other.type("\r")
    try other.wait(for: "saved by hand")
    try other.wait(for: "and more")
    try other.wait("the file to go") { (try? home.editedFiles) == 0 }
  }

  @Test(
    "An editor that never was at the text leaves neither file nor draft, and the reason is told",
    .timeLimit(.minutes(2)),
    arguments: [
      (
        "/nowhere/editor",
        "The editor cannot be run: No such file or directory (EDITOR is /nowhere/"
      ),
      ("sh -c 'exit 3'", "The editor ended with status 3 (EDITOR is sh -c exit 3)."),
    ])
  func failing(editor: String, reason: String) throws {
    let home = try BoardHome()
    let terminal = try home.window(columns: 200, with: ["EDITOR": editor])
    try terminal.wait(for: "● saved")
    terminal.type("E")
    try terminal.wait(for: reason)
    try terminal.wait(for: "Nothing was changed.")
    #expect(terminal.isRaw)
    try terminal.wait("the file to go") { (try? home.editedFiles) == 0 }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try home.keptWindows == 0)
    #expect(!terminal.text.contains("draft"))
  }

  @Test("What an editor wrote before it failed is offered again", .timeLimit(.minutes(2)))
  func failingLate() throws {
    let home = try BoardHome()
    let editor = try Self.editor(
      home, "late", "echo written before >> \"$2\"; test -e \"$0.again\" && exit 0; exit 3")
    let terminal = try home.window(columns: 200, with: ["EDITOR": editor])
    try terminal.wait(for: "● saved")
    terminal.type("E")
    try terminal.wait(for: "What was written is kept: E on the card goes on.")
    #expect(try home.editedFiles == 1)
    try "".write(toFile: home.path + "/late.again", atomically: true, encoding: .utf8)
    terminal.type("E")
    try terminal.wait("the file to go") { (try? home.editedFiles) == 0 }
    try terminal.wait(for: "● saved")
    #expect(try home.run(["show", home.firstCard()]).output.components(of: "written before") == 2)
  }
}
