/// A text as the words a shell would make of it: with its quotes and backslashes, and nothing
/// expanded.
public struct QuotedWords: Equatable, Sendable {
  public private(set) var words: [String] = []
  /// A quote, or a last backslash, wants more than is there.
  public private(set) var isOpen = false

  public init(_ text: String) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        // Within double quotes a backslash means itself before most characters.
        if quote == "\"", character != "\"", character != "\\" { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    isOpen = quote != nil || isEscaped
  }
}
