/// What a window says of the person at it (SPEC.md PRS-001). Never part of a board.
public struct PresenceState: Hashable, Sendable {
  /// Whether the window's terminal has the focus, as far as it can know.
  public let isActive: Bool
  /// nil for the board as a whole.
  public let focus: PresenceFocus?

  public init(isActive: Bool, focus: PresenceFocus?) {
    self.isActive = isActive
    self.focus = focus
  }
}

/// What a person looks at or edits. What it names may be gone, or not have come yet.
public enum PresenceFocus: Hashable, Sendable {
  /// Looks at the card.
  case card(CardID)
  /// Edits the field; a text whose caret nobody knows too, as in an editor of the person's own.
  case field(FieldAddress)
  /// Types in the card's body, behind the scalar `caret`; nil for the start of the text.
  case body(CardID, caret: TextIdentity?)
  /// Types in the comment, likewise.
  case comment(CardID, CommentID, caret: TextIdentity?)

  /// The card it is about, if it is about one.
  public var card: CardID? {
    switch self {
    case .card(let card), .body(let card, _), .comment(let card, _, _): card
    case .field(let field): field.card
    }
  }
}
