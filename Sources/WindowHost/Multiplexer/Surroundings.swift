/// What this process can know of the terminal it runs in.
struct Surroundings: Equatable, Sendable {
  struct Ancestor: Equatable, Sendable {
    let process: Int32
    /// Of the program, as the system cuts it: 15 bytes.
    let name: String
  }

  var environment: [String: String]
  /// From this process's parent upwards; none where the system does not say.
  var ancestors: [Ancestor] = []
  /// Of this process's own terminal.
  var terminalPath: String?

  /// Nil also where it is empty.
  subscript(name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// What tells a program which pane of which multiplexer it runs in. A terminal started beside it
  /// must not inherit them: its window would take itself for ours.
  static let placeVariables: Set = [
    "TMUX", "TMUX_PANE", "ZELLIJ", "ZELLIJ_PANE_ID", "ZELLIJ_SESSION_NAME", "STY", "WINDOW",
    "WEZTERM_PANE", "WEZTERM_UNIX_SOCKET", "KITTY_WINDOW_ID", "KITTY_LISTEN_ON", "KITTY_PID",
  ]
}
