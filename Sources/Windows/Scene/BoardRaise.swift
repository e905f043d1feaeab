import Screen

/// Whether the board is raised to the level that an edit needs.
enum BoardRaise: Equatable, Sendable {
  case unneeded
  /// The person is asked. `input` asked for the edit and is handled again once the person agrees; it
  /// is nil for an edit that no input asked for.
  case asked(by: Input?)
  /// The person agreed: the next such edit raises the board.
  case agreed

  enum Event: Equatable, Sendable {
    /// An edit needs a higher level than the board has.
    case needed
    /// The input during which the question came up has been handled.
    case handled(Input)
    case answered(yes: Bool)
    /// The board has the newest level.
    case raised
    case otherBoard
  }

  /// - Returns: the input that is to be handled again.
  mutating func handle(_ event: Event) -> Input? {
    let (next, input) = BoardRaise.transition(self, event)
    self = next
    return input
  }

  private static func transition(_ state: BoardRaise, _ event: Event) -> (BoardRaise, Input?) {
    switch (state, event) {
    case (_, .otherBoard): (.unneeded, nil)
    case (.unneeded, .needed): (.asked(by: nil), nil)
    case (.unneeded, _): (.unneeded, nil)
    case (.asked(by: nil), .handled(let input)): (.asked(by: input), nil)
    case (.asked(let input), .answered(yes: true)): (.agreed, input)
    case (.asked, .answered(yes: false)), (.asked, .raised): (.unneeded, nil)
    case (.asked, .needed), (.asked, .handled): (state, nil)
    case (.agreed, _): (.agreed, nil)
    }
  }

  /// Whether the person is asked and has not answered.
  var isAsking: Bool {
    if case .asked = self { true } else { false }
  }

  static let question =
    "An older program made this board. Upgrade it? Older programs cannot open it then. y/n"
}
