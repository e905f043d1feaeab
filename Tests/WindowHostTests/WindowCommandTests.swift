import Testing
import Windows

@testable import WindowHost

@Suite("window-command")
struct WindowCommandTests {
  private static let command = ["/b/board", "attach", "a b;'$x"]

  @Test(
    "Its words become arguments, and no shell sees them",
    arguments: [
      ("foot", ["foot", "/b/board", "attach", "a b;'$x"]),
      ("term -T {title} -e {command...}", ["term", "-T", "A $(card)", "-e"] + command),
      (
        "open --{x} {direction} {command...} {direction}",
        ["open", "--{x}", "left"] + command + ["left"]
      ),
      (
        #""/my terms/t" 'a  b' c\ d "" {command...}"#, ["/my terms/t", "a  b", "c d", ""] + command
      ),
      ("t $HOME ; rm * {command...}", ["t", "$HOME", ";", "rm", "*"] + command),
    ])
  func words(text: String, expected: [String]) throws {
    let step = try WindowCommand(text, at: "here")
      .opening(Self.command, .left, title: "A $(card)")
    #expect(step.words == expected)
    #expect(step.lasts)
    #expect(!step.leavesPlace)
  }

  @Test(
    "What cannot be followed is refused with the place and what to do",
    arguments: [
      ("t 'a", "close it"), ("t a\\", "close it"), ("", "names no program"), ("'' a", "no program"),
      ("sh -c 'x {title}'", "{title} in “x {title}”: let it be a word of its own"),
      ("t --run={command...}", "a word of its own"), ("{command...}", "begin with a program"),
    ])
  func refused(text: String, reason: String) {
    let failure = #expect(throws: OpeningFailure.self) { try WindowCommand(text, at: "here") }
    #expect(failure?.description.hasPrefix("here: ") == true)
    #expect(failure?.description.contains(reason) == true)
  }

  @Test(
    "A quote or a backslash that wants more is seen",
    arguments: [
      ("a 'b", true), ("a \"b", true), ("a \\", true), ("'a' \"b\" \\c", false), ("", false),
    ])
  func open(text: String, isOpen: Bool) {
    #expect(QuotedWords(text).isOpen == isOpen)
  }

  @Test("The file's lines are settings, remarks or empty")
  func file() throws {
    let text = "# mine\n\n  window-command =  foot -e \r\n"
    let file = try ConfigurationFile(text, path: "/c")
    #expect(file.windowCommand?.text == "foot -e")
    #expect(file.windowCommand?.line == 3)
    #expect(try ConfigurationFile("", path: "/c").windowCommand == nil)
    #expect(
      try ConfigurationFile("window-command = a = b", path: "/c").windowCommand?.text == "a = b")
  }

  @Test(
    "A line that is none is refused with the file, its number, and what to do",
    arguments: [
      ("\nfoot", "/c, line 2: there is no “=”"),
      ("color = red", "/c, line 1: there is no setting “color”: window-command is the only one"),
      ("window-command=a\nwindow-command=b", "/c, line 2: window-command stands on line 1 too"),
    ])
  func malformed(text: String, reason: String) {
    let failure = #expect(throws: OpeningFailure.self) { try ConfigurationFile(text, path: "/c") }
    #expect(failure?.description.contains(reason) == true)
  }

  @Test("A command in the file that cannot be followed names its line")
  func commandInFile() throws {
    let file = try ConfigurationFile("\nwindow-command = 'a", path: "/c")
    let failure = #expect(throws: OpeningFailure.self) {
      _ = try WindowBackend(Surroundings(environment: [:]), file: file) { _ in false }
    }
    #expect(failure?.description.hasPrefix("/c, line 2: ") == true)
  }

  @Test(
    "The file lies in the XDG configuration folder",
    arguments: [
      (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/board/config"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/board/config"), ([:], nil),
    ])
  func place(environment: [String: String], path: String?) {
    #expect(ConfigurationFile.path(Surroundings(environment: environment)) == path)
  }
}
