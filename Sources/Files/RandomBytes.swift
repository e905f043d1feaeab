import Glibc

/// Bytes that nobody can guess.
public enum RandomBytes {
  /// From as few calls as possible: the standard library's generator makes one for each eight bytes.
  public static func make(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: count, by: most) {
        // The kernel has some at any time once it has started.
        let result = getentropy(
          bytes.baseAddress?.advanced(by: start), min(count - start, most))
        precondition(result == 0, "the kernel gives no random bytes")
      }
    }
    return bytes
  }

  /// The most bytes that one call gives.
  private static let most = 256
}
