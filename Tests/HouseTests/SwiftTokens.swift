/// What a line of Swift holds, without its comments and the text of its strings.
///
/// Just enough of the language to find words and postfix operators: names, numbers and single
/// punctuation characters. Code inside `\(…)` of a string counts as code.
struct SwiftTokens {
  struct Token: Equatable {
    let text: String
    let line: Int
    /// Nothing stands between it and the token before.
    let touchesPrevious: Bool
    /// Nothing, not even a new line, stands between it and the token behind it.
    var touchesNext = false
  }

  /// A string, as it stands between its quotation marks.
  struct Literal: Equatable {
    /// What it says; code inside `\(…)` stands as `‹…›`, whatever else is escaped as a space.
    let text: String
    /// The line it begins in.
    let line: Int
    /// The indexes of its tokens: those of the code inside it, and last its own.
    let tokens: ClosedRange<Int>
  }

  private(set) var tokens: [Token] = []
  /// The text of each comment, with the line it begins in.
  private(set) var comments: [Token] = []
  /// The strings, in the order in which they end.
  private(set) var literals: [Literal] = []
  private let source: [Character]
  private var position = 0
  private var line = 1
  private var end = -1

  init(_ text: String) {
    source = Array(text)
    readCode(untilParenthesis: false)
  }

  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while let character = peek() {
      if character == "/", peek(1) == "/" || peek(1) == "*" {
        readComment()
      } else if character == "\"" || character == "#", let hashes = hashesOfString() {
        readString(hashes: hashes)
      } else if character.isLetter || character.isNumber || character == "_" {
        let start = position
        while let next = peek(), next.isLetter || next.isNumber || next == "_" { position += 1 }
        add(String(source[start..<position]), from: start)
      } else if character.isNewline {
        line += 1
        position += 1
      } else if character.isWhitespace {
        position += 1
      } else {
        if character == "(" { depth += 1 }
        if character == ")" {
          if untilParenthesis, depth == 0 {
            position += 1
            return
          }
          depth -= 1
        }
        position += 1
        add(String(character), from: position - 1)
      }
    }
  }

  private mutating func add(_ text: String, from start: Int) {
    let touches = start == end
    if touches, !tokens.isEmpty { tokens[tokens.count - 1].touchesNext = true }
    tokens.append(Token(text: text, line: line, touchesPrevious: touches))
    end = position
  }

  private mutating func readComment() {
    let start = position
    let first = line
    if peek(1) == "/" {
      while let next = peek(), !next.isNewline { position += 1 }
    } else {
      var depth = 0
      repeat {
        if peek() == "/", peek(1) == "*" {
          depth += 1
          position += 2
        } else if peek() == "*", peek(1) == "/" {
          depth -= 1
          position += 2
        } else {
          if peek()?.isNewline == true { line += 1 }
          position += 1
        }
      } while depth > 0 && peek() != nil
    }
    let text = String(source[start..<min(position, source.count)])
    comments.append(Token(text: text, line: first, touchesPrevious: false))
  }

  /// How many `#` stand before the quotation mark here, or nil if no string begins here.
  private func hashesOfString() -> Int? {
    var count = 0
    while peek(count) == "#" { count += 1 }
    return peek(count) == "\"" ? count : nil
  }

  private mutating func readString(hashes: Int) {
    position += hashes
    let quotes = peek(1) == "\"" && peek(2) == "\"" ? 3 : 1
    position += quotes
    // A string stands where a value does: what follows may be a postfix operator.
    let start = position - quotes
    let (firstLine, firstToken) = (line, tokens.count)
    var text = ""
    while let character = peek() {
      if character == "\\", (1...max(hashes, 1)).allSatisfy({ hashes == 0 || peek($0) == "#" }) {
        position += 1 + hashes
        if peek() == "(" {
          position += 1
          let code = position
          readCode(untilParenthesis: true)
          text += "‹" + String(source[code..<max(code, position - 1)]) + "›"
        } else {
          if peek()?.isNewline == true { line += 1 }
          text += peek() == "\"" ? "\"" : " "
          position += 1
        }
      } else if isEnd(quotes: quotes, hashes: hashes) {
        position += quotes + hashes
        break
      } else {
        if character.isNewline { line += 1 }
        text.append(character.isNewline ? " " : character)
        position += 1
      }
    }
    tokens.append(Token(text: "\"\"", line: line, touchesPrevious: start == end))
    literals.append(
      Literal(text: text, line: firstLine, tokens: firstToken...(tokens.count - 1)))
    end = position
  }

  private func isEnd(quotes: Int, hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == "\"" }
      && (0..<hashes).allSatisfy { peek(quotes + $0) == "#" }
  }

  private func peek(_ distance: Int = 0) -> Character? {
    let index = position + distance
    return index < source.count ? source[index] : nil
  }
}
