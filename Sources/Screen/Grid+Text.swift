/// How a text is aligned in the columns it is given.
public enum Alignment: Sendable {
  case leading, center, trailing
}

extension Grid {
  /// Writes one line of text from `position` on, inside `clip`, which is the whole grid by default.
  /// Only the visible form of the text is written: controls and invisible scalars become stand-ins.
  /// - Returns: the column behind the last glyph, also where that is clipped.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at position: Position, clip: Rect? = nil, style: Style = .plain
  ) -> Int {
    let clip = (clip ?? bounds).intersection(bounds)
    var end = position.column
    for glyph in TextGlyphs(text) {
      let column = position.column + glyph.column
      end = column + glyph.columns
      guard column < clip.endColumn else { continue }
      if glyph.glyph == .blank {
        for blank in column..<end {
          put(.blank, columns: 1, style, at: Position(column: blank, row: position.row), clip: clip)
        }
      } else {
        put(
          glyph.glyph, columns: glyph.columns, style,
          at: Position(column: column, row: position.row), clip: clip)
      }
    }
    return end
  }

  /// Writes one line of text into the first row of `rect`, aligned, and cut with an ellipsis if it
  /// does not fit. The cells beside the text stay as they are.
  public mutating func write(
    _ text: some StringProtocol, in rect: Rect, _ alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    guard !rect.isEmpty else { return }
    let shown = truncated(text, toColumns: rect.columns)
    let spare = rect.columns - textColumns(shown)
    let indent =
      switch alignment {
      case .leading: 0
      case .center: spare / 2
      case .trailing: spare
      }
    write(
      shown, at: Position(column: rect.column + indent, row: rect.row), clip: rect.line(0),
      style: style)
  }
}
