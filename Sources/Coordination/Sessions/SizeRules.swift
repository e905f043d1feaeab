import BoardModel
import Wire

extension Operation {
  /// Why the operation is too large to be taken; nil where it is not (SPEC.md LIM-002, LIM-008).
  /// - Parameter byteCount: the bytes of the operation.
  func refusal(ofSize byteCount: Int) -> Refusal? {
    if byteCount > Limits.operationBytes {
      return Refusal(
        .requestTooLarge,
        "The operation has \(byteCount) bytes; at most \(Limits.operationBytes) are taken. Split it."
      )
    }
    if extensions.byteCount > Limits.extensionBytes {
      return Refusal(
        .requestTooLarge,
        "The operation's extensions have \(extensions.byteCount) bytes; at most "
          + "\(Limits.extensionBytes) are taken. Leave some out.")
    }
    return nil
  }
}
