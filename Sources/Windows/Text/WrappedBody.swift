import Screen

/// A long text wrapped to a width. After an edit only the paragraphs it touched are wrapped again,
/// so that the cost of a key depends on what it changes and not on the length of the text.
struct WrappedBody: Sendable {
  private struct Paragraph: Sendable {
    /// The lines of the paragraph; their offsets and rows count from its own start.
    let lines: WrappedText
    /// The number of scalars, without the line break at the end.
    let count: Int
    /// The scalars, and the rows, from the start of the text.
    var start = 0
    var firstRow = 0

    var end: Int { start + count }
  }

  /// A row as it is shown, with its offsets in the whole text.
  struct Line: Equatable {
    let text: String
    let start: Int
    let end: Int
  }

  private(set) var columns: Int
  private var scalars: [Unicode.Scalar] = []
  /// The paragraphs; an empty text is one empty paragraph.
  private var paragraphs: [Paragraph]
  /// The number of rows; at least one.
  private(set) var rows = 1

  init(columns: Int) {
    self.columns = max(1, columns)
    paragraphs = [Paragraph(lines: WrappedText("", columns: columns), count: 0)]
  }

  mutating func update(_ new: [Unicode.Scalar], columns: Int) {
    if columns != self.columns {
      self.columns = columns
      replace(0..<paragraphs.count, with: new[...])
    } else if new != scalars {
      updateChanged(new)
    } else {
      return
    }
    scalars = new
    renumber()
  }

  /// Keeps the paragraphs that end before the first change, and those that start behind the last.
  private mutating func updateChanged(_ new: [Unicode.Scalar]) {
    let shorter = min(new.count, scalars.count)
    var prefix = 0
    while prefix < shorter, new[prefix] == scalars[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      new[new.count - 1 - suffix] == scalars[scalars.count - 1 - suffix]
    { suffix += 1 }
    let first = paragraphs.firstIndex { $0.end >= prefix } ?? 0
    let changeEnd = scalars.count - suffix
    let last = paragraphs[first...].firstIndex { $0.start > changeEnd } ?? paragraphs.count
    let start = paragraphs[first].start
    let end =
      last < paragraphs.count
      ? paragraphs[last].start - 1 + new.count - scalars.count : new.count
    replace(first..<last, with: new[start..<end])
  }

  private mutating func replace(_ range: Range<Int>, with scalars: ArraySlice<Unicode.Scalar>) {
    let parts = scalars.split(separator: "\n", omittingEmptySubsequences: false)
    paragraphs.replaceSubrange(
      range,
      with: parts.map { part in
        Paragraph(
          lines: WrappedText(String(String.UnicodeScalarView(part)), columns: columns),
          count: part.count)
      })
  }

  private mutating func renumber() {
    var start = 0
    rows = 0
    for index in paragraphs.indices {
      paragraphs[index].start = start
      paragraphs[index].firstRow = rows
      start += paragraphs[index].count + 1
      rows += paragraphs[index].lines.lines.count
    }
  }

  /// The line in a row; nil outside the rows.
  func line(_ row: Int) -> Line? {
    guard (0..<rows).contains(row) else { return nil }
    let paragraph = paragraph { $0.firstRow <= row }
    let line = paragraph.lines.lines[row - paragraph.firstRow]
    return Line(
      text: line.text, start: paragraph.start + line.start, end: paragraph.start + line.end)
  }

  /// The cell of a caret that stands before the scalar at `offset`.
  func position(ofOffset offset: Int) -> Position {
    let paragraph = paragraph { $0.start <= offset }
    let place = paragraph.lines.position(ofOffset: offset - paragraph.start)
    return Position(column: place.column, row: paragraph.firstRow + place.row)
  }

  /// The offset of the character that covers a cell, or of the row's end. Rows outside are clamped.
  func offset(at position: Position) -> Int {
    let row = min(max(0, position.row), rows - 1)
    let paragraph = paragraph { $0.firstRow <= row }
    return paragraph.start
      + paragraph.lines.offset(
        at: Position(column: position.column, row: row - paragraph.firstRow))
  }

  /// The last paragraph for which the condition holds, if it holds for all paragraphs before it.
  private func paragraph(where holds: (Paragraph) -> Bool) -> Paragraph {
    var low = 0
    var high = paragraphs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(paragraphs[middle]) { low = middle } else { high = middle }
    }
    return paragraphs[low]
  }
}
