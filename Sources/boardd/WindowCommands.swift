import ArgumentParser
import CoordinatorHost
import Identity

struct Windows: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the windows, or ends one for good.",
    subcommands: [ListWindows.self, DropWindow.self], defaultSubcommand: ListWindows.self)
}

struct ListWindows: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the windows that are connected, and those that may come back.")

  @Option(help: "Only those of this user.")
  var user: String?

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Listed: Encodable {
    let windows: [WindowLine]
  }

  func run() throws {
    let user = try user.map { try UserName(typed: $0).description }
    let windows = try folder.ask(.windows(user: user)).flatMap { reply in
      guard case .windows(let some) = reply else { throw Unanswered() }
      return some
    }
    if json { return try printJSON(Listed(windows: windows)) }
    guard !windows.isEmpty else { return print("there is no window") }
    let rows = windows.map { window in
      [
        window.window, window.user, window.device, window.shows, window.board, "\(window.bytes)",
        (window.connected ? "connected since " : "away since ") + Times.text(window.since),
        window.drafts + window.unsent > 0
          ? "\(counted(window.drafts, "draft")), \(counted(window.unsent, "unsent edit"))" : "",
      ]
    }
    printTable([["window", "user", "device", "shows", "board", "bytes", "", ""]] + rows)
  }
}

/// A number with what it counts.
func counted(_ number: some BinaryInteger, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}

struct DropWindow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Ends a window for good, connected or away.",
    discussion: """
      Where it is shown, it says so. Drafts and edits that were not sent stay on its device, where \
      `board unsent` prints them.
      """)

  @Argument(help: "The window, as `boardd windows` prints it.")
  var window: String

  @Flag(help: "Also where it holds drafts or unsent edits.")
  var withDrafts = false

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Dropped: Encodable {
    let window: String
  }

  func run() throws {
    _ = try folder.done(.drop(window: window.lowercased(), withDrafts: withDrafts))
    if json { return try printJSON(Dropped(window: window)) }
    print("the window \(window) has ended")
  }
}
