import Glibc
import WindowSync

/// Times for people: every one that a command prints is made here.
enum LocalTime {
  /// - Parameter time: milliseconds since 1970.
  /// - Returns: as in `2026-11-21 10:55:19.042 +0100`, which `--at` reads.
  static func text(_ time: UInt64) -> String { Timestamp.local(time, ahead: ahead(at: time)) }

  /// Seconds that the time of this place, as `TZ` or the system names it, is ahead of UTC.
  private static func ahead(at time: UInt64) -> Int {
    var seconds = time_t(clamping: time / 1_000)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }
}
