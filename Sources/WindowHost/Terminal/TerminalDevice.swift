import Glibc
import Screen

/// The terminal that this process runs in, on a descriptor opened by this process: making it
/// non-blocking does not affect the shell, which shares our standard input.
struct TerminalDevice: ~Copyable {
  let file: Int32

  struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  init() throws(Unavailable) {
    // The second path helps where the terminal does not belong to this session, as under some test
    // runners.
    for path in ["/dev/tty", "/proc/self/fd/1"] {
      let opened = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
      guard opened >= 0 else { continue }
      if isatty(opened) == 1 {
        file = opened
        return
      }
      close(opened)
    }
    throw Unavailable(
      description: "the terminal cannot be opened: \(String(cString: strerror(errno)))")
  }

  deinit { close(file) }

  /// A new descriptor of the same terminal, which the caller has to close.
  func duplicate() throws(Unavailable) -> Int32 {
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      throw Unavailable(
        description: "the terminal cannot be shared: \(String(cString: strerror(errno)))")
    }
    return copy
  }

  /// The terminal's size as it reports it, or else the usual 80 columns by 24 rows.
  var size: TerminalSize {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
