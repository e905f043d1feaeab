import Windows

/// The command lines of tmux(1), as words.
enum TmuxArguments {
  static func opening(
    _ command: [String], _ placement: Placement, title: String, _ socket: String,
    _ pane: String?
  ) -> [String] {
    let target = pane.map { ["-t", $0] } ?? []
    let place =
      switch placement {
      case .right: ["split-window", "-h"] + target
      case .left: ["split-window", "-h", "-b"] + target
      case .below: ["split-window", "-v"] + target
      // new-window takes no pane as a target; tmux knows our window from TMUX_PANE.
      case .window: ["new-window", "-a", "-n", literal(title)]
      }
    return tmux(socket) + place.map(argument) + ["--"] + command.map(argument)
  }

  /// Selects the window and the pane. If nobody looks at the session, the client that was used last
  /// switches to it.
  static func focusing(_ pane: String, _ socket: String) -> [String] {
    tmux(socket) + [
      "select-window", "-t", pane, ";", "select-pane", "-t", pane, ";", "if-shell", "-F", "-t",
      pane, "#{?session_attached,,1}", "switch-client -t \(pane)",
    ]
  }

  /// The attempts to copy; each reads the text from its input. `-w`, which also gives the text to
  /// the terminal, came with tmux 3.2.
  static func copying(_ socket: String) -> [[String]] {
    [tmux(socket) + ["load-buffer", "-w", "-"], tmux(socket) + ["load-buffer", "-"]]
  }

  private static func tmux(_ socket: String) -> [String] { ["tmux", "-S", socket] }

  /// An argument of tmux. An unescaped semicolon at its end would end the command and make the next
  /// words another one.
  static func argument(_ text: String) -> String {
    text.hasSuffix(";") ? text.dropLast() + "\\;" : text
  }

  /// A name of tmux. Names are formats, and the format `#(…)` would run a program, so `#` is
  /// doubled.
  static func literal(_ text: String) -> String {
    text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "##")
  }
}
