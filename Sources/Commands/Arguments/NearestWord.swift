/// Finds the word that somebody who mistyped one most likely meant.
enum NearestWord {
  /// How many letters may be wrong. It is fewer for a short word, or everything would be near it.
  private static func allowed(_ word: String) -> Int { word.count < 5 ? 1 : 2 }

  /// - Returns: the word that differs in the fewest letters, the first of several; nil if even that
  ///   one differs in too many.
  static func find(_ word: String, among words: [String]) -> String? {
    let near = words.map { ($0, distance(Array(word.lowercased()), Array($0))) }
    guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= allowed(word) else { return nil }
    return best.0
  }

  /// How many letters have to be inserted, removed, changed or swapped with the next one.
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
