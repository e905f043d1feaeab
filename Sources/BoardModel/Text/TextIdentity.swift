/// Names one scalar of a text for ever: the operation that typed it and its offset there.
public struct TextIdentity: Hashable, Sendable {
  public let operation: OperationID
  public let offset: UInt32

  public init(operation: OperationID, offset: UInt32) {
    self.operation = operation
    self.offset = offset
  }

  /// The identity `distance` further, within the operation.
  public func advanced(by distance: Int) -> TextIdentity {
    TextIdentity(operation: operation, offset: offset &+ UInt32(truncatingIfNeeded: distance))
  }
}

/// `count` scalars of one operation, from `start` on by offset; they need not stand together.
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

/// Scalars that stand together and whose identities follow from the first.
public struct TextRun: Hashable, Sendable {
  public enum Step: UInt8, Hashable, Sendable {
    /// One operation, offsets rising by one.
    case offset = 0
    /// One scalar of each of consecutive operations of one session and epoch, offset 0.
    case operation = 1
  }

  public var start: TextIdentity
  public var step: Step
  public var scalars: [Unicode.Scalar]
  /// Deleted scalars keep their place, so that what stands right of them still does.
  public var deleted: Bool

  public init(start: TextIdentity, step: Step, scalars: [Unicode.Scalar], deleted: Bool) {
    self.start = start
    self.step = step
    self.scalars = scalars
    self.deleted = deleted
  }

  public func identity(at index: Int) -> TextIdentity {
    switch step {
    case .offset:
      return start.advanced(by: index)
    case .operation:
      let first = start.operation
      let id = OperationID(
        session: first.session, epoch: first.epoch,
        counter: first.counter &+ UInt64(truncatingIfNeeded: index))
      return TextIdentity(operation: id, offset: start.offset)
    }
  }

  /// Where `identity` stands in this run.
  public func index(of identity: TextIdentity) -> Int? {
    let first = start.operation
    switch step {
    case .offset:
      guard identity.operation == first, identity.offset >= start.offset else { return nil }
      let distance = Int(identity.offset - start.offset)
      return distance < scalars.count ? distance : nil
    case .operation:
      guard identity.offset == start.offset, identity.operation.session == first.session,
        identity.operation.epoch == first.epoch, identity.operation.counter >= first.counter
      else { return nil }
      let distance = identity.operation.counter - first.counter
      return distance < UInt64(scalars.count) ? Int(distance) : nil
    }
  }

  /// Makes `next` part of this run if its identities continue this run's.
  mutating func absorb(_ next: TextRun) -> Bool {
    guard deleted == next.deleted else { return false }
    for candidate in [Step.offset, .operation] {
      guard scalars.count == 1 || step == candidate,
        next.scalars.count == 1 || next.step == candidate
      else { continue }
      let joined = TextRun(start: start, step: candidate, scalars: scalars, deleted: deleted)
      guard joined.identity(at: scalars.count) == next.start,
        candidate == .offset || start.offset == 0
      else { continue }
      step = candidate
      scalars.append(contentsOf: next.scalars)
      return true
    }
    return false
  }
}
