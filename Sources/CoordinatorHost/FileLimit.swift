import Glibc

/// The number of files that this process may have open. Each connection is one.
enum FileLimit {
  /// The files needed for the store, the listener, the event loop and libraries.
  static let reserve = 64

  /// Raises the limit as far as the system allows.
  /// - Returns: the number of connections that fit.
  static func raise() -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(kind, &limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(kind, &raised) == 0 { limit = raised }
    }
    return max(0, Int(clamping: limit.rlim_cur) - reserve)
  }
}
