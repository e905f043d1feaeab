import HashTreeCollections

/// One entry of a card's checklist, as it is now. A removed one keeps its place.
public struct ChecklistItem: Hashable, Sendable {
  public let id: ItemID
  public let created: Stamp
  public let text: Field<String>
  public let done: Bool
  public let removed: Bool
}

/// A comment on a card. Its author is the user who made it.
public struct CardComment: Hashable, Sendable {
  public let id: CommentID
  public let created: Stamp
  public internal(set) var body: Text
  /// The last splice of the body, or the creation.
  public internal(set) var bodyStamp: Stamp

  public init(id: CommentID, created: Stamp, body: Text, bodyStamp: Stamp) {
    self.id = id
    self.created = created
    self.body = body
    self.bodyStamp = bodyStamp
  }
}

/// A label of the board.
public struct Label: Hashable, Sendable {
  public let id: LabelID
  public let name: Field<String>
  /// 0 to 15.
  public let colour: UInt8
  public let removed: Bool
}

/// The items of one card, in their order.
struct Checklist: Hashable, Sendable {
  var order: [ItemID] = []
  var created: TreeDictionary<ItemID, Stamp> = [:]
}

/// The comments of one card, in the order in which they were made.
struct CommentThread: Hashable, Sendable {
  var order: [CommentID] = []
  var comments: TreeDictionary<CommentID, CardComment> = [:]
}
