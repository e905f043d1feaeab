/// What shows windows, which these commands only speak about: the program around them has it.
public protocol WindowShowing {
  /// Standard output is a terminal.
  static var hasTerminal: Bool { get }

  /// Shows a window on a board in this terminal until the person leaves it.
  /// - Parameter board: as with `--board`.
  static func showBoard(_ board: String?) throws

  /// Shows the window of a session in this terminal until the person leaves it.
  /// - Parameters:
  ///   - window: the session's identifier, whole.
  ///   - takeOver: also while another terminal shows it.
  static func show(_ window: String, takeOver: Bool) throws

  /// Starts the window of a session in a terminal of its own.
  /// - Returns: why that failed; nil where nothing did, which does not say that it has come up.
  static func start(
    _ window: String, takeOver: Bool, at placement: WindowPlacement, titled title: String
  ) -> String?
}

/// Where a window goes that is started from a command.
public enum WindowPlacement: Hashable, Sendable {
  /// In a pane on this side of the one it is started from.
  case left, right
  /// In a window of its own.
  case window
}
