public import ArgumentParser
import BoardModel
import Wire

/// Opens again the windows that no terminal shows, through the program that shows windows.
public struct RestoreCommand<Showing: WindowShowing>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: "Opens again each window that no terminal shows.",
      discussion: """
        Each comes up in a window of its own of the multiplexer or desktop that this runs in, one \
        after the other. Exits with 1 where one did not.
        """)
  }

  @OptionGroup var output: OutputOptions

  public init() {}

  public func run() throws { try answer() }
}

extension RestoreCommand: CoordinatorCommand {
  func reply(of client: Client) throws -> Reply {
    let windows = try UserWindows(client)
    var results: [ReturnedWindow] = []
    for window in windows.all where window.state == .away && !window.isOpenHere {
      let failure = Showing.start(
        window.session.description, takeOver: false, at: .window, titled: window.title)
      let came = try failure == nil && client.waitUntilShown(window.session)
      results.append(
        ReturnedWindow(window: window, failure: came ? nil : failure ?? ReturnedWindow.late))
    }
    if results.contains(where: { $0.failure == ReturnedWindow.late }) {
      // These windows may have come up while others were waited for.
      let shown = Set(try client.windows().filter(\.isConnected).map(\.session))
      for index in results.indices where results[index].failure == ReturnedWindow.late {
        if shown.contains(results[index].window.session) { results[index].failure = nil }
      }
    }
    return ReturnedWindow.reply(results, windows)
  }
}

/// The result for a window that was to be opened again.
struct ReturnedWindow {
  let window: UserWindow
  /// Why the window was not opened; nil if it is there.
  var failure: String?

  static let late = "it did not come up within five seconds"

  static func reply(_ results: [ReturnedWindow], _ windows: UserWindows) -> Reply {
    let failed = results.filter { $0.failure != nil }
    let count = results.count - failed.count
    var lines =
      results.isEmpty
      ? ["no window is away"]
      : ["\(count) of \(UserWindow.count(results.count, "window") ?? "") came back"]
    lines += results.filter { $0.failure == nil }.map { "  " + windows.reference($0.window) }
    if !failed.isEmpty {
      lines.append("not back; the command below each shows it, in a terminal of its own")
    }
    for result in failed {
      lines.append("  \(windows.reference(result.window)): \(result.failure ?? "")")
      lines.append("    board attach \(result.window.session)\(Setting.clusterOption)")
    }
    return Reply(
      json: .object([
        "windows": .array(
          results.map { result in
            .object([
              "window": windows.json(result.window), "restored": .bool(result.failure == nil),
              "reason": .string(result.failure ?? ""),
            ])
          })
      ]),
      text: lines.map { PlainText.line($0) }.joined(separator: "\n"),
      exitCode: failed.isEmpty ? 0 : 1)
  }
}
