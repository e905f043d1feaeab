import Foundation
import OwnThread
import Testing
import Windows

@testable import WindowHost

@Suite("In a real tmux", .ownThread, .timeLimit(.minutes(2)))
struct TmuxTests {
  /// Run by /bin/sh in the new pane: notes what it finds, then says so.
  private static let note = """
    { printf '%s\\0' "$@"; } > "$HOME/words"; env > "$HOME/environment"; \
    tmux wait-for -S up; exec sleep 1000
    """

  @Test(
    "A split runs the words as they are, with the environment handed over",
    arguments: [Placement.left, .right])
  func split(placement: Placement) throws {
    let tmux = try TmuxServer(["BOARD_BOARD": "the server's", "BOARD_URL": "board://old:1"])
    let bench = try OpenerBench()
    let environment = tmux.place(tmux.pane).merging(
      ["BOARD_URL": "board://h:1", "NO_COLOR": "1", "EDITOR": "ed -x;"]) { $1 }
    // The last but one would end tmux's command and begin another.
    let hostile = ["a b", "x\\;", "#(touch pwned)", "$HOME `x` 'y'", "", "x;", "kill-server"]
    let result = try bench.open(
      environment, ["-c", Self.note, "sh"] + hostile, placement, program: "/bin/sh")
    #expect(result.words == nil)
    try tmux.wait(for: "up")
    let words = try String(contentsOfFile: tmux.path + "/words", encoding: .utf8)
    #expect(
      words.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        == hostile)
    let found = Set(
      try String(contentsOfFile: tmux.path + "/environment", encoding: .utf8).split(separator: "\n")
    )
    #expect(found.isSuperset(of: ["BOARD_URL=board://h:1", "NO_COLOR=1", "EDITOR=ed -x;"]))
    #expect(!found.contains { $0.hasPrefix("BOARD_BOARD=") })
    let panes = try tmux.run(
      "list-panes", "-t", tmux.pane, "-F", "#{pane_id} #{pane_at_left} #{pane_active}"
    )
    .split(separator: "\n")
    #expect(panes.count == 2)
    let isLeft = placement == .left
    #expect(panes.contains("\(tmux.pane) \(isLeft ? 0 : 1) 0"))
    let fresh = try #require(panes.first { !$0.hasPrefix(tmux.pane + " ") })
    #expect(fresh.hasSuffix("\(isLeft ? 1 : 0) 1"))
    // It knows its own place, not ours.
    #expect(found.contains("TMUX_PANE=" + fresh.prefix { $0 != " " }))
  }

  @Test("A new window has the title as it is, and runs nothing of it")
  func window() throws {
    let tmux = try TmuxServer()
    let bench = try OpenerBench()
    let title = "#(touch ~/pwned) #S ##;"
    let result = try bench.open(
      tmux.place(tmux.pane), ["-c", Self.note], .window, title: title, program: "/bin/sh")
    #expect(result.words == nil)
    try tmux.wait(for: "up")
    let windows = try tmux.run("list-windows", "-t", "one", "-F", "#{window_active} #{window_name}")
      .split(separator: "\n")
    #expect(windows.count == 2)
    #expect(windows.last.map(String.init) == "1 " + title)
    #expect(!FileManager.default.fileExists(atPath: tmux.path + "/pwned"))
  }

  @Test("The focus goes to a pane of another window")
  func focus() throws {
    let tmux = try TmuxServer()
    let bench = try OpenerBench()
    let client = try tmux.attach(to: "one")
    _ = try tmux.run("split-window", "-t", tmux.pane, "--", "sleep", "1000")
    _ = try tmux.run("new-window", "-t", "one", "--", "sleep", "1000")
    func looked() throws -> String {
      try tmux.run("display-message", "-p", "-t", "one", "#{pane_id}")
    }
    #expect(try looked() != tmux.pane)
    #expect(try bench.focus(tmux.place(tmux.pane)).words == nil)
    #expect(try looked() == tmux.pane)
    _ = client
  }

  @Test("Where nobody looks at the window's session, the client changes to it")
  func otherSession() throws {
    let tmux = try TmuxServer()
    let bench = try OpenerBench()
    let other = try tmux.start("two")
    let client = try tmux.attach(to: "one")
    #expect(try bench.focus(tmux.place(other)).words == nil)
    #expect(try tmux.run("list-clients", "-F", "#{client_session}") == "two")
    // Where somebody looks at it, nobody's client is taken away.
    let second = try tmux.attach(to: "one")
    try second.wait("second client") {
      (try? tmux.run("list-clients").split(separator: "\n").count) == 2
    }
    #expect(try bench.focus(tmux.place(tmux.pane)).words == nil)
    #expect(
      Set(try tmux.run("list-clients", "-F", "#{client_session}").split(separator: "\n")) == [
        "one", "two",
      ])
    _ = client
  }

  @Test("A focus that nobody can see, and a server that is gone, are told")
  func failures() throws {
    let tmux = try TmuxServer()
    let bench = try OpenerBench()
    #expect(
      try bench.focus(tmux.place(tmux.pane)).words == "tmux ended with status 1: no current client")
    let gone = tmux.place(tmux.pane).merging(["TMUX": tmux.path + "/none,1,0"]) { $1 }
    let words = try bench.open(gone).words
    #expect(words?.hasPrefix("tmux ended with status 1: error connecting to") == true)
    #expect(
      try bench.open(tmux.place("%99")).words == "tmux ended with status 1: can't find pane: %99")
  }

  @Test("A copy is in tmux's buffer once, and goes on to the terminal")
  func copy() throws {
    let tmux = try TmuxServer()
    let bench = try OpenerBench()
    let client = try tmux.attach(to: "one")
    let text = "two lines\nof \u{1F600} text; #(x) $y\n"
    #expect(try bench.copy(text, tmux.place(tmux.pane)) == .delivered)
    #expect(try tmux.run("list-buffers").split(separator: "\n").count == 1)
    // One line's end goes with the answer's.
    #expect(try tmux.run("show-buffer") + "\n" == text)
    let sequence = "\u{1B}]52;"
    let encoded = Data(text.utf8).base64EncodedString()
    try client.wait("text for the clipboard") {
      let sent = String(decoding: client.output, as: UTF8.self)
      return sent.contains(sequence) && sent.contains(encoded)
    }
    // More than a terminal takes.
    let long = String(repeating: "0123456789", count: 20_000)
    #expect(try bench.copy(long, tmux.place(tmux.pane)) == .delivered)
    #expect(try tmux.run("show-buffer") == long)
  }

  @Test("y in a window within tmux copies the title there, once")
  func windowCopies() throws {
    let tmux = try TmuxServer()
    let home = try BoardHome()
    let named = home.environment.filter { $0.key != "TERM" }.map { "\($0)=\($1)" }
    let pane = try tmux.start("board", ["/usr/bin/env"] + named + [BoardHome.program])
    let client = try tmux.attach(to: "board")
    func screen() throws -> String { try tmux.run("capture-pane", "-p", "-t", pane) }
    try client.wait("board in tmux") { (try? screen().contains("● saved")) == true }
    _ = try tmux.run("send-keys", "-t", pane, "y")
    try client.wait("copied title") { (try? screen().contains("The title is copied")) == true }
    try client.wait("buffer") { (try? tmux.run("list-buffers").isEmpty) == false }
    #expect(try tmux.run("list-buffers").split(separator: "\n").count == 1)
    let title = try tmux.run("show-buffer")
    #expect(try screen().contains(title.prefix(12)))
    _ = try tmux.run("send-keys", "-t", pane, "q")
    try client.wait("end of the window") { (try? tmux.run("list-panes", "-t", pane)) == nil }
  }

  @Test(
    "A pane too narrow to be halved is split downwards, and one too low besides gets a window",
    arguments: [(39, 30, 2, 1), (39, 13, 1, 2), (42, 13, 2, 1)])
  func narrow(columns: Int, rows: Int, panes: Int, windows: Int) throws {
    let tmux = try TmuxServer()
    let home = try BoardHome()
    let pane = try tmux.start("board", home.command([]))
    let client = try tmux.attach(to: "one")
    _ = try tmux.run("resize-window", "-t", "board", "-x", "\(columns)", "-y", "\(rows)")
    func screen() throws -> String { try tmux.run("capture-pane", "-p", "-t", pane) }
    try client.wait("narrow board in tmux") {
      (try? tmux.run("display-message", "-p", "-t", pane, "#{pane_width}")) == "\(columns)"
        && (try? screen().contains("● saved")) == true
    }
    _ = try tmux.run("send-keys", "-t", pane, "w")
    try client.wait("second window") { (try? home.windows(.connected).count) == 2 }
    let sizes = try tmux.run(
      "list-panes", "-s", "-t", "board", "-F", "#{pane_width} #{pane_height}"
    )
    .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(sizes.count == 2)
    #expect(sizes.allSatisfy { $0[0] >= 20 && $0[1] >= 6 }, "\(sizes)")
    #expect(try tmux.run("list-panes", "-t", pane).split(separator: "\n").count == panes)
    #expect(try tmux.run("list-windows", "-t", "board").split(separator: "\n").count == windows)
    withExtendedLifetime(client) {}
  }
}
