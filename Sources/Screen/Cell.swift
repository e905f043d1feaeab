/// One cell of a grid.
public struct Cell: Equatable, Sendable {
  var glyph: Glyph
  public internal(set) var style: Style
  /// How many columns the glyph takes: 1 or 2, and 0 in the right half of a wide glyph.
  public internal(set) var columns: UInt8

  static func blank(_ style: Style) -> Cell {
    Cell(glyph: .blank, style: style, columns: 1)
  }

  static func continuation(_ style: Style) -> Cell {
    Cell(glyph: .continuation, style: style, columns: 0)
  }

  var isContinuation: Bool { columns == 0 }

  /// The text that the cell shows; empty in the right half of a wide glyph.
  public var text: String {
    switch glyph {
    case .scalar(let scalar): String(Character(scalar))
    case .cluster(let text): text
    case .continuation: ""
    }
  }
}

/// The position and the shape of the terminal's cursor.
public struct Cursor: Hashable, Sendable {
  /// The raw value of a shape is the parameter of DECSCUSR.
  public enum Shape: UInt8, Sendable {
    case `default` = 0
    case block = 2
    case underline = 4
    case bar = 6
  }

  public var position: Position
  public var shape: Shape

  public init(_ position: Position, shape: Shape = .default) {
    self.position = position
    self.shape = shape
  }
}
