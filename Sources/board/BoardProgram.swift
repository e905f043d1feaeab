import ArgumentParser
import Commands
import Glibc
import WindowHost

@main
struct Board: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "A kanban board in the terminal, shared by as many windows as you open.",
    discussion: """
      Without a command it opens a window. `board join` joins a team; with nothing configured it \
      starts a coordinator of your own on this machine, which ends a minute after the last window.

      BOARD_HOME   the folder of all its files (default: board in the XDG data folder)
      BOARD_CLUSTER
                   the team that is meant where --cluster names none (default: the one in use, which \
      `board clusters` marks)
      BOARD_URL    another address of its coordinator, as board://HOST:PORT
      BOARD_BOARD  the board that is meant where --board names none
      BOARD_WINDOW_COMMAND
                   what opens another window, instead of tmux, zellij, screen, wezterm, kitty or a \
      terminal of the desktop: a program and its arguments, with {command...} where the window's \
      command goes (else at the end), {direction} (left, right, below or window) and {title}; also \
      as a line `window-command = …` in board/config in the XDG configuration folder

      Exit codes: 0 done, 1 refused by the board or by this machine, or there is nothing of that \
      name, 2 usage, 3 coordinator unreachable, 4 identity refused.
      """,
    version: "0.1.0",
    subcommands: [OpenCommand<TerminalWindows>.self, AttachWindow.self] + boardCommands
      + [RestoreCommand<TerminalWindows>.self, ServeLocal.self],
    defaultSubcommand: OpenCommand<TerminalWindows>.self)

  static func main() {
    StandardFiles.keepPlaces()
    do {
      try RawArguments.check()
      var command = try parseAsRoot(RawArguments.prepared(for: Board.self))
      try command.run()
    } catch let failure as WindowFailure {
      complain("board: \(failure)")
      Glibc.exit(failure.exitCode)
    } catch {
      CommandEnding.exit(Board.self, with: error)
    }
  }

  static func complain(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
