import Dispatch
import Glibc

/// SIGTERM, SIGINT and SIGHUP ask for an orderly end. SIGPIPE is nothing: a socket or a pipe says
/// so itself.
public final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// A signal that comes after this has returned is told; one that comes before does what it did.
  ///
  /// - Parameter stop: called on a queue of its own, for each signal, with its number.
  public init(_ stop: @escaping @Sendable (Int32) -> Void) {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "board.signals")
    let registered = DispatchGroup()
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { stop(number) }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      return source
    }
    registered.wait()
  }

  public func cancel() {
    for source in sources { source.cancel() }
  }
}
