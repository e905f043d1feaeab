import Glibc
import NIOCore
import Wording

/// The clock of the state machines: milliseconds of the system's monotonic clock.
struct WindowClock {
  private static let nanoseconds: UInt64 = 1_000_000

  var now: UInt64 { NIODeadline.now().uptimeNanoseconds / WindowClock.nanoseconds }

  /// The first moment at which `now` has reached `time`.
  func deadline(_ time: UInt64) -> NIODeadline {
    let (product, overflows) = time.multipliedReportingOverflow(by: WindowClock.nanoseconds)
    return .uptimeNanoseconds(overflows ? UInt64(Int64.max) : product)
  }

  /// The zone that `TZ` or the system names, for times from 2000 to 2050, in milliseconds since
  /// 1970.
  static let zone = LocalZone(
    from: 946_684_800_000, to: 2_524_608_000_000, ahead: { ahead(at: $0) })

  /// How many seconds local time is ahead of UTC at `time`, in milliseconds since 1970.
  private static func ahead(at time: UInt64) -> Int {
    var seconds = time_t(time / 1_000)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// The time of day, in milliseconds since 1970.
  static var wall: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
