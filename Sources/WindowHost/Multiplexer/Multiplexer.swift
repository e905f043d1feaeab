/// A terminal multiplexer, or a terminal that takes commands, and this process's place in it.
enum Multiplexer: Equatable, Sendable {
  /// The pane is `%` and digits.
  case tmux(socket: String, pane: String?)
  case zellij(pane: String?)
  case screen(session: String, window: String?)
  case wezterm(pane: String)
  case kitty(address: String, window: String)

  /// The innermost one that this process runs in: of those the environment names, the one that is
  /// its nearest ancestor. Where ancestors say nothing, one that runs inside terminals goes before
  /// one that is a terminal.
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
      // What its terminal inherited from the multiplexer that started it is not about us.
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

/// Found by its variables, some of which say which process it is.
private struct Named {
  let multiplexer: Multiplexer
  var process: Int32?

  /// `TMUX` is the socket's path, the server's process and a session, by commas.
  init?(tmux surroundings: Surroundings) {
    guard let value = surroundings["TMUX"] else { return nil }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    // A path may have commas of its own.
    let path = parts.count > 2 ? parts.dropLast(2).joined(separator: ",") : value
    let pane = surroundings["TMUX_PANE"].flatMap {
      $0.hasPrefix("%") && Named.isNumber($0.dropFirst()) ? $0 : nil
    }
    multiplexer = .tmux(socket: path, pane: pane)
    process = parts.count > 2 ? Int32(parts[parts.count - 2]) : nil
  }

  init?(zellij surroundings: Surroundings) {
    // "0" in every pane.
    guard surroundings["ZELLIJ"] != nil else { return nil }
    multiplexer = .zellij(pane: Named.number("ZELLIJ_PANE_ID", surroundings))
  }

  /// `STY` is the server's process and the session's name.
  init?(screen surroundings: Surroundings) {
    guard let session = surroundings["STY"] else { return nil }
    multiplexer = .screen(session: session, window: Named.number("WINDOW", surroundings))
    process = Int32(session.prefix { $0 != "." })
  }

  init?(wezterm surroundings: Surroundings) {
    guard let pane = Named.number("WEZTERM_PANE", surroundings) else { return nil }
    multiplexer = .wezterm(pane: pane)
  }

  /// Without an address kitty is commanded through the terminal, whose answers would come as keys.
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
