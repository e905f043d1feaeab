import Identity
import Launcher

/// Times as an administrator reads them.
enum Times {
  /// The second that it is, in milliseconds since 1970.
  static var now: UInt64 { UInt64(clamping: SystemClock.seconds) * 1_000 }

  /// - Parameter milliseconds: since 1970; 0 where it never was.
  static func text(_ milliseconds: UInt64) -> String {
    milliseconds > 0 ? LocalTime.text(milliseconds) : "never"
  }
}
