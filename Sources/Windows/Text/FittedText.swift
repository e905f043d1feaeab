import Screen

/// Sentences that are fitted into a few lines of the screen. Where there is no room, the titles and
/// paths that they name are cut in the middle: what is said of them is what a person has to read.
enum FittedText {
  /// - Parameter suffix: the text that follows, which is not shortened.
  /// - Returns: one to `rows` lines, none wider than `columns`.
  static func lines(
    _ text: String, suffix: String = "", columns: Int, rows: Int
  ) -> [String] {
    let columns = max(1, columns)
    let text = String(text.map { $0.isNewline ? " " : $0 })
    for limit in [Int.max] + limits {
      let lines = wrapped(shortened(text, namesTo: limit) + suffix, columns)
      if lines.count <= rows { return lines }
    }
    // A text from a peer may be of any length, without a name in it.
    let least = shortened(text, namesTo: limits[limits.count - 1])
    var room = max(1, columns * rows - suffix.unicodeScalars.count)
    while room > 1 {
      let lines = wrapped(shortened(least, to: room) + suffix, columns)
      if lines.count <= rows { return lines }
      room -= max(1, room / 16)
    }
    return [truncated(text, toColumns: columns)]
  }

  /// The text cut to so many scalars, the names in it first.
  static func bounded(_ text: String, toScalars most: Int) -> String {
    for limit in [Int.max] + limits {
      let shorter = shortened(text, namesTo: limit)
      if shorter.unicodeScalars.count <= most { return shorter }
    }
    return shortened(shortened(text, namesTo: limits[limits.count - 1]), to: most)
  }

  /// The scalars to which a name is cut, tried from the longest. The last still tells most names
  /// apart.
  private static let limits = [120, 60, 40, 24, 16]

  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    WrappedText(text, columns: columns).lines.map(\.text.trimmed)
  }

  private static func shortened(_ text: String, namesTo limit: Int) -> String {
    var result = ""
    var rest = Substring(text)
    while let first = rest.first {
      if first == "“", let end = rest.firstIndex(of: "”") {
        result += "“" + shortened(String(rest[..<end].dropFirst()), to: limit) + "”"
        rest = rest[rest.index(after: end)...]
      } else if first == " " {
        result.append(first)
        rest.removeFirst()
      } else {
        let word = rest.prefix { $0 != " " && $0 != "“" }
        let length = max(1, word.count)
        let isPath = word.contains("/")
        result += isPath ? shortened(String(word), to: limit) : String(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
    }
    return result
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count > limit else { return text }
    let head = max(0, limit - 1) / 2
    let tail = max(0, limit - 1 - head)
    return String(String.UnicodeScalarView(scalars.prefix(head))) + "…"
      + String(String.UnicodeScalarView(scalars.suffix(tail)))
  }
}
