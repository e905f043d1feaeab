/// The lasting name of one operation: the window that made it, that window's epoch then, and a
/// counter that rises by one with each operation of the session, across epochs.
public struct OperationID: Hashable, Sendable, Comparable {
  public let session: SessionID
  public let epoch: UInt32
  /// The number of the operation in its session, from 1 on.
  public let counter: UInt64

  public init(session: SessionID, epoch: UInt32, counter: UInt64) {
    self.session = session
    self.epoch = epoch
    self.counter = counter
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.session, left.epoch, left.counter) < (right.session, right.epoch, right.counter)
  }
}

extension OperationID: CustomStringConvertible {
  public var description: String { "\(session)/\(epoch)/\(counter)" }
}
