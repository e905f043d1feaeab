/// The lasting name of one scalar of a text: the operation that typed it and its offset there.
public struct TextIdentity: Hashable, Sendable {
  public let operation: OperationID
  public let offset: UInt32

  public init(operation: OperationID, offset: UInt32) {
    self.operation = operation
    self.offset = offset
  }

  /// The identity `distance` scalars further, within the operation.
  public func advanced(by distance: Int) -> TextIdentity {
    TextIdentity(operation: operation, offset: offset &+ UInt32(truncatingIfNeeded: distance))
  }
}

/// A range of `count` scalars of one operation, from `start` on by offset; they need not be
/// neighbours.
public struct TextRange: Hashable, Sendable {
  public let start: TextIdentity
  public let count: UInt32

  public init(start: TextIdentity, count: UInt32) {
    self.start = start
    self.count = count
  }

  public func contains(_ identity: TextIdentity) -> Bool {
    identity.operation == start.operation && identity.offset >= start.offset
      && identity.offset - start.offset < count
  }
}
