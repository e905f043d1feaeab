import BoardModel

// What an operation says beside its intent.
extension Replica {
  /// - Parameter intent: as the operation will carry it.
  func extensions(of intent: Intent) -> Extensions {
    guard let board = visible, let place = intent.place,
      var text = board.text(of: place.field), let first = place.splice.insertions.first
    else { return .none }
    // What is on its way to the disk is shown in the window already.
    for operation in queue.composed.suffix(Self.composedLookedAt) {
      guard let other = operation.intent.place, other.field == place.field else { continue }
      text.apply(other.splice, by: operation.id, leftOf: operation.extensions.leftOf)
    }
    // Who has a link sends at once: the words around are there when it arrives.
    let context = phase == .live ? nil : text.context(of: place.splice)
    return Extensions(leftOf: text.front(of: first.after, by: identity.session), context: context)
  }

  /// Nobody types so many splices while the disk writes one.
  private static let composedLookedAt = 32
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
