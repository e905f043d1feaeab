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
  public static let type = FrameType.submit

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    operation = try reader.operation()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.operation(operation)
    writer.extensions(extensions)
  }
}

extension OutcomeMessage: MessageBody {
  public static let type = FrameType.outcome

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    stored = try reader.storedOutcome()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.storedOutcome(stored)
    writer.extensions(extensions)
  }
}

extension Committed: MessageBody {
  public static let type = FrameType.committed

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    operations = try reader.committedList()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.list(operations) { $0.committed($1) }
    writer.extensions(extensions)
  }
}

extension ByteReader {
  /// Reads a count and that many operations, which is also the form of a group in the log.
  public mutating func committedList() throws(MalformedBytes) -> [CommittedOperation] {
    try list(minimum: 65) { (reader) throws(MalformedBytes) in try reader.committed() }
  }
}

extension Acknowledge: MessageBody {
  public static let type = FrameType.acknowledge

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    sequence = try reader.uint64()
    counter = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(sequence)
    writer.uint64(counter)
    writer.extensions(extensions)
  }
}
