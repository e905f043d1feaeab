/// Something the programs can say: to a person, in a log, or in an answer to another program that a
/// person may be shown.
struct Sentence: Hashable, Comparable, CustomStringConvertible {
  /// Code that puts a word in stands as `‹…›`.
  let text: String
  let file: String
  let line: Int

  var description: String { "\(file):\(line): \(text)" }

  static func < (left: Sentence, right: Sentence) -> Bool {
    (left.file, left.line, left.text) < (right.file, right.line, right.text)
  }
}

/// The sentences in a file of Swift: the strings of more than one word, those that `+` joins as one.
enum Sentences {
  /// Whose strings reach nobody but those who write other clients.
  static let silent: Set = [
    "CAllocator", "CJemalloc", "COpenSSL", "COpenSSLSetup", "Conformance", "board-conformance",
  ]

  static func found(in file: String, _ source: SwiftTokens) -> [Sentence] {
    let outermost = source.literals.filter { literal in
      !source.literals.contains { $0 != literal && $0.tokens.contains(literal.tokens.upperBound) }
    }
    var joined: [(text: String, line: Int, last: Int)] = []
    for literal in outermost.sorted(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }) {
      if let before = joined.last, literal.tokens.lowerBound == before.last + 2,
        source.tokens[before.last + 1].text == "+"
      {
        joined[joined.count - 1] = (
          before.text + literal.text, before.line, literal.tokens.upperBound
        )
      } else {
        joined.append((literal.text, literal.line, literal.tokens.upperBound))
      }
      // A sentence inside the code of another is said by itself too.
      for inner in source.literals
      where inner != literal && literal.tokens.contains(inner.tokens.upperBound) {
        joined.append((inner.text, inner.line, literal.tokens.upperBound))
      }
    }
    return joined.compactMap { one in
      let text = one.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return isSpoken(text) ? Sentence(text: text, file: file, line: one.line) : nil
    }
  }

  /// Two words or more, and not in the language of the database.
  private static func isSpoken(_ text: String) -> Bool {
    let said = withoutCode(text)
    let words = said.split { !$0.isLetter && $0 != "'" }.filter { $0.count > 1 }
    let statements = [
      "SELECT ", "INSERT ", "UPDATE ", "DELETE FROM", "CREATE ", "PRAGMA ", "DROP ",
    ]
    return words.count > 1 && said.contains(" ") && !statements.contains(where: said.hasPrefix)
  }

  static func withoutCode(_ text: String) -> String {
    var depth = 0
    var result = ""
    for character in text {
      if character == "‹" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == "›", depth > 0 { depth -= 1 }
    }
    return result
  }

  /// Words for those who build the program: nobody who uses it has heard of them.
  private static let internals = [
    "epoch", "epochs", "replica", "replicas", "route", "routes", "session", "sessions",
  ]

  /// - Returns: the words in it that nobody who uses the program should meet.
  static func puzzles(in text: String) -> [String] {
    // A multiplexer has sessions of its own.
    let said = withoutCode(text).lowercased().replacing("tmux session", with: "tmux")
      .replacing("screen session", with: "screen")
    let words = said.split { !$0.isLetter }.map(String.init)
    var found = words.filter(internals.contains)
    if zip(words, words.dropFirst()).contains(where: { $0 == "model" && $1 == "level" }) {
      found.append("model level")
    }
    return found + statements(in: text)
  }

  /// Identifiers of statements of the specification: three capitals, a hyphen, three digits.
  static func statements(in text: String) -> [String] {
    let characters = Array(text)
    return characters.indices.dropLast(6).compactMap { index in
      let part = characters[index..<index + 7]
      let isOne =
        part.prefix(3).allSatisfy { $0.isASCII && $0.isUppercase } && part[index + 3] == "-"
        && part.suffix(3).allSatisfy { $0.isASCII && $0.isNumber }
      return isOne ? String(part) : nil
    }
  }
}
