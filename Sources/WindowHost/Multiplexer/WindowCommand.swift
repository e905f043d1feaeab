import Windows

/// The user's own command for new windows (`window-command`), as words.
struct WindowCommand: Equatable, Sendable {
  private let words: [String]

  private static let command = "{command...}"
  private static let direction = "{direction}"
  private static let title = "{title}"

  /// - Parameter place: where the setting is written, for the error's text.
  /// - Throws: `misconfigured` if the words are not a command.
  init(_ text: String, at place: String) throws(OpeningFailure) {
    let quoted = QuotedWords(text)
    func refuse(_ what: String) -> OpeningFailure { .misconfigured("\(place): \(what)") }
    guard !quoted.isOpen else {
      throw refuse("a quote or a backslash of window-command has no end: close it")
    }
    guard let program = quoted.words.first, !program.isEmpty else {
      throw refuse("window-command names no program: write its words, or take the line out")
    }
    let places = [WindowCommand.command, WindowCommand.direction, WindowCommand.title]
    for word in quoted.words where !places.contains(word) {
      // Inside a word it could be part of a script, which would then run a card's title.
      for name in places where word.contains(name) {
        throw refuse("\(name) in “\(word)”: let it be a word of its own")
      }
    }
    guard !places.contains(program) else {
      throw refuse("window-command begins with \(program): begin with a program")
    }
    words = quoted.words
  }

  /// The step that runs the user's command for a window. If it does not contain `{command...}`, the
  /// window's command is put at its end.
  func opening(_ command: [String], _ placement: Placement, title: String) -> Step {
    let whole = words.contains(WindowCommand.command) ? words : words + [WindowCommand.command]
    return Step(
      whole.flatMap { word in
        switch word {
        case WindowCommand.command: command
        case WindowCommand.direction: [placement.word]
        case WindowCommand.title: [title]
        default: [word]
        }
      }
    ).with { $0.lasts = true }
  }
}

extension Placement {
  /// The value of `{direction}` in the user's command.
  var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .below: "below"
    case .window: "window"
    }
  }
}
