import Dispatch
import Glibc

/// SIGINT, SIGTERM and SIGHUP end a command in order.
final class EndSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter end: called on a queue of its own, for each signal.
  init(_ end: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "board.signals")
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: end)
      source.resume()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}

/// Notices that the reader of standard output is gone while there is nothing to write.
enum ReaderWatch {
  static func begin(_ gone: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "board.reader").async {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      if output.revents & Int16(POLLERR | POLLHUP) != 0 { gone() }
    }
  }
}
