public import BoardModel
import Wire

/// What one operation may hold.
public enum OperationSize {
  /// Whether an edit that types into no existing text can be one operation.
  public static func fits(_ intent: Intent) -> Bool {
    let id = OperationID(session: SessionID(high: 0, low: 0), epoch: 0, counter: 0)
    let fitting = Composer.fitting(intent, as: id)
    if case .batch(let parts) = fitting, parts.count > BoardLimits.batch { return false }
    return fits(
      Operation(id: id, base: 0, queued: false, intent: fitting), frame: Limits.frameBytes)
  }

  /// The operation of an edit that is made for a live link.
  /// - Returns: nil where it is too large for one.
  public static func operation(_ intent: Intent, as id: OperationID, base: UInt64) -> Operation? {
    let operation = Operation(
      id: id, base: base, queued: false, intent: Composer.fitting(intent, as: id))
    return fits(operation, frame: Limits.frameBytes) ? operation : nil
  }

  /// - Parameter frame: the largest payload that the peer takes, in bytes.
  static func fits(_ operation: Operation, frame: UInt32) -> Bool {
    var writer = ByteWriter(reservingCapacity: 256)
    Submit(operation: operation).write(to: &writer)
    return !writer.overflowed && writer.bytes.count <= min(Limits.operationBytes, Int(frame))
  }
}
