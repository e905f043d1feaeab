import BoardModel

// What an operation says beside its intent, where the board's level knows it.
extension Replica {
  /// - Parameter intent: as the operation will carry it.
  func extensions(of intent: Intent) -> Extensions {
    guard let board = visible, board.level > 1, let place = intent.place,
      var text = board.text(of: place.field), let first = place.splice.insertions.first
    else { return .none }
    // What is on its way to the disk is shown in the window already.
    for operation in queue.composed.suffix(Self.composedLookedAt) {
      guard let other = operation.intent.place, other.field == place.field else { continue }
      text.apply(other.splice, by: operation.id, leftOf: operation.extensions.leftOf)
    }
    return Extensions(leftOf: text.front(of: first.after, by: identity.session))
  }

  /// Nobody types so many splices while the disk writes one.
  private static let composedLookedAt = 32
}

extension Board {
  /// The text that is at a field's address.
  func text(of field: FieldAddress) -> Text? {
    switch field {
    case .cardBody(let card): self.card(card)?.body
    case .commentBody(let card, let id): comment(id, on: card)?.body
    default: nil
    }
  }
}

extension Intent {
  /// The text that it edits, where it does nothing else.
  fileprivate var place: (field: FieldAddress, splice: Splice)? {
    switch self {
    case .cardSplice(let card, let splice): (.cardBody(card), splice)
    case .commentSplice(let card, let id, let splice): (.commentBody(card, id), splice)
    default: nil
    }
  }
}
