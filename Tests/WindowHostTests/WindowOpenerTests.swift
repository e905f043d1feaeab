import Foundation
import Glibc
import OwnThread
import Testing
import Windows

@testable import WindowHost

/// Programs that note their words stand for those that cannot run here.
@Suite("Opening a window", .ownThread, .timeLimit(.minutes(2)))
struct WindowOpenerTests {
  @Test(
    "Each multiplexer is run with its words, and the command's are as they were",
    arguments: [
      (["ZELLIJ": "0"], "zellij", ["action", "new-pane"]),
      (["WEZTERM_PANE": "4"], "wezterm", ["cli", "split-pane", "--pane-id", "4"]),
      (
        ["KITTY_WINDOW_ID": "4", "KITTY_LISTEN_ON": "unix:/k"], "kitty",
        ["@", "--to", "unix:/k", "launch"]
      ),
    ])
  func multiplexers(place: [String: String], name: String, first: [String]) throws {
    let bench = try OpenerBench()
    try bench.add(name)
    let hostile = ["attach", "a b", "'; rm -rf $HOME; #", "$(x)", "", "é\u{1F600}"]
    let environment = bench.environment.merging(place) { $1 }
    #expect(try bench.open(environment, hostile).words == nil)
    let call = try #require(try bench.calls.first)
    #expect(Array(call.prefix(1 + first.count)) == [name] + first)
    #expect(call.suffix(1 + hostile.count) == ["/b/board"] + hostile)
    #expect(call.contains("HOME=" + bench.path))
    #expect(try bench.calls.count == 1)
  }

  @Test("A second attempt follows one that fails, and optional steps may fail")
  func attempts() throws {
    let bench = try OpenerBench()
    try bench.add("zellij", "case \"$*\" in *new-tab*|*move-pane*) echo no >&2; exit 2;; esac")
    let environment = bench.environment.merging(["ZELLIJ": "0"]) { $1 }
    #expect(try bench.open(environment, [], .window).words == nil)
    #expect(try bench.calls.map { $0[2] } == ["new-tab", "new-pane"])
    #expect(try bench.open(environment, [], .left).words == nil)
    #expect(try bench.calls.map { $0[2] }.suffix(2) == ["new-pane", "move-pane"])
  }

