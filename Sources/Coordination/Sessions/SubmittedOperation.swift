import BoardModel

/// An operation that somebody sent, and its bytes, which several ask for.
struct SubmittedOperation: Sendable {
  let operation: Operation
  let bytes: [UInt8]
  /// The bytes by which it is known (`Operation.marked`).
  let marked: [UInt8]

  init(_ operation: Operation) {
    self.operation = operation
    bytes = operation.bytes
    marked = operation.withoutContext?.bytes ?? bytes
  }
}
