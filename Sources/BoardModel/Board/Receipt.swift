/// What a user must be told of an edit of theirs: that it was displaced, superseded or rejected.
/// It stays until the user has seen it, in whichever window.
public struct Receipt: Hashable, Sendable {
  /// To whom.
  public let user: String
  /// The operation that did it: the one that displaced theirs, or their own that had no effect.
  public let cause: Stamp
  /// Of the receipts of one cause from 0 on.
  public let index: UInt16
  /// The edit it is about.
  public let mine: OperationID
  public let kind: Kind

  public enum Kind: Hashable, Sendable {
    /// `value` is what `mine` had written.
    case displaced(FieldAddress, value: FieldValue)
    /// A proposal holds the value.
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

  /// The edit that won; nil where the edit it is about was refused.
  public var winner: OperationID? {
    switch kind {
    case .displaced: cause.operation
    case .superseded(_, let other): other
    case .rejected: nil
    }
  }

  /// The card it is about, if it is about a field of one.
  public var card: CardID? {
    switch kind {
    case .displaced(let field, _), .superseded(let field, _): field.card
    case .rejected: nil
    }
  }

  /// What tells the receipts of a board apart.
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