  @Test("The focus goes to the pane this runs in, or the words say that nobody can give it")
  func focus() throws {
    let bench = try OpenerBench()
    try bench.add("zellij")
    let place = ["ZELLIJ": "0", "ZELLIJ_PANE_ID": "3"]
    #expect(try bench.focus(bench.environment.merging(place) { $1 }).words == nil)
    #expect(try bench.calls == [["zellij", "action", "focus-pane-id", "terminal_3"]])
    #expect(
      try bench.focus(bench.environment).words
        == "no multiplexer here can give this window the focus")
  }

  @Test("What a program says as it fails is told, without its controls")
  func failing() throws {
    let bench = try OpenerBench()
    try bench.add("wezterm", "printf 'first\\nno \\033[31mpane 4\\n\\n' >&2; exit 3")
    try bench.add("zellij", "kill -9 $$")
    let wezterm = bench.environment.merging(["WEZTERM_PANE": "4"]) { $1 }
    #expect(try bench.open(wezterm).words == "wezterm ended with status 3: no ␛[31mpane 4")
    let zellij = bench.environment.merging(["ZELLIJ": "0"]) { $1 }
    #expect(try bench.open(zellij).words == "zellij was ended by signal 9")
  }

  @Test("A program that is not there, or cannot be run, is named")
  func missing() throws {
    let bench = try OpenerBench()
    let tmux = bench.environment.merging(["TMUX": "/s,1,0"]) { $1 }
    #expect(try bench.open(tmux).words == "there is no tmux in PATH")
    let named = bench.environment.merging(["BOARD_WINDOW_COMMAND": "/no/such x"]) { $1 }
    #expect(try bench.open(named).words == "there is no program /no/such")
    try bench.write("\u{7F}ELF", as: "odd")
    let odd = bench.environment.merging(["BOARD_WINDOW_COMMAND": "odd"]) { $1 }
    #expect(try bench.open(odd).words == "cannot run \(bench.path)/bin/odd: Exec format error")
  }

  @Test("A multiplexer that hangs is stopped, however much it says")
  func hanging() throws {
    let bench = try OpenerBench(patience: 5)
    try bench.add(
      "zellij",
      "echo $$ > '\(bench.path)/process'; i=0; while [ $i -lt 3000 ]; do "
        + "echo 'much to say, and nothing of it matters' >&2; i=$((i+1)); done; "
        + "exec /bin/sleep 1000")
    #expect(StepRunner.usualPatience == 10)
    let start = Date()
    let words = try bench.open(bench.environment.merging(["ZELLIJ": "0"]) { $1 }).words
    #expect(words == "zellij did not answer within 5 seconds and was stopped")
    #expect(Date().timeIntervalSince(start) >= 4.9)
    let text = try String(contentsOfFile: bench.path + "/process", encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Its number stays until it has been waited for.
    while kill(process, 0) == 0 { sched_yield() }
    #expect(errno == ESRCH)
  }

  @Test("A terminal of the desktop runs on, and does not take this window's place for its own")
  func desktop() throws {
    let bench = try OpenerBench(patience: 60)
    try bench.add(
      "xterm",
      "{ echo $$; echo \"${KITTY_WINDOW_ID-none} $BOARD_URL\"; } > '\(bench.path)/x.new'; "
        + "/bin/mv '\(bench.path)/x.new' '\(bench.path)/x'; exec /bin/sleep 1000")
    let more = ["DISPLAY": ":9", "BOARD_URL": "board://h:1", "KITTY_WINDOW_ID": "4"]
    #expect(try bench.open(bench.environment.merging(more) { $1 }).words == nil)
    while !FileManager.default.fileExists(atPath: bench.path + "/x") { sched_yield() }
    let seen = try String(contentsOfFile: bench.path + "/x", encoding: .utf8)
      .split(separator: "\n")
    #expect(seen.last == "none board://h:1")
    let process = try #require(seen.first.flatMap { pid_t($0) })
    #expect(getsid(process) == process)
    #expect(kill(process, SIGKILL) == 0)
    #expect(try bench.calls.first?.prefix(3) == ["xterm", "-e", "/usr/bin/env"])
  }

  @Test("The settings' file is read at each opening, and its mistakes are told")
  func settings() throws {
    let bench = try OpenerBench()
    try bench.add("mine")
    let folder = bench.path + "/.config/board"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let environment = bench.environment.merging(["ZELLIJ": "0"]) { $1 }
    try "window-command = 'mine\n"
      .write(toFile: folder + "/config", atomically: true, encoding: .utf8)
    #expect(
      try bench.open(environment).words
        == "\(folder)/config, line 1: a quote or a backslash of window-command has no end: close it"
    )
    try "window-command = mine {title} {direction}\n"
      .write(toFile: folder + "/config", atomically: true, encoding: .utf8)
    #expect(try bench.open(environment, title: "A card; $(x)").words == nil)
    #expect(
      try bench.calls.first?.prefix(4) == ["mine", "A card; $(x)", "right", "/usr/bin/env"])
    try Data([0xFF]).write(to: URL(fileURLWithPath: folder + "/config"))
    #expect(try bench.open(environment).words == "\(folder)/config is not UTF-8: write it anew")
  }

  @Test("Without a multiplexer, or with one that fails, a copy goes through the terminal")
  func copying() throws {
    let bench = try OpenerBench()
    #expect(try bench.copy("a", bench.environment) == .throughTerminal(nil))
    let tmux = bench.environment.merging(["TMUX": "/s,1,0"]) { $1 }
    #expect(
      try bench.copy("a", tmux) == .throughTerminal(.failed("there is no tmux in PATH")))
    // Before 3.2: it keeps the text, and has no way to the terminal.
    try bench.add(
      "tmux", "[ \"$4\" != -w ] || exit 1; read line; printf %s \"$line\" > '\(bench.path)/kept'")
    #expect(try bench.copy("a text\n", tmux) == .throughTerminal(nil))
    #expect(try String(contentsOfFile: bench.path + "/kept", encoding: .utf8) == "a text")
  }
}
