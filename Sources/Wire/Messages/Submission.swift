public import BoardModel

/// Submits one operation of the attached session. Answered by OUTCOME once it is durable.
public struct Submit: Hashable, Sendable {
  public let operation: Operation
  public let extensions: Extensions

  public init(operation: Operation, extensions: Extensions = .none) {
    self.operation = operation
    self.extensions = extensions
  }
}

/// Acknowledges an operation: it is durable, and this is its outcome.
public struct OutcomeMessage: Hashable, Sendable {
  public let stored: StoredOutcome
  public let extensions: Extensions

  public init(stored: StoredOutcome, extensions: Extensions = .none) {
    self.stored = stored
    self.extensions = extensions
  }
}

/// Operations of the attached board in order, without gaps.
public struct Committed: Hashable, Sendable {
  public let operations: [CommittedOperation]
  public let extensions: Extensions

  public init(operations: [CommittedOperation], extensions: Extensions = .none) {
    self.operations = operations
    self.extensions = extensions
  }
}

/// Tells the coordinator what the window has, so that it need not keep those outcomes any longer.
public struct Acknowledge: Hashable, Sendable {
  /// The sequence number of the board's last operation that the window has applied.
  public let sequence: UInt64
  /// The last counter of the window's own operations whose outcome it has on disk.
  public let counter: UInt64
  public let extensions: Extensions

  public init(sequence: UInt64, counter: UInt64, extensions: Extensions = .none) {
    self.sequence = sequence
    self.counter = counter
    self.extensions = extensions
  }
}

extension Submit: MessageBody {
  public static let type = FrameType(rawValue: 0x001A)
  public static let layout = WireLayout(
    Submit.init, WireField(\.operation), WireField(\.extensions))
}

extension OutcomeMessage: MessageBody {
  public static let type = FrameType(rawValue: 0x001B)
  public static let layout = WireLayout(
    OutcomeMessage.init, WireField(\.stored), WireField(\.extensions))
}

extension Committed: MessageBody {
  public static let type = FrameType(rawValue: 0x0020)
  public static let layout = WireLayout(
    Committed.init, WireField(\.operations), WireField(\.extensions))
}

extension Acknowledge: MessageBody {
  public static let type = FrameType(rawValue: 0x0021)
  public static let layout = WireLayout(
    Acknowledge.init, WireField(\.sequence), WireField(\.counter), WireField(\.extensions))
}

extension ByteReader {
  /// Reads a count and that many operations, which is also the form of a group in the log.
  public mutating func committedList() throws(MalformedBytes) -> [CommittedOperation] {
    try value()
  }
}
