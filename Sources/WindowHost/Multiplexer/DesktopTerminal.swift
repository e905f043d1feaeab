/// Programs that are a terminal on a graphical desktop.
enum DesktopTerminal: String, CaseIterable, Sendable {
  /// What the system, or the user, has chosen (Debian's alternatives).
  case chosen = "x-terminal-emulator"
  case gnome = "gnome-terminal"
  case konsole
  case xfce = "xfce4-terminal"
  case alacritty
  case foot
  case kitty
  case wezterm
  case xterm

  /// - Parameter isThere: whether a program of this name can be run.
  /// - Returns: the terminal this process runs in, where that can be said, else the first that is
  ///   there; nil without a desktop.
  static func choose(
    _ surroundings: Surroundings, isThere: (String) -> Bool
  ) -> DesktopTerminal? {
    let own = allCases.filter { terminal in
      terminal.mark.map { surroundings[$0] != nil } ?? false
    }
    return (own + allCases).first { $0.works(surroundings) && isThere($0.rawValue) }
  }

  /// A variable that this terminal, and no other, gives its programs.
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

  /// Runs a program and its arguments in a new window. Titles are left to the program: most of
  /// these would hold on to one given here.
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
    // The system cuts gnome-terminal-server.
    ancestor.name.hasPrefix("gnome-terminal") || allCases.contains { $0.rawValue == ancestor.name }
  }
}
