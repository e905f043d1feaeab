import Files
import Launcher
import NIOCore
import Screen
import Windows

/// Opens windows, gives this one the focus, and copies texts, through the multiplexer or the
/// desktop that this process runs in. It may be used only on its event loop, which it never blocks.
final class WindowOpener {
  /// How a text was copied.
  enum Copying: Equatable {
    /// The multiplexer has the text and has given it to the terminal.
    case delivered
    /// The text still has to be sent to the terminal (OSC 52). The failure is that of a multiplexer
    /// that should have taken it.
    case throughTerminal(OpeningFailure?)
  }

  /// What a copied text has to pass on its way to the terminal.
  let passage: TerminalRequest.Passage
  private let surroundings: Surroundings
  private let program: String
  private let folder: String
  private let runner: StepRunner

  /// - Parameters:
  ///   - program: the absolute path of the program that runs in new windows.
  ///   - folder: the current folder.
  ///   - patience: how long a request to a multiplexer may take, in seconds.
  init(
    loop: any EventLoop, surroundings: Surroundings = .current(),
    program: String = OwnProgram.path, folder: String = Folder.current,
    patience: Int = StepRunner.usualPatience
  ) {
    (self.surroundings, self.program, self.folder) = (surroundings, program, folder)
    runner = StepRunner(loop, patience: patience)
    passage = if case .screen = Multiplexer(surroundings) { .screen } else { .direct }
  }

  /// Runs this program in a new pane or window, where it finds the same coordinator, files and
  /// board.
  /// - Parameters:
  ///   - arguments: the program's arguments, without its name.
  ///   - placement: where the window goes. A desktop's terminal always opens a window of its own.
  ///   - title: the name that a multiplexer gives the window; it may hold any characters.
  ///   - then: called once. Success means that nothing failed, not that the window has come up,
  ///     which only the coordinator can tell.
  func open(
    arguments: [String], placement: Placement, title: String,
    then: @escaping (Result<Void, OpeningFailure>) -> Void
  ) {
    let (surroundings, program, folder) = (surroundings, program, folder)
    runner.run(in: surroundings) { () throws(OpeningFailure) -> [[Step]] in
      // The file is read each time, since a person may correct a mistake in it while this window is
      // open.
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

  /// Gives the pane of this window the focus in its multiplexer.
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

  /// Copies a text.
  /// - Parameter then: called at once if there is no multiplexer with buffers.
  func copy(_ text: String, then: @escaping (Copying) -> Void) {
    guard let steps = Multiplexer(surroundings)?.copying(text) else {
      return then(.throughTerminal(nil))
    }
    runner.run(in: surroundings) {
      steps
    } then: { result in
      switch result {
      case .success(0): then(.delivered)
      // A tmux older than 3.2 has only put the text into its own buffer.
      case .success: then(.throughTerminal(nil))
      case .failure(let failure): then(.throughTerminal(failure))
      }
    }
  }
}
