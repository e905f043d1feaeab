import Windows

/// The user's own program for new windows, as words (`window-command`).
struct WindowCommand: Equatable, Sendable {
  private let words: [String]

  private static let command = "{command...}"
  private static let direction = "{direction}"
  private static let title = "{title}"

  /// - Parameter place: where the text stands, for what a person is told.
  /// - Throws: `misconfigured`.
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
      // Within a word it could stand in a script, which would run a card's title.
      for name in places where word.contains(name) {
        throw refuse("\(name) in “\(word)”: let it be a word of its own")
      }
    }
    guard !places.contains(program) else {
      throw refuse("window-command begins with \(program): begin with a program")
    }
    words = quoted.words
  }

  /// Without a place for it the command goes to the end.
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
  /// As a person's own command is told.
  var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .below: "below"
    case .window: "window"
    }
  }
}
