/// What a window says of the person at it (SPEC.md PRS-001). It is never part of a board.
public struct PresenceState: Hashable, Sendable {
  /// Whether the window's terminal has the focus, as far as it can know.
  public let isActive: Bool
  /// What the person looks at or edits; nil for the board as a whole.
  public let focus: PresenceFocus?

  public init(isActive: Bool, focus: PresenceFocus?) {
    self.isActive = isActive
    self.focus = focus
  }
}

/// What a person looks at or edits. The thing it names may be gone, or not have arrived yet.
public enum PresenceFocus: Hashable, Sendable {
  /// The person looks at the card.
  case card(CardID)
  /// The person edits the field, or a text whose caret is unknown, as in an editor of their own.
  case field(FieldAddress)
  /// The person types in the card's body, behind the scalar `caret`; nil for the start of the text.
  case body(CardID, caret: TextIdentity?)
  /// The person types in the comment, behind the scalar `caret`; nil for the start of the text.
  case comment(CardID, CommentID, caret: TextIdentity?)

  /// The card that the focus is on, or whose field it is on; nil if there is none.
  public var card: CardID? {
    switch self {
    case .card(let card), .body(let card, _), .comment(let card, _, _): card
    case .field(let field): field.card
    }
  }
}
