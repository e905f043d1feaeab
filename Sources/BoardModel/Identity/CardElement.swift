/// What can be attached to a card. Each element is decided by itself: additions of two both hold.
public enum CardElement: Hashable, Sendable {
  case label(LabelID)
  /// The name of a user (SPEC.md TLS-013).
  case assignee(String)
  /// A card of the same board that blocks it, as long as that is not archived.
  case blocker(CardID)

  public func address(on card: CardID) -> FieldAddress {
    switch self {
    case .label(let id): .cardLabel(card, id)
    case .assignee(let user): .cardAssignee(card, user: user)
    case .blocker(let id): .cardBlocker(card, blocker: id)
    }
  }
}
