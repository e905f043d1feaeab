import HashTreeCollections

/// A comment on a card. Its author is the user who made it.
public struct CardComment: Hashable, Sendable {
  public let id: CommentID
  public let created: Stamp
  public internal(set) var body: Text
  /// The stamp of the body's last splice, or of the comment's creation.
  public internal(set) var bodyStamp: Stamp

  public init(id: CommentID, created: Stamp, body: Text, bodyStamp: Stamp) {
    self.id = id
    self.created = created
    self.body = body
    self.bodyStamp = bodyStamp
  }
}

/// The comments of one card, in the order in which they were made.
struct CommentThread: Hashable, Sendable {
  var order: [CommentID] = []
  var comments: TreeDictionary<CommentID, CardComment> = [:]
}

// How comments are read from a board.
extension Board {
  /// The comments on a card that are not removed, from the oldest to the newest.
  public func comments(on card: CardID) -> [CardComment] {
    thread(of: card).filter { !flag(.commentRemoved(card, $0.id)) }
  }

  /// The comments on a card that were removed.
  public func removedComments(on card: CardID) -> [CardComment] {
    thread(of: card).filter { flag(.commentRemoved(card, $0.id)) }
  }

  private func thread(of card: CardID) -> [CardComment] {
    guard let thread = commentThreads[card] else { return [] }
    return thread.order.compactMap { thread.comments[$0] }
  }

  /// The comment with this identifier, removed or not.
  public func comment(_ id: CommentID, on card: CardID) -> CardComment? {
    commentThreads[card]?.comments[id]
  }

  /// The text at this address, of which operations write parts; nil where there is none.
  public func text(of field: FieldAddress) -> Text? {
    switch field {
    case .cardBody(let card): self.card(card)?.body
    case .commentBody(let card, let id): comment(id, on: card)?.body
    default: nil
    }
  }
}
