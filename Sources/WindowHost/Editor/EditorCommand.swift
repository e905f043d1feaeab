import Windows

/// The editor a person wants, as words: a program and its first arguments.
struct EditorCommand: Equatable {
  let words: [String]

  /// Where nobody chose: the first of these that is there.
  static let usual = ["editor", "nano", "vi"]

  /// From `VISUAL`, else `EDITOR`; nil where neither says anything.
  init?(environment: (String) -> String?) {
    for name in ["VISUAL", "EDITOR"] {
      let words = environment(name).map { QuotedWords($0).words } ?? []
      if !words.isEmpty {
        self.words = words
        return
      }
    }
    return nil
  }

  init(words: [String]) { self.words = words }
}
