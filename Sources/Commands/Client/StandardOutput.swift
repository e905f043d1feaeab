import Glibc

/// Bytes for whoever reads this command's output. Nothing is held back.
enum StandardOutput {
  /// - Returns: false where nobody reads any more, which ends a command in order.
  /// - Throws: `output` where they cannot be written for any other reason.
  @discardableResult
  static func write(
    _ text: String, to file: Int32 = STDOUT_FILENO
  ) throws(CommandFailure) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count < 0 else {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForRoom(in: file)
      case EPIPE: return false
      default:
        throw CommandFailure(
          .output, "cannot write to standard output: \(String(cString: strerror(errno)))")
      }
    }
    return true
  }

  @discardableResult
  static func line(_ text: String) throws(CommandFailure) -> Bool { try write(text + "\n") }

  /// What a line may take where standard output is a terminal; nil where it is none.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// There is nobody left to tell that this could not be told.
  static func complain(_ text: String) { _ = try? write(text + "\n", to: STDERR_FILENO) }

  /// Who stops reading is noticed by the write that fails, after the session has been left.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Somebody who shares the file has made it so that a write does not wait.
  private static func waitForRoom(in file: Int32) {
    var place = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    _ = poll(&place, 1, -1)
  }
}
