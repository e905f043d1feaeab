import Glibc
import NIOCore
import NIOPosix
import Windows

/// Where a window is started.
public enum StartingPlace: Sendable {
  /// In a pane on this side of the one it is started from.
  case left, right
  /// In a window of its own.
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
  /// Standard output is a terminal.
  public static var hasTerminal: Bool { TerminalDevice.isTerminal(STDOUT_FILENO) }

  /// Starts the window of a session in a pane or window of its own, and waits until whatever opens
  /// it has answered.
  /// - Parameters:
  ///   - window: the session's identifier, whole.
  ///   - takeOver: also while another terminal shows it.
  ///   - title: what a multiplexer calls it; of any content.
  /// - Returns: why it failed; nil where nothing did, which does not say that the window has come
  ///   up: the coordinator says that.
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
