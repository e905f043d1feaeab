import Glibc

/// Text on the two streams, out at once: who waits for a case wants to see it.
enum Output {
  static func write(_ text: String, terminator: String = "\n") {
    put(text + terminator, on: STDOUT_FILENO)
  }

  static func complain(_ text: String) {
    put(text + "\n", on: STDERR_FILENO)
  }

  private static func put(_ text: String, on descriptor: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
