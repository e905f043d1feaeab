import Dispatch
import Glibc

/// SIGTERM, SIGINT and SIGHUP ask for an orderly end. SIGPIPE is nothing: a socket or a pipe says
/// so itself.
public final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter stop: called on a queue of its own, for each signal, with its number.
  public init(_ stop: @escaping @Sendable (Int32) -> Void) {
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

  public func cancel() {
    for source in sources { source.cancel() }
  }
}
