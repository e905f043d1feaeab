import Windows

/// The editor a person wants, as words: a program and its first arguments.
struct EditorCommand: Equatable, CustomStringConvertible {
  let words: [String]
  /// Who chose it; nil where nobody did.
  private let variable: String?

  /// As it was chosen, so that a mistake in it can be found.
  var description: String {
    let command = words.joined(separator: " ")
    return variable.map { "\($0) is \(command)" } ?? command
  }

  /// Where nobody chose: the first of these that is there.
  static let usual = ["editor", "nano", "vi"]

  /// From `VISUAL`, else `EDITOR`; nil where neither says anything.
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
