import HashTreeCollections

/// The record that a text has dropped its deleted scalars. An edit by someone who had not seen that
/// may name one of them.
public struct Compaction: Hashable, Sendable {
  /// The sequence number above which nobody had written in the text.
  public let horizon: UInt64
  public let stamp: Stamp
  /// The sequence number of the last purge of what the text held before; 0 for none.
  public let purge: UInt64

  public init(horizon: UInt64, stamp: Stamp, purge: UInt64) {
    self.horizon = horizon
    self.stamp = stamp
    self.purge = purge
  }
}

extension FieldAddress {
  /// The address of a card's body, or of a comment's.
  public static func text(of card: CardID, comment: CommentID?) -> FieldAddress {
    comment.map { .commentBody(card, $0) } ?? .cardBody(card)
  }

  /// The comment whose text this is.
  public var comment: CommentID? {
    if case .commentBody(_, let comment) = self { comment } else { nil }
  }
}

extension Board {
  /// The stamp of the last write in the text at such an address, or of its creation.
  public func textStamp(of field: FieldAddress) -> Stamp? {
    switch field {
    case .cardBody(let card): cards[card]?.bodyStamp
    case .commentBody(let card, let id): comment(id, on: card)?.bodyStamp
    default: nil
    }
  }

  /// The last compaction of the text; nil if there was none.
  public func compaction(of field: FieldAddress) -> Compaction? { compactions[field] }
}
