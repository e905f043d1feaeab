import BoardModel
import Screen

/// The places of a list that stands over the board, in a box in its middle or where it was asked
/// for.
struct ListPanel {
  struct Row: Equatable {
    let text: String
    /// The text at the right end of a row, or in the left column of a table of two.
    var aside = ""
    var isHeading = false
    var kind = Kind.plain

    enum Kind: Equatable {
      case plain
      /// The row cannot be chosen now.
      case unavailable
      /// Choosing the row takes something away.
      case destructive
    }
  }

  let content: ListContent
  let rect: Rect
  let rows: Rect
  let top: Int
  let shown: [Row]

  private static let maximumColumns = 72

  init(_ content: ListContent, _ scene: Scene) {
    self.content = content
    let size = scene.viewport.size
    let (count, notes) = (content.count, content.notes)
    let most = min(size.columns, ListPanel.maximumColumns)
    let columns = content.columns.map { min($0, most) } ?? most
    let room = size.rows - 1 - scene.footerRows
    let noteRows = min(notes.count, max(0, room - 3))
    let height = min(room, max(count, notes.isEmpty ? 1 : 0) + noteRows + 2)
    let corner =
      content.anchor
      ?? Position(
        column: (size.columns - columns) / 2, row: 1 + (room - height) / 2)
    rect = Rect(
      column: max(0, min(corner.column, size.columns - columns)),
      row: max(1, min(corner.row, 1 + room - height)), columns: columns, rows: height)
    let inner = rect.inset(columns: 2, rows: 1)
    let rowCount = max(0, min(count, inner.rows - noteRows))
    rows = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: rowCount)
    let wished =
      switch content.shape {
      // The selected row is shown, as near to the middle as there are rows on both sides.
      case .choice(let cursor): cursor.index - rowCount / 2
      case .text(let top), .table(let top): top
      }
    let first = min(max(0, wished), max(0, count - rowCount))
    top = first
    shown = (first..<min(count, first + rowCount)).map(content.row)
  }

  /// The index of the chosen row; nil where none can be chosen.
  var selected: Int? {
    if case .choice(let cursor) = content.shape { cursor.index } else { nil }
  }

  /// The columns of a row within the frame.
  /// - Parameter columns: the columns of the terminal.
  static func innerColumns(of columns: Int) -> Int {
    max(1, min(columns, maximumColumns) - 4)
  }

  /// The columns of the left side of a table.
  /// - Parameter columns: the columns of a row.
  static func leftColumns(of columns: Int) -> Int { min(24, columns / 2) }

  func row(at position: Position) -> Int? {
    guard rows.contains(position), selected != nil else { return nil }
    return top + position.row - rows.row
  }
}

/// What a list shows.
struct ListContent {
  enum Shape: Hashable {
    case choice(ListCursor)
    /// The rows are one text over the whole width, shown from this line on.
    case text(top: Int)
    /// The rows are a table of two columns, shown from this row on.
    case table(top: Int)
  }

  let title: String
  /// The number of all rows; only those that are shown are made.
  let count: Int
  /// The lines below the rows, which say what else matters for the choice.
  var notes: [String] = []
  let shape: Shape
  /// The position at which the list was asked for; nil places it in the middle.
  var anchor: Position?
  /// The width of the list, where it is not the usual one.
  var columns: Int?
  let row: (Int) -> ListPanel.Row

  /// The number of places of the cursor: the rows, or the lines from which a page can be shown.
  func places(page: Int) -> Int {
    if case .choice = shape { count } else { max(0, count - page) + 1 }
  }
}
