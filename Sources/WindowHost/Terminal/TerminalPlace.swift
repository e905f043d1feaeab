import Glibc

/// The place of this process's terminal, in words that help a person find it.
struct TerminalPlace: CustomStringConvertible {
  let description: String

  init(environment: (String) -> String?) {
    let terminal = TerminalPlace.terminalName
    let multiplexers = [
      ("TMUX_PANE", "tmux pane"), ("ZELLIJ_PANE_ID", "zellij pane"), ("STY", "screen"),
      ("WEZTERM_PANE", "wezterm pane"), ("KITTY_WINDOW_ID", "kitty window"),
    ]
    for (name, words) in multiplexers {
      guard let value = environment(name), !value.isEmpty else { continue }
      description = TerminalPlace.printable("\(words) \(value)")
      return
    }
    description = TerminalPlace.printable(terminal ?? "")
  }

  private static var terminalName: String? {
    guard let name = ttyname(STDIN_FILENO) else { return nil }
    let path = String(cString: name)
    return path.hasPrefix("/dev/") ? String(path.dropFirst("/dev/".count)) : path
  }

  /// The text without scalars that cannot be printed, and at most 80 long: the environment may hold
  /// anything.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.isPrintable }.prefix(80)))
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
