import Glibc

/// The files that this process may have open: a case that opens 800 connections needs as many at both ends
/// where the coordinator is in the same process.
enum OpenFiles {
  private static let wanted: rlim_t = 16_384

  /// Raises the limit once, as far as the system lets it.
  static let areMany: Bool = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = min(max(limit.rlim_cur, wanted), limit.rlim_max)
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }()
}
