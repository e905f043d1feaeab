import ArgumentParser
import WindowHost

/// What a window that opens another one runs in it.
struct AttachWindow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Shows a window that `board windows` lists.",
    discussion: """
      A window that is open in another terminal stays there, unless it does not answer or \
      --take-over is given.
      """)

  @Argument(help: "The window's identifier, all 32 digits of it.")
  var window: String

  @Flag(help: "Also while another terminal shows it: that one can only read then.")
  var takeOver = false

  func run() throws {
    guard let wanted = WantedWindow(window: window, takeOver: takeOver) else {
      throw ValidationError(
        "a window's identifier has 32 hexadecimal digits; `board windows` lists them")
    }
    if let message = try WindowHost.run(wanted) {
      Board.complain(message)
    }
  }
}
