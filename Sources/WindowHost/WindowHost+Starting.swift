import Glibc
import NIOCore
import NIOPosix
import Windows

/// The place where a window is started.
public enum StartingPlace: Sendable {
  /// A pane on this side of the one from which the window is started.
  case left, right
  /// A window of its own.
  case alone

  fileprivate var placement: Placement {
    switch self {
    case .left: .left
    case .right: .right
    case .alone: .window
    }
  }
}

extension WindowHost {
  /// Whether standard output is a terminal.
  public static var hasTerminal: Bool { TerminalDevice.isTerminal(STDOUT_FILENO) }

  /// Starts the window of a session in a pane or window of its own, and waits for the answer of the
  /// program that opens it.
  /// - Parameters:
  ///   - window: the session's whole identifier.
  ///   - takeOver: whether to take the window over if another terminal shows it.
  ///   - title: the name that a multiplexer gives the window; it may hold any characters.
  /// - Returns: why it failed; nil if nothing did. Nil does not mean that the window has come up,
  ///   which only the coordinator can tell.
  public static func start(
    _ window: String, takeOver: Bool, at place: StartingPlace, titled title: String
  ) -> String? {
    let arguments = ["attach", window] + (takeOver ? ["--take-over"] : [])
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: String?.self)
    loop.execute {
      let placement = place.placement
      let size = try? TerminalDevice().size
      WindowOpener(loop: loop).open(
        arguments: arguments, placement: size.map { placement.fitting($0) } ?? placement,
        title: title
      ) {
        switch $0 {
        case .success: answer.succeed(nil)
        case .failure(let failure): answer.succeed(failure.description)
        }
      }
    }
    do {
      return try answer.futureResult.wait()
    } catch {
      return "\(error)"
    }
  }
}
