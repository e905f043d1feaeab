import Dispatch
import Glibc

/// Signals that ask for an orderly end. SIGPIPE is nothing: a socket or a pipe says so itself.
public final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Somebody, or the system, wants the program to end.
  public static let requests = [SIGTERM, SIGINT]
  /// Also that the terminal is gone, for a program that belongs to one.
  public static let requestsAndHangUp = requests + [SIGHUP]

  /// A program that serves others does not end with the terminal it was started from.
  public static func outliveTerminal() {
    signal(SIGHUP, SIG_IGN)
  }

  /// As a person writes it.
  public static func name(of signal: Int32) -> String {
    switch signal {
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    default: "signal \(signal)"
    }
  }

  /// A signal that comes after this has returned is told; one that comes before does what it did.
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
