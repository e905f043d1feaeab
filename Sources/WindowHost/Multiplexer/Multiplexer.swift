/// A terminal multiplexer, or a terminal that takes commands, with this process's place in it.
enum Multiplexer: Equatable, Sendable {
  /// tmux; its pane is `%` and digits.
  case tmux(socket: String, pane: String?)
  case zellij(pane: String?)
  case screen(session: String, window: String?)
  case wezterm(pane: String)
  case kitty(address: String, window: String)

  /// Finds the innermost multiplexer that this process runs in: of those that the environment
  /// names, the nearest ancestor. If the ancestors decide nothing, a multiplexer that runs inside
  /// terminals goes before one that is a terminal.
  init?(_ surroundings: Surroundings) {
    let named = [
      Named(tmux: surroundings), Named(zellij: surroundings), Named(screen: surroundings),
      Named(wezterm: surroundings), Named(kitty: surroundings),
    ].compactMap { $0 }
    for ancestor in surroundings.ancestors {
      if let found = named.first(where: { $0.multiplexer.isRun(by: ancestor, $0.process) }) {
        self = found.multiplexer
        return
      }
      // A desktop's terminal comes before any multiplexer. What it inherited from the multiplexer
      // that started it does not apply to this process.
      if DesktopTerminal.isRun(by: ancestor) { return nil }
    }
    guard let first = named.first else { return nil }
    self = first.multiplexer
  }

  private func isRun(by ancestor: Surroundings.Ancestor, _ process: Int32?) -> Bool {
    if let process, process == ancestor.process { return true }
    return switch self {
    case .tmux: ancestor.name.hasPrefix("tmux")
    case .zellij: ancestor.name == "zellij"
    case .screen: ancestor.name.lowercased() == "screen"
    case .wezterm: ancestor.name.hasPrefix("wezterm")
    case .kitty: ancestor.name == "kitty"
    }
  }
}

/// A multiplexer that environment variables name, with its process where they give it.
private struct Named {
  let multiplexer: Multiplexer
  var process: Int32?

  /// Reads `TMUX`: the socket's path, the server's process and a session, separated by commas.
  init?(tmux surroundings: Surroundings) {
    guard let value = surroundings["TMUX"] else { return nil }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    // The path may contain commas itself.
    let path = parts.count > 2 ? parts.dropLast(2).joined(separator: ",") : value
    let pane = surroundings["TMUX_PANE"].flatMap {
      $0.hasPrefix("%") && Named.isNumber($0.dropFirst()) ? $0 : nil
    }
    multiplexer = .tmux(socket: path, pane: pane)
    process = parts.count > 2 ? Int32(parts[parts.count - 2]) : nil
  }

  init?(zellij surroundings: Surroundings) {
    // zellij sets `ZELLIJ` to "0" in every pane.
    guard surroundings["ZELLIJ"] != nil else { return nil }
    multiplexer = .zellij(pane: Named.number("ZELLIJ_PANE_ID", surroundings))
  }

  /// Reads `STY`: the server's process, a dot and the session's name.
  init?(screen surroundings: Surroundings) {
    guard let session = surroundings["STY"] else { return nil }
    multiplexer = .screen(session: session, window: Named.number("WINDOW", surroundings))
    process = Int32(session.prefix { $0 != "." })
  }

  init?(wezterm surroundings: Surroundings) {
    guard let pane = Named.number("WEZTERM_PANE", surroundings) else { return nil }
    multiplexer = .wezterm(pane: pane)
  }

  /// Requires an address in `KITTY_LISTEN_ON`. Without one kitty is commanded through the terminal,
  /// and its answers would arrive as keys.
  init?(kitty surroundings: Surroundings) {
    guard let window = Named.number("KITTY_WINDOW_ID", surroundings),
      let address = surroundings["KITTY_LISTEN_ON"]
    else { return nil }
    multiplexer = .kitty(address: address, window: window)
    process = surroundings["KITTY_PID"].flatMap { Int32($0) }
  }

  private static func number(_ name: String, _ surroundings: Surroundings) -> String? {
    surroundings[name].flatMap { isNumber($0[...]) ? $0 : nil }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count < 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
