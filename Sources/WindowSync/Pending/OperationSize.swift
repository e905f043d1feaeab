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

  /// - Parameter frame: the largest payload that the peer takes, in bytes.
  static func fits(_ operation: Operation, frame: UInt32) -> Bool {
    var writer = ByteWriter()
    Submit(operation: operation).write(to: &writer)
    return !writer.overflowed && writer.bytes.count <= min(Limits.operationBytes, Int(frame))
  }
}
