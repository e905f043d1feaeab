/// A value, or none, that is asked and changed where it lies: whoever unwraps an optional copies what
/// it holds, with a retain for each part. A copy of it costs nothing until one of both changes.
struct InPlace<Value: Sendable>: Sendable {
  /// None or one.
  private var values: [Value]

  init(_ value: Value? = nil) { values = value.map { [$0] } ?? [] }

  var isEmpty: Bool { values.isEmpty }

  /// A copy of the value.
  var value: Value? { values.first }

  /// Asks the value.
  /// - Returns: nil where there is none.
  func read<Result>(_ body: (borrowing Value) -> Result?) -> Result? {
    // An element of the array itself would be copied for the call.
    values.isEmpty ? nil : body(values.span[0])
  }

  /// Changes the value.
  /// - Returns: nil where there is none.
  @discardableResult
  mutating func change<Result, Fault: Error>(
    _ body: (inout Value) throws(Fault) -> Result
  ) throws(Fault) -> Result? {
    values.isEmpty ? nil : try body(&values[0])
  }

  /// Lets go of the value.
  mutating func take() -> Value? { values.popLast() }
}
