import Glibc

/// Writes to standard output and standard error, without buffering.
enum StandardOutput {
  /// - Returns: false if nobody reads the output any more, which ends a command in good order.
  /// - Throws: `output` if the text cannot be written for another reason.
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

  /// The columns of the terminal that standard output is; nil if it is none.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a line to standard error. Its failure is ignored, since nobody is left to be told of
  /// it.
  static func complain(_ text: String) { _ = try? write(text + "\n", to: STDERR_FILENO) }

  /// Ignores SIGPIPE. That a reader is gone is noticed by the write that fails, so that the session
  /// is left first.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Waits until the file takes more. It may be non-blocking, because another program that shares
  /// it has set that.
  private static func waitForRoom(in file: Int32) {
    var place = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    _ = poll(&place, 1, -1)
  }
}
