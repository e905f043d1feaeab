/// One line of a wrapped text.
public struct WrappedLine: Equatable, Sendable {
  /// The line's text without the line break that ends it.
  public let text: String
  /// The offset at which the line's text starts, in scalars from the start of the whole text.
  public let start: Int
  /// The offset at which the line's text ends, in scalars; a line break, if any, is here.
  public let end: Int
}

/// A text broken into lines of a given width, which converts between offsets in the text and cells.
///
/// Lines break at LF, CR and CRLF. Within a line they break after blanks and hyphens and beside
/// East Asian characters, or else inside a word. Blanks at a line's end hang beyond the width.
public struct WrappedText: Equatable, Sendable {
  public let columns: Int
  /// The lines, at least one: an empty text is one empty line.
  public let lines: [WrappedLine]

  /// A width below 1 counts as 1.
  public init(_ text: String, columns: Int) {
    self.columns = max(1, columns)
    var breaker = LineBreaker(columns: self.columns)
    for character in text { breaker.take(character) }
    lines = breaker.finish()
  }

  /// The cell of a caret before the scalar at `offset`. The row is an index into `lines`, the
  /// column at most `columns`. An offset at which a line wraps belongs to the later line.
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

  /// The offset of the character that covers a cell, or else of the line's end. A row outside the
  /// text is clamped.
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

  /// The offset of the line's last character. On a line that wraps, its end belongs to the next
  /// line, so the caret stays before that character.
  private func lastCharacterStart(of line: WrappedLine) -> Int {
    line.end - (line.text.last?.unicodeScalars.count ?? 0)
  }
}
