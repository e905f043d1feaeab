public import Screen

/// How much a terminal can show. It belongs to the terminal and changes with every resize.
public enum SizeClass: Hashable, Sendable {
  /// Below 20 columns or 6 rows.
  case tooSmall
  /// Below 60 columns: one column of the board, the others as tabs.
  case compact
  case regular
  /// From 140 columns on: a card stands beside the board.
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
