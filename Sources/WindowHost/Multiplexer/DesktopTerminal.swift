/// The terminal programs of graphical desktops; the raw value is the program's name.
enum DesktopTerminal: String, CaseIterable, Sendable {
  /// The terminal that the system or the user has chosen (Debian's alternatives).
  case chosen = "x-terminal-emulator"
  case gnome = "gnome-terminal"
  case konsole
  case xfce = "xfce4-terminal"
  case alacritty
  case foot
  case kitty
  case wezterm
  case xterm

  /// Chooses the terminal program that is to show a new window.
  /// - Parameter isThere: whether a program of this name can be run.
  /// - Returns: the terminal that this process runs in if it is known, else the first that can be
  ///   run; nil without a desktop.
  static func choose(
    _ surroundings: Surroundings, isThere: (String) -> Bool
  ) -> DesktopTerminal? {
    let own = allCases.filter { terminal in
      terminal.mark.map { surroundings[$0] != nil } ?? false
    }
    return (own + allCases).first { $0.works(surroundings) && isThere($0.rawValue) }
  }

  /// An environment variable that this terminal, and no other, sets for its programs.
  private var mark: String? {
    switch self {
    case .chosen, .xfce, .foot: nil
    case .gnome: "GNOME_TERMINAL_SCREEN"
    case .konsole: "KONSOLE_VERSION"
    case .alacritty: "ALACRITTY_WINDOW_ID"
    case .kitty: "KITTY_WINDOW_ID"
    case .wezterm: "WEZTERM_EXECUTABLE"
    case .xterm: "XTERM_VERSION"
    }
  }

  private func works(_ surroundings: Surroundings) -> Bool {
    let (x11, wayland) = (surroundings["DISPLAY"] != nil, surroundings["WAYLAND_DISPLAY"] != nil)
    return switch self {
    case .foot: wayland
    case .xterm: x11
    case .chosen, .gnome, .konsole, .xfce, .alacritty, .kitty, .wezterm: x11 || wayland
    }
  }

  /// The step that runs a program with its arguments in a new window. It sets no title, since most
  /// of these terminals would keep it and ignore the one that the program sets.
  func opening(_ command: [String]) -> Step {
    let before =
      switch self {
      case .chosen, .konsole, .alacritty, .xterm: ["-e"]
      case .gnome: ["--"]
      case .xfce: ["-x"]
      case .foot, .kitty: [] as [String]
      case .wezterm: ["start", "--always-new-process", "--"]
      }
    return Step([rawValue] + before + command).with {
      $0.lasts = true
      $0.leavesPlace = true
    }
  }

  static func isRun(by ancestor: Surroundings.Ancestor) -> Bool {
    // The system cuts the name gnome-terminal-server to 15 bytes.
    ancestor.name.hasPrefix("gnome-terminal") || allCases.contains { $0.rawValue == ancestor.name }
  }
}
