import Wording

/// The words that a shell would make of a text: quotes and backslashes count, nothing is expanded.
public struct QuotedWords: Equatable, Sendable {
  public private(set) var words: [String] = []
  /// Whether a quote is not closed, or a backslash ends the text.
  public private(set) var isOpen = false

  public init(_ text: String) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        // Within double quotes, a backslash stands for itself before most characters.
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
