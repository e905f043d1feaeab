import Launcher

/// Times as an administrator reads them.
enum Times {
  /// - Parameter milliseconds: since 1970; 0 where it never was.
  static func text(_ milliseconds: UInt64) -> String {
    milliseconds > 0 ? LocalTime.text(milliseconds) : "never"
  }
}
