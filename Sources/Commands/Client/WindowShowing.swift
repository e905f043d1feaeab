/// What shows windows. The commands only ask for that; the program around them can do it.
public protocol WindowShowing {
  /// Whether standard output is a terminal.
  static var hasTerminal: Bool { get }

  /// Shows a window on a board in this terminal until the person leaves it.
  /// - Parameter board: names the board as `--board` does.
  static func showBoard(_ board: String?) throws

  /// Shows the window of a session in this terminal until the person leaves it.
  /// - Parameters:
  ///   - window: the session's whole identifier.
  ///   - takeOver: whether to take the window over if another terminal shows it.
  static func show(_ window: String, takeOver: Bool) throws

  /// Starts the window of a session in a terminal of its own.
  /// - Returns: why that failed; nil if nothing did, which does not mean that the window has come
  ///   up.
  static func start(
    _ window: String, takeOver: Bool, at placement: WindowPlacement, titled title: String
  ) -> String?
}

/// The place for a window that a command starts.
public enum WindowPlacement: Hashable, Sendable {
  /// A pane on this side of the one from which the window is started.
  case left, right
  /// A window of its own.
  case window
}
