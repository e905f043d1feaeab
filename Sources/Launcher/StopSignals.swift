import Dispatch
import Glibc

/// Handles the signals that ask for an orderly end. SIGPIPE is ignored, since a write to a closed
/// socket or pipe fails anyway.
public final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// The signals by which a person or the system asks the program to end.
  public static let requests = [SIGTERM, SIGINT]
  /// The same signals and the one that says that the terminal is gone, for a program that belongs
  /// to a terminal.
  public static let requestsAndHangUp = requests + [SIGHUP]

  /// Ignores SIGHUP: a program that serves others does not end with the terminal it was started
  /// from.
  public static func outliveTerminal() {
    signal(SIGHUP, SIG_IGN)
  }

  /// The name of a signal, as people write it.
  public static func name(of signal: Int32) -> String {
    switch signal {
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    default: "signal \(signal)"
    }
  }

  /// Installs the handlers. A signal that comes after this has returned is handled; one that comes
  /// before has its default effect.
  ///
  /// - Parameter stop: called on a queue of its own, for each signal, with its number.
  public init(
    _ numbers: [Int32] = requestsAndHangUp, _ stop: @escaping @Sendable (Int32) -> Void
  ) {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "board.signals")
    let registered = DispatchGroup()
    sources = numbers.map { number in
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
