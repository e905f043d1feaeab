import Foundation
import OwnThread
import Screen
import SpawnedProcess
import Testing
import Windows

@testable import WindowHost

@Suite("In a real GNU screen", .ownThread, .timeLimit(.minutes(2)))
struct GNUScreenTests {
  /// A session with one window, shown in a terminal.
  private final class Session {
    let path = NSTemporaryDirectory() + "board-screen-" + UUID().uuidString
    let terminal: PseudoTerminal
    /// Its name with its process, and its first window's terminal.
    private(set) var name = ""
    private(set) var window = ""

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path + "/s", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try "startup_message off\n".write(
        toFile: path + "/rc", atomically: true, encoding: .utf8)
      terminal = try PseudoTerminal(
        [
          "/usr/bin/screen", "-c", path + "/rc", "-S", "board", "/bin/sh", "-c",
          "echo \"$STY $(tty)\" > \"$HOME/new\"; mv \"$HOME/new\" \"$HOME/place\"; exec sleep 1000",
        ], environment: Session.environment(path))
      try wait("place")
      let place = try contents("place").split(separator: " ")
      (name, window) = (String(place[0]), String(place[1]))
    }

    deinit {
      _ = try? run("-X", "quit")
      try? FileManager.default.removeItem(atPath: path)
    }

    private var environment: [String: String] { Session.environment(path) }

    private static func environment(_ path: String) -> [String: String] {
      [
        "PATH": "/usr/bin:/bin", "HOME": path, "SCREENDIR": path + "/s", "TERM": "xterm-256color",
        "LANG": "C.UTF-8", "BOARD_BOARD": "the server's",
      ]
    }

    var place: [String: String] {
      var place = environment.merging(["STY": name, "WINDOW": "0", "BOARD_URL": "board://h:1"]) {
        $1
      }
      place["BOARD_BOARD"] = nil
      return place
    }

    func wait(_ file: String) throws {
      try terminal.wait(file) { FileManager.default.fileExists(atPath: path + "/" + file) }
    }

    func contents(_ file: String) throws -> String {
      try String(contentsOfFile: path + "/" + file, encoding: .utf8)
        .trimmingCharacters(in: .newlines)
    }

    func run(_ words: String...) throws -> String {
      let output = Pipe()
      let process = try SpawnedProcess(
        ["/usr/bin/screen", "-S", name] + words, environment: environment,
        output: output.fileHandleForWriting)
      try output.fileHandleForWriting.close()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.wait()
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let note = """
    { printf '%s\\0' "$@"; } > "$HOME/words"; env > "$HOME/new"; mv "$HOME/new" "$HOME/environment"; \
    exec sleep 1000
    """

  @Test(
    "A new window, alone or in a region, runs the words as they are and is shown",
    arguments: [Placement.left, .right, .below, .window])
  func opening(placement: Placement) throws {
    let session = try Session()
    let bench = try OpenerBench()
    let hostile = ["a b", "$HOME 'x' \"y\"", "#z", "^a\\", "x;", ""]
    let result = try bench.open(
      session.place, ["-c", Self.note, "sh"] + hostile, placement, title: "A card",
      program: "/bin/sh", terminal: session.window)
    #expect(result.words == nil)
    try session.wait("environment")
    let words = try session.contents("words")
    #expect(
      words.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        == hostile)
    let found = Set(try session.contents("environment").split(separator: "\n"))
    #expect(found.isSuperset(of: ["BOARD_URL=board://h:1", "WINDOW=1"]))
    #expect(!found.contains { $0.hasPrefix("BOARD_BOARD=") })
    // A `$` stands there where it could be written down who is logged in, as for an ordinary user.
    let listed = try session.run("-Q", "windows")
    #expect(listed.contains(/1\*\$? A card/), "\(listed)")
  }

  @Test("A copy reaches the terminal, however long it is")
  func copying() throws {
    let session = try Session()
    let bench = try OpenerBench()
    let text = String(repeating: "two lines\nof \u{1F600} text ", count: 100)
    let bytes = try #require(TerminalRequest.copy(text, through: .screen))
    try Data(bytes).write(to: URL(fileURLWithPath: session.path + "/bytes"))
    let result = try bench.open(
      session.place, ["-c", "cat \"$HOME/bytes\"; exec sleep 1000"], .window, program: "/bin/sh",
      terminal: session.window)
    #expect(result.words == nil)
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
    try session.terminal.wait("text for the clipboard") {
      Data(session.terminal.output).range(of: Data(sequence)) != nil
    }
    #expect(try bench.copy(text, session.place) == .throughTerminal(nil))
  }

  @Test("The focus goes to the window this runs in")
  func focus() throws {
    let session = try Session()
    let bench = try OpenerBench()
    _ = try bench.open(
      session.place, ["-c", Self.note], .window, program: "/bin/sh", terminal: session.window)
    try session.wait("environment")
    #expect(!(try session.run("-Q", "windows").contains("0*")))
    #expect(try bench.focus(session.place).words == nil)
    #expect(try session.run("-Q", "windows").contains("0*"))
    let gone = session.place.merging(["STY": "1.gone"]) { $1 }
    #expect(try bench.focus(gone).words?.hasPrefix("screen ended with status 1") == true)
  }
}
