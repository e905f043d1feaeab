import Foundation

/// Times as an administrator reads them.
enum Times {
  /// - Parameter milliseconds: since 1970.
  /// - Returns: the local time with its offset from UTC, as in `2026-01-31 08:00:00 +0100`; `never`
  ///   for 0.
  static func text(_ milliseconds: UInt64) -> String {
    guard milliseconds > 0 else { return "never" }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    return formatter.string(
      from: Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000))
  }
}

/// Rows in columns that stand below each other.
enum Table {
  static func text(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }.joined(separator: "\n")
  }
}
