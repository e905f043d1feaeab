import Glibc

/// The number of files that this process may have open. Each connection is one, whether it is served
/// or only about to be.
enum FileLimit {
  /// The files needed for the store, the listener, the event loop and libraries.
  static let reserve = 64

  /// What the connections that a process may have are for.
  struct Shares: Hashable {
    /// Those that are served.
    var connections: Int
    /// Those that are told that there are too many.
    var dismissed: Int
    /// Those whose handshake is not complete.
    var unfinished: Int

    /// Gives to newcomers what they have where there is enough, and else no more than a part, so that
    /// most is for those who are served.
    init(of room: Int, connections: Int, dismissed: Int, unfinished: Int) {
      if room >= connections + dismissed + unfinished {
        (self.connections, self.dismissed) = (connections, dismissed)
        self.unfinished = unfinished
      } else {
        self.dismissed = min(dismissed, room / 16)
        self.unfinished = max(min(unfinished, room / 8), 1)
        self.connections = max(min(connections, room - self.dismissed - self.unfinished), 1)
      }
    }
  }

  /// Raises the limit as far as the system allows.
  /// - Returns: the number of connections of all kinds that fit.
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
