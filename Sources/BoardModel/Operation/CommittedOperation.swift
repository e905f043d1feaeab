/// What stands at one place of a board's order, as it is stored, committed and served.
public struct CommittedOperation: Hashable, Sendable {
  /// The place in the board's order, which starts at 1 and has no gaps.
  public let sequence: UInt64
  /// The time in milliseconds since 1970, by the coordinator's clock; never lower than its
  /// predecessor's.
  public let time: UInt64
  public let author: Author
  public let content: CommittedContent

  public init(sequence: UInt64, time: UInt64, author: Author, content: CommittedContent) {
    self.sequence = sequence
    self.time = time
    self.author = author
    self.content = content
  }

  /// - Parameter outcome: the outcome of the coordinator's `apply`.
  public init(
    sequence: UInt64, time: UInt64, author: Author, operation: Operation, outcome: Outcome
  ) {
    self.init(
      sequence: sequence, time: time, author: author, content: CommittedContent(operation, outcome))
  }

  public var id: OperationID {
    switch content {
    case .applied(let operation, _, _), .merged(let operation, _), .superseded(let operation, _, _):
      operation.id
    case .rejected(let rejected): rejected.id
    case .purged(let purged): purged.id
    }
  }

  /// The operation, or what a purge left of it; nil where it was rejected, or nothing is left.
  public var operation: Operation? {
    switch content {
    case .applied(let operation, _, _), .merged(let operation, _), .superseded(let operation, _, _):
      operation
    case .rejected: nil
    case .purged(let purged): purged.rest
    }
  }

  /// Whether a purge took away what it did, or a part of that.
  public var isPurged: Bool { if case .purged = content { true } else { false } }

  /// The outcome of the coordinator's `apply`. A replica with another outcome has diverged.
  public var outcome: Outcome {
    switch content {
    case .applied(_, let displaced, let notes): .applied(displaced: displaced, notes: notes)
    case .merged(_, let notes): .merged(notes: notes)
    case .superseded(_, let winner, let field): .superseded(by: winner, field: field)
    case .rejected(let rejected): .rejected(rejected.rejection)
    case .purged(let purged): purged.outcome
    }
  }

  /// The SHA-256 of the operation's bytes (32 bytes); nil where something was purged from it, as one
  /// who knows the rest of it would find a short word by trying (`PurgedOperation.hash` is another).
  public var hash: [UInt8]? {
    switch content {
    case .applied(let operation, _, _), .merged(let operation, _), .superseded(let operation, _, _):
      operation.hash
    case .rejected(let rejected): rejected.hash
    case .purged: nil
    }
  }

  public var stamp: Stamp {
    Stamp(operation: id, sequence: sequence, time: time, author: author)
  }

  /// Whether this is what became of `operation`, and not of another with its identifier, which nobody
  /// can tell any longer behind a purge.
  public func decides(_ operation: Operation) -> Bool {
    switch content {
    case .applied(let own, _, _), .merged(let own, _), .superseded(let own, _, _):
      own == operation || own.marked == operation.marked
    case .rejected(let rejected): id == operation.id && rejected.hash == operation.hash
    case .purged: id == operation.id
    }
  }
}

/// An operation with its outcome, or what is kept of one that was rejected or purged. What is rare
/// stands apart, so that the rest stays small.
public enum CommittedContent: Hashable, Sendable {
  case applied(Operation, displaced: [OperationID], notes: [Note])
  case merged(Operation, notes: [Note])
  indirect case superseded(Operation, by: OperationID, field: FieldAddress)
  indirect case rejected(RejectedOperation)
  /// What it did is on every board, but nobody can find out any longer what that was.
  indirect case purged(PurgedOperation)

  public init(_ operation: Operation, _ outcome: Outcome) {
    switch outcome {
    case .applied(let displaced, let notes):
      self = .applied(operation, displaced: displaced, notes: notes)
    case .merged(let notes): self = .merged(operation, notes: notes)
    case .superseded(let winner, let field):
      self = .superseded(operation, by: winner, field: field)
    case .rejected(let rejection): self = .rejected(RejectedOperation(operation, rejection))
    }
  }
}

/// What is stored, committed and served of an operation that was rejected: its author's window
/// alone keeps what it was to do. Replicas take its outcome as given.
public struct RejectedOperation: Hashable, Sendable {
  public let id: OperationID
  /// The SHA-256 of the operation's bytes (32 bytes), by which its author and a resend know it.
  public let hash: [UInt8]
  public let rejection: Rejection
  /// Whether its author's receipts tell of it.
  public let isReported: Bool

  public init(id: OperationID, hash: [UInt8], rejection: Rejection, isReported: Bool) {
    self.id = id
    self.hash = hash
    self.rejection = rejection
    self.isReported = isReported
  }

  public init(_ operation: Operation, _ rejection: Rejection) {
    self.init(
      id: operation.id, hash: operation.hash, rejection: rejection,
      isReported: operation.intent.traits.isReportedWhenRejected)
  }
}

extension Operation {
  /// The operation as it is sent.
  public var bytes: [UInt8] {
    var writer = ByteWriter(reservingCapacity: 192)
    writer.value(self)
    return writer.bytes
  }

  /// The bytes by which a resend is recognised: with or without the words around what it types it is
  /// the same operation (SPEC.md EDT-009).
  public var marked: [UInt8] { (withoutContext ?? self).bytes }

  /// The SHA-256 of these bytes (32 bytes).
  public var hash: [UInt8] { SHA256.hash(marked) }
}
