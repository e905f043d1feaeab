import Files
import Launcher
import NIOCore
import Screen
import Windows

/// Opens windows beside this one, gives this one the focus, and copies: through the multiplexer or
/// the desktop that this process runs in. Confined to its event loop, which it never blocks.
final class WindowOpener {
  /// What became of a text to copy.
  enum Copying: Equatable {
    /// The multiplexer has it, and gives it to the terminal.
    case delivered
    /// It is to be sent to the terminal (OSC 52); with the reason where a multiplexer should have
    /// had it.
    case throughTerminal(OpeningFailure?)
  }

  /// What a text to copy must pass on its way to the terminal.
  let passage: TerminalRequest.Passage
  private let surroundings: Surroundings
  private let program: String
  private let folder: String
  private let runner: StepRunner

  /// - Parameters:
  ///   - program: the absolute path of the program that runs in new windows.
  ///   - folder: the current one.
  ///   - patience: seconds that a multiplexer has for a request.
  init(
    loop: any EventLoop, surroundings: Surroundings = .current(),
    program: String = OwnProgram.path, folder: String = Folder.current,
    patience: Int = StepRunner.usualPatience
  ) {
    (self.surroundings, self.program, self.folder) = (surroundings, program, folder)
    runner = StepRunner(loop, patience: patience)
    passage = if case .screen = Multiplexer(surroundings) { .screen } else { .direct }
  }

  /// Runs this program in a new pane or window, which finds the same coordinator, files and board.
  /// - Parameters:
  ///   - arguments: the program's, without its name.
  ///   - placement: where it goes, where that can be said: a desktop's terminal is a window always.
  ///   - title: what a multiplexer calls it; of any content.
  ///   - then: called once. Success says that nothing failed, not that the window has come up: the
  ///     coordinator says that.
  func open(
    arguments: [String], placement: Placement, title: String,
    then: @escaping (Result<Void, OpeningFailure>) -> Void
  ) {
    let (surroundings, program, folder) = (surroundings, program, folder)
    runner.run(in: surroundings) { () throws(OpeningFailure) -> [[Step]] in
      // Read each time: a person who is told of a mistake in it mends it while this window is open.
      let path = ConfigurationFile.path(surroundings)
      let file = try path.flatMap { path throws(OpeningFailure) in
        try ConfigurationFile.read(path)
      }
      let way = try WindowBackend(surroundings, file: file) {
        Executable.path(of: $0, in: surroundings.environment) != nil
      }
      let command = try HandedEnvironment.command(
        [program] + arguments, surroundings.environment, from: folder)
      return way.opening(command, placement, title: title)
    } then: {
      then($0.map { _ in })
    }
  }

  /// Brings the pane that this window is in before whoever looks at its multiplexer.
  func focusOwnPane(then: @escaping (Result<Void, OpeningFailure>) -> Void) {
    let surroundings = surroundings
    runner.run(in: surroundings) { () throws(OpeningFailure) -> [[Step]] in
      guard let steps = Multiplexer(surroundings)?.focusing else {
        throw .noWay("no multiplexer here can give this window the focus")
      }
      return steps
    } then: {
      then($0.map { _ in })
    }
  }

  /// - Parameter then: at once where there is no multiplexer with buffers.
  func copy(_ text: String, then: @escaping (Copying) -> Void) {
    guard let steps = Multiplexer(surroundings)?.copying(text) else {
      return then(.throughTerminal(nil))
    }
    runner.run(in: surroundings) {
      steps
    } then: { result in
      switch result {
      case .success(0): then(.delivered)
      // An older one keeps it to itself.
      case .success: then(.throughTerminal(nil))
      case .failure(let failure): then(.throughTerminal(failure))
      }
    }
  }
}
