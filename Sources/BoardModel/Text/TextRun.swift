/// Neighbouring scalars whose identities follow from the first.
public struct TextRun: Hashable, Sendable {
  public enum Step: UInt8, WireValue, Hashable, Sendable {
    /// The scalars are of one operation, with offsets rising by one.
    case offset = 0
    /// The scalars are of consecutive operations of one session and epoch, one of each, with offset
    /// 0.
    case operation = 1
  }

  public let start: TextIdentity
  /// How the identities follow. A run of one scalar, or with an offset in `start`, has `offset`, so
  /// that each run has one form.
  public let step: Step
  public let scalars: [Unicode.Scalar]
  /// Deleted scalars keep their place, so that what stands right of them still does.
  public let deleted: Bool

  public init(start: TextIdentity, step: Step, scalars: [Unicode.Scalar], deleted: Bool) {
    self.start = start
    self.step = scalars.count > 1 && start.offset == 0 ? step : .offset
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

  /// The index of `identity` in this run; nil where the run does not have it.
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

  public func prefix(_ count: Int) -> TextRun { slice(0..<count) }

  /// The rest of the run after its first `count` scalars; the run must have more.
  public func dropping(_ count: Int) -> TextRun { slice(count..<scalars.count) }

  private func slice(_ part: Range<Int>) -> TextRun {
    TextRun(
      start: identity(at: part.lowerBound), step: step, scalars: Array(scalars[part]),
      deleted: deleted)
  }
}
