import HashTreeCollections

/// The identifiers of the cards and comments that were purged. They stay in use for ever, so that
/// nothing that is made later is taken for what is gone (SPEC.md PRG-008).
public struct Purges: Sendable {
  private var cards: TreeDictionary<CardID, Stamp> = [:]
  /// The sequence number of the last purge of anything; 0 for none.
  public fileprivate(set) var last: UInt64 = 0
  /// The purged comments on cards that are there.
  private var comments: TreeDictionary<CardID, TreeDictionary<CommentID, Stamp>> = [:]

  var cardCount: Int { cards.count }

  func commentCount(on card: CardID) -> Int { comments[card]?.count ?? 0 }

  /// The stamp of the purge; nil where there was none.
  public func stamp(of card: CardID, _ comment: CommentID?) -> Stamp? {
    comment.map { comments[card]?[$0] } ?? cards[card]
  }

  /// Whether neither the thing nor its card was purged.
  func isFree(_ card: CardID, _ comment: CommentID?) -> Bool {
    cards[card] == nil && comment.map { comments[card]?[$0] == nil } ?? (comments[card] == nil)
  }

  /// Those of the comments on one card.
  func comments(on card: CardID) -> [CommentID] {
    (comments[card] ?? [:]).keys.sorted()
  }

  mutating func keep(_ card: CardID, _ comment: CommentID?, _ stamp: Stamp) {
    if let comment {
      comments[card, default: [:]][comment] = stamp
    } else {
      // The card stands for its comments too.
      comments[card] = nil
      cards[card] = stamp
    }
  }

  /// Whether this has each purge of `other`, and what else that has purged: a purge of a text leaves
  /// nothing but its number.
  public func hasAll(of other: Purges) -> Bool {
    guard other.last > 0 else { return true }
    return last == other.last && cards == other.cards && comments == other.comments
  }

  /// In the order of the cards, then of the comments.
  var entities: [Entity] {
    Set(cards.keys).union(comments.keys).sorted().flatMap { card -> [Entity] in
      if let stamp = cards[card] { return [.purged(card, nil, stamp)] }
      return comments(on: card).compactMap { id in
        stamp(of: card, id).map { .purged(card, id, $0) }
      }
    } + (last > 0 ? [.lastPurge(last)] : [])
  }
}

// How purges are read from a board.
extension Board {
  /// Who purged a card, and when; nil where nobody did.
  public func purge(of card: CardID) -> Stamp? { purges.stamp(of: card, nil) }

  /// Who purged a comment, or its card, and when; nil where nobody did.
  public func purge(of comment: CommentID, on card: CardID) -> Stamp? {
    purge(of: card) ?? purges.stamp(of: card, comment)
  }

  /// The sequence number of the last purge of something on the board; 0 where there was none. Who has
  /// the board as it was before may have what was purged.
  public var lastPurge: UInt64 { purges.last }

  mutating func notePurge(at sequence: UInt64) {
    purges.last = sequence
    touch(.lastPurge)
  }

  mutating func keepPurged(_ card: CardID, _ comment: CommentID?, _ stamp: Stamp) {
    for comment in comment == nil ? purges.comments(on: card) : [] {
      touch(.purged(card, comment))
    }
    purges.keep(card, comment, stamp)
    touch(.purged(card, comment))
  }
}
