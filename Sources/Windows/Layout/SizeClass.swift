public import Screen

/// A class of terminal sizes that determines how much is shown; it changes with every resize.
public enum SizeClass: Hashable, Sendable {
  /// The terminal has fewer than 20 columns or 6 rows.
  case tooSmall
  /// The terminal has fewer than 60 columns: one column of the board is shown, the others as tabs.
  case compact
  case regular
  /// The terminal has at least 140 columns: a card stands beside the board.
  case wide

  public static let minimumColumns = 20
  public static let minimumRows = 6
  static let wideColumns = 140

  public init(_ size: TerminalSize) {
    if size.columns < SizeClass.minimumColumns || size.rows < SizeClass.minimumRows {
      self = .tooSmall
    } else if size.columns < 60 {
      self = .compact
    } else {
      self = size.columns < SizeClass.wideColumns ? .regular : .wide
    }
  }
}
