/// The editor a person wants, as words: a program and its first arguments.
struct EditorCommand: Equatable {
  let words: [String]

  /// Where nobody chose: the first of these that is there.
  static let usual = ["editor", "nano", "vi"]

  /// From `VISUAL`, else `EDITOR`; nil where neither says anything.
  init?(environment: (String) -> String?) {
    for name in ["VISUAL", "EDITOR"] {
      let words = environment(name).map(EditorCommand.split) ?? []
      if !words.isEmpty {
        self.words = words
        return
      }
    }
    return nil
  }

  init(words: [String]) { self.words = words }

  /// Splits as a shell does, with its quotes and backslashes, and expands nothing.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
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
    return words
  }
}
