import Dispatch
import Glibc

/// SIGTERM, SIGINT and SIGHUP ask for an orderly stop. SIGPIPE is nothing: a socket says so itself.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter stop: called on a queue of its own, for each signal, with its number.
  init(_ stop: @escaping @Sendable (Int32) -> Void) {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "board.signals")
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { stop(number) }
      source.resume()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
