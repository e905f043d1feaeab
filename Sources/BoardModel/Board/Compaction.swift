import HashTreeCollections

/// That a text has dropped its deleted scalars. Who edits it without having seen that may name one
/// of them.
public struct Compaction: Hashable, Sendable {
  /// Nobody had written in the text above this sequence number.
  public let horizon: UInt64
  public let stamp: Stamp

  public init(horizon: UInt64, stamp: Stamp) {
    self.horizon = horizon
    self.stamp = stamp
  }
}

extension FieldAddress {
  /// Of a card's body, or of a comment's.
  public static func text(of card: CardID, comment: CommentID?) -> FieldAddress {
    comment.map { .commentBody(card, $0) } ?? .cardBody(card)
  }

  /// The comment whose text this is.
  var comment: CommentID? {
    if case .commentBody(_, let comment) = self { comment } else { nil }
  }
}

extension Board {
  /// Who wrote last in the text at such an address, or made it.
  public func textStamp(of field: FieldAddress) -> Stamp? {
    switch field {
    case .cardBody(let card): cards[card]?.bodyStamp
    case .commentBody(let card, let id): comment(id, on: card)?.bodyStamp
    default: nil
    }
  }

  /// The last time the text was compacted.
  public func compaction(of field: FieldAddress) -> Compaction? { compactions[field] }
}
