/// What this process knows of the terminal that it runs in.
struct Surroundings: Equatable, Sendable {
  struct Ancestor: Equatable, Sendable {
    let process: Int32
    /// The program's name, cut by the system to 15 bytes.
    let name: String
  }

  var environment: [String: String]
  /// The ancestors of this process, its parent first; empty if the system does not tell.
  var ancestors: [Ancestor] = []
  /// The path of this process's own terminal.
  var terminalPath: String?

  /// The value of an environment variable; nil if it is not set or empty.
  subscript(name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// The variables that tell a program in which pane of which multiplexer it runs. A terminal that
  /// is started from here must not inherit them, or its window would take our pane for its own.
  static let placeVariables: Set = [
    "TMUX", "TMUX_PANE", "ZELLIJ", "ZELLIJ_PANE_ID", "ZELLIJ_SESSION_NAME", "STY", "WINDOW",
    "WEZTERM_PANE", "WEZTERM_UNIX_SOCKET", "KITTY_WINDOW_ID", "KITTY_LISTEN_ON", "KITTY_PID",
  ]
}
