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
    let windows = try folder.windows(of: user)
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
    commandName: "drop", abstract: "Ends a window for good, connected or away, or all of a user.",
    discussion: """
      Where it is shown, it says so. Drafts and edits that were not sent stay on its device, where \
      `board unsent` prints them. With --user, those windows of the user end that are away, and hold \
      neither drafts nor unsent edits unless --with-drafts is given. A program without a window does \
      not say what it holds, and is taken for gone after a day.
      """)

  @Argument(help: "The window, as `boardd windows` prints it.")
  var window: String?

  @Option(help: "Instead of one window, those of this user that are away.")
  var user: String?

  @Option(help: "With --user, those that are away for so many days at least.")
  var days: UInt64 = 0

  @Flag(help: "Also where it holds drafts or unsent edits.")
  var withDrafts = false

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Dropped: Encodable {
    let window: String
  }

  private struct AllDropped: Encodable {
    let windows: [String]
    /// Those that came back meanwhile, or ended by themselves.
    let left: Int
  }

  func validate() throws {
    guard (window == nil) != (user == nil) else {
      throw ValidationError("name a window, or with --user a user")
    }
    guard user != nil || days == 0 else { throw ValidationError("--days goes with --user") }
  }

  func run() throws {
    guard let user else { return try drop(window ?? "") }
    let name = try UserName(typed: user).description
    let result = try folder.doneEach(
      folder.windows(of: name).filter(isMeant).map {
        ($0.window, .drop(window: $0.window, withDrafts: withDrafts, away: true))
      })
    if json { return try printJSON(AllDropped(windows: result.done, left: result.left)) }
    result.say("window", "of \(name) ended")
  }

  private func drop(_ window: String) throws {
    _ = try folder.done(
      .drop(window: window.lowercased(), withDrafts: withDrafts, away: false))
    if json { return try printJSON(Dropped(window: window)) }
    print("the window \(window) has ended")
  }

  private func isMeant(_ window: WindowLine) -> Bool {
    let (least, overflow) = max(days, window.shows == "program" ? 1 : 0)
      .multipliedReportingOverflow(by: 86_400_000)
    // It may have left within this second, or by a clock that was set back.
    let away = Times.now > window.since ? Times.now - window.since : 0
    return !window.connected && (withDrafts || window.drafts + window.unsent == 0)
      && !overflow && away >= least
  }
}

extension DataFolder {
  fileprivate func windows(of user: String?) throws -> [WindowLine] {
    try ask(.windows(user: user)).flatMap { reply in
      guard case .windows(let some) = reply else { throw Unanswered() }
      return some
    }
  }
}
