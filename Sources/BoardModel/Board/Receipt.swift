/// What a user must be told of an edit of theirs: that it was displaced, superseded or rejected. A
/// receipt stays until the user has seen it, in whichever window.
public struct Receipt: Hashable, Sendable {
  /// The user who is to be told.
  public let user: String
  /// The operation that displaced the user's edit, or the user's own one that had no effect.
  public let cause: Stamp
  /// The number of this receipt among those of one cause, from 0 on.
  public let index: UInt16
  /// The edit that the receipt is about.
  public let mine: OperationID
  public let kind: Kind

  public enum Kind: Hashable, Sendable {
    /// Another operation took the place of the value that `mine` had written.
    case displaced(FieldAddress, value: FieldValue)
    /// The edit had no effect, and a proposal holds its value.
    case superseded(FieldAddress, by: OperationID)
    case rejected(Rejection)
  }

  public init(user: String, cause: Stamp, index: UInt16, mine: OperationID, kind: Kind) {
    self.user = user
    self.cause = cause
    self.index = index
    self.mine = mine
    self.kind = kind
  }

  /// The edit that won; nil where the user's edit was refused.
  public var winner: OperationID? {
    switch kind {
    case .displaced: cause.operation
    case .superseded(_, let other): other
    case .rejected: nil
    }
  }

  /// The card whose field the receipt is about; nil where it is not about one.
  public var card: CardID? {
    switch kind {
    case .displaced(let field, _), .superseded(let field, _): field.card
    case .rejected: nil
    }
  }

  /// The key that tells the receipts of a board apart.
  public var key: Key { Key(user: user, sequence: cause.sequence, index: index) }

  public struct Key: Hashable, Sendable {
    public let user: String
    public let sequence: UInt64
    public let index: UInt16
  }

  func isBefore(_ other: Receipt) -> Bool {
    (cause.sequence, index) < (other.cause.sequence, other.index)
  }
}
