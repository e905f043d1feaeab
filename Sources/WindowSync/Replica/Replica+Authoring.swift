import BoardModel

// What an operation says beside its intent.
extension Replica {
  /// - Parameter intent: the intent in the form that the operation will carry.
  func extensions(of intent: Intent) -> Extensions {
    guard let place = intent.place, let first = place.splice.insertions.first,
      var text = copy.readVisible({ $0.text(of: place.field) })
    else { return .none }
    // The window already shows the edits that are on their way to the disk.
    for operation in outgoing.queue.composed.suffix(Self.composedLookedAt) {
      guard let other = operation.intent.place, other.field == place.field else { continue }
      text.apply(other.splice, by: operation.id, leftOf: operation.extensions.leftOf)
    }
    // An edit with a live link is sent at once: the words around it are there when it arrives.
    let context = phase == .live ? nil : text.context(of: place.splice)
    return Extensions(leftOf: text.front(of: first.after, by: identity.session), context: context)
  }

  /// The most composed edits that are looked at: nobody types as many splices while the disk writes
  /// one.
  private static let composedLookedAt = 32
}

extension Intent {
  /// The text that the intent edits, where it does nothing else.
  fileprivate var place: (field: FieldAddress, splice: Splice)? {
    switch self {
    case .cardSplice(let card, let splice): (.cardBody(card), splice)
    case .commentSplice(let card, let id, let splice): (.commentBody(card, id), splice)
    default: nil
    }
  }
}
