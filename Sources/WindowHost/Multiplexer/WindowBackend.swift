import Windows

/// The means by which a new window is opened.
enum WindowBackend: Equatable, Sendable {
  case command(WindowCommand)
  case multiplexer(Multiplexer)
  case desktop(DesktopTerminal)

  /// Chooses the user's own command if there is one, else the innermost multiplexer, else a
  /// terminal of the desktop.
  /// - Parameters:
  ///   - file: the user's settings; nil if there is no file.
  ///   - isThere: whether a program of this name can be run.
  /// - Throws: `noWay` if nothing can open a window, `misconfigured` if the user's command is
  ///   faulty.
  init(
    _ surroundings: Surroundings, file: ConfigurationFile?, isThere: (String) -> Bool
  ) throws(OpeningFailure) {
    if let text = surroundings["BOARD_WINDOW_COMMAND"] {
      self = .command(try WindowCommand(text, at: "BOARD_WINDOW_COMMAND"))
    } else if let file, let setting = file.windowCommand {
      self = .command(
        try WindowCommand(setting.text, at: "\(file.path), line \(setting.line)"))
    } else if let multiplexer = Multiplexer(surroundings) {
      self = .multiplexer(multiplexer)
    } else if let terminal = DesktopTerminal.choose(surroundings, isThere: isThere) {
      self = .desktop(terminal)
    } else {
      throw .noWay(WindowBackend.advice(surroundings))
    }
  }

  /// The attempts to run a command in a new window; they are tried in order until one works.
  func opening(
    _ command: [String], _ placement: Placement, title: String
  ) -> [[Step]] {
    switch self {
    case .command(let own): [[own.opening(command, placement, title: title)]]
    case .multiplexer(let multiplexer): multiplexer.opening(command, placement, title: title)
    case .desktop(let terminal): [[terminal.opening(command)]]
    }
  }

  private static func advice(_ surroundings: Surroundings) -> String {
    let ssh = surroundings["SSH_CONNECTION"] != nil || surroundings["SSH_TTY"] != nil
    let desktop = surroundings["DISPLAY"] != nil || surroundings["WAYLAND_DISPLAY"] != nil
    let why =
      if desktop {
        "no terminal of this desktop is in PATH"
      } else if ssh {
        "this is an ssh login without a multiplexer"
      } else {
        "there is neither a multiplexer nor a desktop"
      }
    return "no way to open a window here: \(why); start board in tmux, zellij or screen, or set "
      + "BOARD_WINDOW_COMMAND"
  }
}
