import Commands
import WindowHost

/// Shows windows in this process's terminal, and starts others in its multiplexer or desktop.
enum TerminalWindows: WindowShowing {
  static var hasTerminal: Bool { WindowHost.hasTerminal }

  static func showBoard(_ board: String?) throws { try show(.board(board)) }

  static func show(_ window: String, takeOver: Bool) throws {
    guard let wanted = WantedWindow(window: window, takeOver: takeOver) else {
      throw WindowFailure.usage(
        "a window's identifier has 32 hexadecimal digits; `board windows` lists them")
    }
    try show(wanted)
  }

  static func start(
    _ window: String, takeOver: Bool, at placement: WindowPlacement, titled title: String
  ) -> String? {
    switch placement {
    case .left: WindowHost.start(window, takeOver: takeOver, at: .left, titled: title)
    case .right: WindowHost.start(window, takeOver: takeOver, at: .right, titled: title)
    case .window: WindowHost.start(window, takeOver: takeOver, at: .alone, titled: title)
    }
  }

  private static func show(_ wanted: WantedWindow) throws {
    if let message = try WindowHost.run(wanted) { Board.complain(message) }
  }
}
