import BoardModel
import Screen
import WindowSync

/// Another window at the board, as this one shows it.
struct RemoteWindow: Equatable, Sendable {
  let session: SessionID
  let user: String
  /// Whether the window belongs to the same person, at another terminal.
  let isOwn: Bool
  /// The colour of the window's person, one of the terminal's sixteen.
  let colour: UInt8
  let isActive: Bool
  let focus: PresenceFocus?
  /// The last place of its caret that the board's text knew. The caret is shown there until the
  /// text that was typed at its present place arrives.
  let earlier: PresenceFocus?

  /// - Parameters:
  ///   - board: the board that this window shows.
  ///   - previous: the same window as it was shown before.
  init(
    _ other: OtherWindow, isOwn: Bool, colour: UInt8, on board: Board?, previous: RemoteWindow?
  ) {
    session = other.session
    // Longer names do not occur: no certificate holds one.
    user = String(other.author.user.prefix(64))
    self.isOwn = isOwn
    self.colour = colour
    isActive = other.state.isActive
    focus = other.state.focus
    earlier =
      previous.flatMap { $0.focus?.card == other.state.focus?.card ? $0.place(on: board) : nil }
  }

  var card: CardID? { focus?.card }

  var initials: String { CardChips.initials(user) }

  /// The number of visible scalars of the card's body before the caret; nil if it is not in there.
  func caret(in text: Text, of card: CardID) -> Int? {
    guard case .body(card, let caret) = focus else { return nil }
    guard let caret else { return 0 }
    if let position = text.position(rightOf: caret) { return position }
    guard case .body(card, let before) = earlier else { return nil }
    return before.map { text.position(rightOf: $0) } ?? 0
  }

  /// The newest place of the caret that the board's text knows.
  private func place(on board: Board?) -> PresenceFocus? {
    guard case .body(let card, let caret?) = focus else { return focus }
    return board?.card(card)?.body.contains(caret) == true ? focus : earlier
  }

  // MARK: Words

  /// The subject of a phrase about an open card, such as `ben types here`. `deed` is the rest.
  var name: String { isOwn ? "you" : user }

  var deed: String {
    let place = isOwn ? " elsewhere" : ""
    return (isOwn ? RemoteWindow.plural(verb) : verb) + object + place + (isActive ? "" : " (away)")
  }

  private var verb: String {
    switch focus {
    case .card, nil: "looks"
    case .field: "edits"
    case .body, .comment: "types"
    }
  }

  private static func plural(_ verb: String) -> String { String(verb.dropLast()) }

  private var object: String {
    switch focus {
    case .card, nil: ""
    case .body: isOwn ? "" : " here"
    case .comment, .field(.commentBody), .field(.commentRemoved): " a comment"
    case .field(.cardTitle): " the title"
    case .field(.cardBody): " the text"
    case .field(.cardDue): " the due date"
    case .field(.cardPriority): " the priority"
    case .field(.itemText), .field(.itemDone), .field(.itemPlace), .field(.itemRemoved):
      " the checklist"
    case .field: ""
    }
  }

  /// The order of windows at a card: those that concern its reader most have the lowest ranks.
  var rank: Int {
    let deed =
      switch focus {
      case .body: 0
      case .comment, .field: 1
      case .card, nil: 2
      }
    return deed + (isActive ? 0 : 3)
  }
}
