import Windows

/// The command of the editor that a person wants, as words: a program and its first arguments.
struct EditorCommand: Equatable, CustomStringConvertible {
  let words: [String]
  /// The environment variable that names the command; nil if none does.
  private let variable: String?

  /// The command with the variable that names it, so that a person can find a mistake in it.
  var description: String {
    let command = words.joined(separator: " ")
    return variable.map { "\($0) is \(command)" } ?? command
  }

  /// The programs to try in this order if no variable names an editor; the first that exists is
  /// run.
  static let usual = ["editor", "nano", "vi"]

  /// Reads `VISUAL`, or else `EDITOR`; nil if neither holds a word.
  init?(environment: (String) -> String?) {
    for name in ["VISUAL", "EDITOR"] {
      let words = environment(name).map { QuotedWords($0).words } ?? []
      if !words.isEmpty {
        (self.words, variable) = (words, name)
        return
      }
    }
    return nil
  }

  init(words: [String]) { (self.words, variable) = (words, nil) }
}
