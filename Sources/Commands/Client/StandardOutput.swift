import Glibc

/// Bytes for whoever reads this command's output. Nothing is held back.
enum StandardOutput {
  /// - Returns: false where nobody reads any more.
  @discardableResult
  static func write(_ text: String, to file: Int32 = STDOUT_FILENO) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  @discardableResult
  static func line(_ text: String) -> Bool { write(text + "\n") }

  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Who stops reading is noticed by the write that fails, after the session has been left.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
