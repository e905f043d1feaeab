import ArgumentParser
import Commands

/// The command that a window runs in another terminal to show a window there.
struct AttachWindow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Shows a window that `board windows` lists.",
    discussion: """
      A window that is open in another terminal stays there, unless it does not answer or \
      --take-over is given.
      """)

  @Argument(
    help: "The window: its title, or the beginning (4 digits or more) of its identifier.")
  var window: String

  @Flag(help: "Even if another terminal shows it, which can then only read.")
  var takeOver = false
  @OptionGroup var cluster: ClusterOption

  func run() throws {
    try TerminalWindows.show(UserWindowName.identifier(of: window), takeOver: takeOver)
  }
}
