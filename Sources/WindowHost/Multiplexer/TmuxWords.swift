import Windows

/// The words of tmux commands (tmux(1)).
enum TmuxWords {
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
      // It takes no pane for a target; which window is ours it knows from TMUX_PANE.
      case .window: ["new-window", "-a", "-n", literal(title)]
      }
    return tmux(socket) + place.map(argument) + ["--"] + command.map(argument)
  }

  /// Its window and pane; and where nobody looks at its session, the client that was used last
  /// changes to it.
  static func focusing(_ pane: String, _ socket: String) -> [String] {
    tmux(socket) + [
      "select-window", "-t", pane, ";", "select-pane", "-t", pane, ";", "if-shell", "-F", "-t",
      pane, "#{?session_attached,,1}", "switch-client -t \(pane)",
    ]
  }

  /// Each takes the text as its input. `-w`, which also gives it to the terminal, came with 3.2.
  static func copying(_ socket: String) -> [[String]] {
    [tmux(socket) + ["load-buffer", "-w", "-"], tmux(socket) + ["load-buffer", "-"]]
  }

  private static func tmux(_ socket: String) -> [String] { ["tmux", "-S", socket] }

  /// A semicolon that ends an argument would end the command, and the next words begin another.
  static func argument(_ text: String) -> String {
    text.hasSuffix(";") ? text.dropLast() + "\\;" : text
  }

  /// Names are formats, and a format can run a program: `#(…)`.
  static func literal(_ text: String) -> String {
    text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "##")
  }
}
