/// Rows of cells that stand below each other.
public enum TextTable {
  /// Lines of cells that are aligned in columns of the terminal. The last cell of a row is not
  /// padded.
  public static func lines(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.dropLast().enumerated() {
        let width = textColumns(cell)
        if index < widths.count {
          widths[index] = max(widths[index], width)
        } else {
          widths.append(width)
        }
      }
    }
    return rows.map { row in
      row.enumerated().map { index, cell in
        index == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[index] - textColumns(cell))
      }.joined(separator: "  ")
    }
  }
}
