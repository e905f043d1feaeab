public import BoardModel
import Glibc
import Identity
import Launcher
import NIOCore
import NIOPosix
import Screen
import Transport
import WindowStore
import Windows

/// The window that is to be shown.
public enum WantedWindow: Hashable, Sendable {
  /// A window on a board, which is given by its title or the beginning of its identifier; nil is
  /// the board that `BOARD_BOARD` names, or else the last used.
  case board(String?)
  /// The window of a session. `takeOver` takes it over if another terminal shows it.
  case session(SessionID, takeOver: Bool)

  /// - Parameter window: the session's whole identifier.
  /// - Returns: nil if the text is not an identifier.
  public init?(window: String, takeOver: Bool) {
    guard let session = SessionID(window) else { return nil }
    self = .session(session, takeOver: takeOver)
  }
}

/// Runs windows in this process's terminal.
public enum WindowHost {
  /// Shows a window until the person leaves it. When this returns or throws, or a signal ends the
  /// process, the terminal is as it was before.
  ///
  /// - Returns: a message for standard error, if there is one.
  /// - Throws: `WindowFailure`, which says what happened and why, and has the exit code of the
  ///   process.
  public static func run(_ wanted: WantedWindow) throws(WindowFailure) -> String? {
    guard TerminalDevice.isTerminal(STDOUT_FILENO) else {
      throw .usage(
        "a window needs a terminal, and standard output is none; `board ls` prints the board, "
          + "and `board help` names the other commands")
    }
    guard environment("TERM") != "dumb" else {
      throw .usage("a window needs a terminal that can place text, and TERM says it is dumb")
    }
    let folders: BoardFolders
    do {
      folders = try BoardFolders()
    } catch {
      throw .usage("\(error)")
    }
    let choice: ClusterChoice
    let identity: Identity
    do {
      choice = try ClusterChoice(folders)
      identity = try choice.identity()
    } catch let error as IdentityError {
      throw WindowFailure(error, in: folders)
    } catch {
      throw .usage("\(error)")
    }
    choice.hand()
    if case .board(nil) = wanted, let named = environment("BOARD_BOARD"), !named.isEmpty {
      return try run(.board(named), folders, identity, choice)
    }
    return try run(wanted, folders, identity, choice)
  }

  private static func run(
    _ wanted: WantedWindow, _ folders: BoardFolders, _ identity: Identity, _ choice: ClusterChoice
  ) throws(WindowFailure) -> String? {
    let windows: DeviceWindows
    do {
      windows = try DeviceWindows(
        root: folders.windows, cluster: identity.cluster.description,
        coordinator: choice.place.name,
        user: identity.user.description)
      windows.keepCoordinator()
    } catch {
      throw .system("\(error)")
    }
    let threads = NIOThreadPool(numberOfThreads: 2)
    let disk = NIOThreadPool(numberOfThreads: 1)
    threads.start()
    disk.start()
    var ending: WindowProgram.Ending?
    var running: WindowProgram?
    MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
      let setting = WindowSetting(
        way: CoordinatorLink.Way(
          place: choice.place, access: choice.access, loop: loop, threads: threads),
        clusterOption: choice.option,
        team: Clusters(folders).areSeveral ? choice.name : nil, windows: windows,
        identity: identity, disk: disk,
        editor: EditorCommand(environment: environment), opener: WindowOpener(loop: loop),
        colors: ColorLevel(
          noColor: environment("NO_COLOR"), term: environment("TERM"),
          colorTerm: environment("COLORTERM")),
        theme: Theme(background: background), terminal: TerminalPlace(environment: environment))
      let program = WindowProgram(setting, wanted) { result in
        ending = result
        loop.shutdownGracefully { _ in }
      }
      running = program
      program.start()
    }
    withExtendedLifetime(running) {}
    switch ending {
    case .done(let message): return message
    case .failed(let failure): throw failure
    case .killed(let signal): SignalPipe.die(of: signal)
    case nil: throw .system("the event loop ended by itself")
    }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The background to assume until the terminal has reported its own: `COLORFGBG` ends in the
  /// background's colour, of which 7 and 15 are white.
  private static var background: Theme.Background {
    switch environment("COLORFGBG")?.split(separator: ";").last {
    case "7", "15": .light
    default: .dark
    }
  }
}
