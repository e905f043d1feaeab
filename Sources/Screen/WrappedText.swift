/// One line of a wrapped text.
public struct WrappedLine: Equatable, Sendable {
  /// Without the line break that ends it.
  public let text: String
  /// Where its text starts, in scalars from the start of the whole text.
  public let start: Int
  /// Where its text ends, in scalars; a line break, if any, stands here.
  public let end: Int
}

/// A text broken into lines of a width, and the way between offsets in the text and cells.
///
/// Lines break at line feeds (also CR, CRLF), else after blanks and hyphens and beside East Asian
/// characters, else inside a word. Blanks at a line's end hang beyond the width.
public struct WrappedText: Equatable, Sendable {
  public let columns: Int
  /// At least one; an empty text is one empty line.
  public let lines: [WrappedLine]

  /// Widths below one count as one.
  public init(_ text: String, columns: Int) {
    self.columns = max(1, columns)
    var breaker = LineBreaker(columns: self.columns)
    for character in text { breaker.take(character) }
    lines = breaker.finish()
  }

  /// The cell of the caret that stands before the scalar at `offset`: the row is an index into `lines`,
  /// the column at most `columns`. An offset where a line wraps belongs to the later line.
  public func position(ofOffset offset: Int) -> Position {
    let row = max(0, (lines.firstIndex { $0.start > offset } ?? lines.count) - 1)
    let line = lines[row]
    var column = 0
    for glyph in TextGlyphs(line.text) {
      guard line.start + glyph.offset + glyph.scalars <= offset else { break }
      column = glyph.column + glyph.columns
    }
    return Position(column: min(column, columns), row: row)
  }

  /// The offset of the character that covers a cell, or of the line's end. Rows outside are clamped.
  public func offset(at position: Position) -> Int {
    let row = min(max(0, position.row), lines.count - 1)
    let line = lines[row]
    var start = 0
    for glyph in TextGlyphs(line.text) {
      if glyph.column + glyph.columns > position.column, glyph.scalars > 0 {
        return line.start + start
      }
      if glyph.scalars > 0 { start = glyph.offset + glyph.scalars }
    }
    let continues = row + 1 < lines.count && lines[row + 1].start == line.end
    return continues && line.end > line.start ? lastCharacterStart(of: line) : line.end
  }

  /// On a line that wraps its end belongs to the next line, so the caret stays before the last character.
  private func lastCharacterStart(of line: WrappedLine) -> Int {
    line.end - (line.text.last?.unicodeScalars.count ?? 0)
  }
}
