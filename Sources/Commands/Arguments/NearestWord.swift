/// What somebody who mistyped a word most likely meant.
enum NearestWord {
  /// Letters that may be wrong: of a short word fewer, or everything would be near it.
  private static func allowed(_ word: String) -> Int { word.count < 5 ? 1 : 2 }

  /// - Returns: the word with the fewest letters that differ, the first of several; nil where too
  ///   many do.
  static func find(_ word: String, among words: [String]) -> String? {
    let near = words.map { ($0, distance(Array(word.lowercased()), Array($0))) }
    guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= allowed(word) else { return nil }
    return best.0
  }

  /// How many letters have to be put in, taken out, changed or exchanged with the next.
  private static func distance(_ from: [Character], _ to: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...to.count)
    for (row, letter) in from.enumerated() {
      var line = [row + 1]
      for (column, other) in to.enumerated() {
        var least = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, letter == to[column - 1], from[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[to.count]
  }
}
