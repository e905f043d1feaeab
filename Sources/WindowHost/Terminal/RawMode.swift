import Glibc

/// A terminal in raw mode for as long as this value lives.
struct RawMode: ~Copyable {
  /// The terminal's line settings before raw mode.
  let original: termios
  private let file: Int32

  /// Sets raw mode. If this process runs in the background, job control stops it here until it is
  /// brought to the foreground.
  init(_ file: Int32) throws(TerminalDevice.Unavailable) {
    let original = try RawMode.enter(file)
    self.original = original
    self.file = file
  }

  deinit { _ = RawMode.set(original, file) }

  private static func enter(_ file: Int32) throws(TerminalDevice.Unavailable) -> termios {
    var settings = termios()
    guard tcgetattr(file, &settings) == 0 else { throw failure("read") }
    let original = settings
    cfmakeraw(&settings)
    guard set(settings, file) else { throw failure("change") }
    return original
  }

  /// Sets the line settings at once, without waiting for output: a terminal that takes none must
  /// not block the process.
  private static func set(_ settings: termios, _ file: Int32) -> Bool {
    var settings = settings
    while tcsetattr(file, TCSANOW, &settings) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private static func failure(_ action: String) -> TerminalDevice.Unavailable {
    TerminalDevice.Unavailable(
      description: "cannot \(action) the terminal's settings: \(String(cString: strerror(errno)))")
  }
}
