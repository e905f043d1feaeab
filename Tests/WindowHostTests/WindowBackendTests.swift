import Testing

@testable import WindowHost

/// Which way to a new window follows from what the environment and the settings say.
@Suite("The way to a new window")
struct WindowBackendTests {
  private static let tmux = ["TMUX": "/tmp/t,s/default,71,0", "TMUX_PANE": "%5"]
  private static let zellij = ["ZELLIJ": "0", "ZELLIJ_PANE_ID": "3"]
  private static let screen = ["STY": "42.pts-1.host", "WINDOW": "2"]
  private static let wezterm = ["WEZTERM_PANE": "7", "WEZTERM_UNIX_SOCKET": "/run/w"]
  private static let kitty = ["KITTY_WINDOW_ID": "9", "KITTY_LISTEN_ON": "unix:/tmp/k"]
  private static let x11 = ["DISPLAY": ":0"]
  private static let wayland = ["WAYLAND_DISPLAY": "wayland-0"]

  private static func all(_ parts: [String: String]...) -> [String: String] {
    parts.reduce([:]) { $0.merging($1) { $1 } }
  }

  @Test(
    "Each environment leads to its multiplexer, and the innermost goes first",
    arguments: [
      ([:], nil),
      (tmux, .tmux(socket: "/tmp/t,s/default", pane: "%5")),
      (["TMUX": "/tmp/s"], .tmux(socket: "/tmp/s", pane: nil)),
      (["TMUX": ""], nil),
      (all(tmux, ["TMUX_PANE": "%5;kill-server"]), .tmux(socket: "/tmp/t,s/default", pane: nil)),
      (zellij, .zellij(pane: "3")), (["ZELLIJ": "0"], .zellij(pane: nil)),
      (screen, .screen(session: "42.pts-1.host", window: "2")),
      (["STY": "42.a", "WINDOW": "x"], .screen(session: "42.a", window: nil)),
      (wezterm, .wezterm(pane: "7")), (["WEZTERM_PANE": "-1"], nil),
      (kitty, .kitty(address: "unix:/tmp/k", window: "9")), (["KITTY_WINDOW_ID": "9"], nil),
      (all(kitty, wezterm, tmux), .tmux(socket: "/tmp/t,s/default", pane: "%5")),
      (all(kitty, screen), .screen(session: "42.pts-1.host", window: "2")),
      (all(wezterm, zellij), .zellij(pane: "3")),
      (all(x11, ["TERM_PROGRAM": "vscode", "COLORTERM": "truecolor"]), nil),
    ] as [([String: String], Multiplexer?)])
  func multiplexer(environment: [String: String], expected: Multiplexer?) {
    #expect(Multiplexer(Surroundings(environment: environment)) == expected)
  }

  @Test(
    "Where several are named, the nearest ancestor is the innermost",
    arguments: [
      // tmux in screen, and screen in tmux.
      (["bash", "tmux: server", "bash", "screen"], "tmux"),
      (["bash", "screen", "bash", "tmux: server"], "screen"),
      (["bash", "zellij", "tmux: server"], "zellij"),
      (["sudo", "bash", "wezterm-gui", "tmux: server"], "wezterm"),
      (["bash", "kitty", "bash", "tmux: server"], "kitty"),
      // A terminal started from a pane: what it inherited is not about this process.
      (["bash", "alacritty", "bash", "tmux: server"], nil),
      (["bash", "gnome-terminal-"], nil),
      (["bash", "sshd"], "tmux"), ([], "tmux"),
    ] as [([String], String?)])
  func ancestors(names: [String], expected: String?) {
    let environment = Self.all(Self.tmux, Self.zellij, Self.screen, Self.wezterm, Self.kitty)
    let ancestors = names.enumerated().map {
      Surroundings.Ancestor(process: Int32(1_000 - $0.offset), name: $0.element)
    }
    let found = Multiplexer(Surroundings(environment: environment, ancestors: ancestors))
    #expect(found.map { "\($0)".prefix { $0 != "(" } }.map(String.init) == expected)
  }

  @Test("A server is known by its process, whatever it is called")
  func process() {
    let environment = Self.all(Self.tmux, Self.screen)
    let found = Multiplexer(
      Surroundings(
        environment: environment,
        ancestors: [.init(process: 42, name: "odd"), .init(process: 71, name: "odder")]))
    #expect(found == .screen(session: "42.pts-1.host", window: "2"))
  }

  @Test("An ancestor is read also where its name holds parentheses")
  func stat() throws {
    let parsed = try #require(Surroundings.parse(stat: "12 (a) b (c) S 77 1 1"))
    #expect(parsed.name == "a) b (c")
    #expect(parsed.parent == 77)
    #expect(Surroundings.parse(stat: "nonsense") == nil)
  }

  @Test(
    "On a desktop its terminals are tried in order, the one this runs in first",
    arguments: [
      (x11, ["xterm", "konsole"], .konsole), (x11, ["xterm", "x-terminal-emulator"], .chosen),
      (x11, ["foot", "xterm"], .xterm), (wayland, ["foot", "xterm"], .foot),
      (wayland, ["xterm"], nil), ([:], ["xterm", "kitty"], nil), (x11, [], nil),
      (all(x11, ["KITTY_WINDOW_ID": "1"]), ["x-terminal-emulator", "kitty"], .kitty),
      (all(x11, ["ALACRITTY_WINDOW_ID": "1"]), ["gnome-terminal", "alacritty"], .alacritty),
      (all(x11, ["KONSOLE_VERSION": "1"]), ["gnome-terminal"], .gnome),
      (x11, ["wezterm"], .wezterm), (wayland, ["xfce4-terminal"], .xfce),
    ] as [([String: String], [String], DesktopTerminal?)])
  func desktop(environment: [String: String], there: [String], expected: DesktopTerminal?) {
    let surroundings = Surroundings(environment: environment)
    #expect(DesktopTerminal.choose(surroundings, isThere: there.contains) == expected)
  }

  @Test("The user's own command goes before everything, the environment's before the file's")
  func priority() throws {
    let file = try ConfigurationFile("window-command = filed", path: "/c")
    let filed = try WindowCommand("filed", at: "")
    let named = Self.all(Self.tmux, ["BOARD_WINDOW_COMMAND": "named"])
    func way(_ environment: [String: String], _ file: ConfigurationFile?) throws -> WindowBackend {
      try WindowBackend(Surroundings(environment: environment), file: file) { $0 == "xterm" }
    }
    #expect(try way(named, file) == .command(WindowCommand("named", at: "")))
    #expect(try way(Self.all(Self.tmux, ["BOARD_WINDOW_COMMAND": ""]), file) == .command(filed))
    #expect(try way(Self.tmux, ConfigurationFile("# none", path: "/c")) != .command(filed))
    #expect(try way(Self.all(Self.x11, Self.zellij), nil) == .multiplexer(.zellij(pane: "3")))
    #expect(try way(Self.x11, nil) == .desktop(.xterm))
  }

  @Test(
    "Where nothing opens windows, the words say what to do",
    arguments: [
      (["SSH_CONNECTION": "a b c d"], "ssh login without a multiplexer"),
      ([:], "neither a multiplexer nor a desktop"), (x11, "no terminal of this desktop is in PATH"),
    ])
  func none(environment: [String: String], reason: String) {
    let failure = #expect(throws: OpeningFailure.self) {
      _ = try WindowBackend(Surroundings(environment: environment), file: nil) { _ in false }
    }
    #expect(failure?.description.contains("no way to open a window here: ") == true)
    #expect(failure?.description.contains(reason) == true)
    #expect(failure?.description.contains("start board in tmux") == true)
  }
}
