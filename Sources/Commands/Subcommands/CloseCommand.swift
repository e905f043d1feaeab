import ArgumentParser
import BoardModel
import WindowStore
import Wire
import Wording

struct CloseCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Closes a window for good, wherever it is.",
    discussion: """
      A window that holds drafts or unsent edits is closed only with --commit or --discard. Edits \
      are never lost: a window that has not sent them still does. Only a window that is connected \
      can turn its drafts into edits: the drafts of one that is away stay on its device; this then \
      says so, and exits with 1.
      """)

  @Argument(help: NameHelp.window) var window: String
  @Flag(help: "Turn its drafts into edits.") var commit = false
  @Flag(help: "Throw its drafts away.") var discard = false
  @Option(help: ArgumentHelp("The reason, which your other windows are told.", valueName: "text"))
  var reason: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !(commit && discard) else {
      throw ValidationError("its drafts become edits or are thrown away: not both")
    }
    guard let reason else { return }
    try TextArguments.check { () throws(CommandFailure) in try TextArguments.reason(reason) }
  }

  private var ending: Wire.Ending { commit ? .commit : discard ? .decline : .standard }

  func reply(of client: Client) throws -> Reply {
    let windows = try UserWindows(client)
    let window = try windows.find(self.window)
    var told: [UInt8]?
    if window.summary != nil {
      told = try client.windows(window.session).first?.activity.userInfo
      try end(window, with: client)
    } else if window.isOpenHere {
      throw CommandFailure(
        .refused,
        "the coordinator does not know the window, which is open on this device: close it there")
    } else if window.waiting + window.bodies + window.torn > 0 {
      throw CloseCommand.onlyHere(window)
    }
    let left = try client.deviceWindows?.removeEnded(
      window, toldView: told, discardingDrafts: discard)
    return CloseCommand.reply(
      window, of: windows, isKept: left ?? false,
      draftsLeft: commit ? CloseCommand.draftsLeft(window) : 0)
  }

  /// - Parameters:
  ///   - isKept: whether something of the window stays on this device's disk.
  ///   - draftsLeft: how many drafts were to become edits and did not.
  static func reply(
    _ window: UserWindow, of windows: UserWindows, isKept: Bool, draftsLeft: Int
  ) -> Reply {
    let rest =
      if let drafts = UserWindow.count(draftsLeft, "draft") {
        "not turned into edits: \(drafts), as the window is away; what was typed stays on the disk "
          + "of \(window.device): `board attach \(window.session)\(Setting.clusterOption)` there goes on with it"
      } else {
        isKept ? remark(window) : nil
      }
    return Reply(
      json: .object([
        "closed": windows.json(window), "kept": .bool(isKept),
        "draftsLeft": .number(UInt64(draftsLeft)),
      ]),
      text: ["closed \(windows.reference(window))", rest].compactMap { $0 }
        .map { PlainText.line($0) }.joined(separator: "\n"),
      exitCode: draftsLeft > 0 ? 1 : 0)
  }

  /// How many drafts cannot become edits, because only a window that is connected can do that.
  static func draftsLeft(_ window: UserWindow) -> Int {
    window.state == .away ? Int(window.summary?.drafts ?? 0) : 0
  }

  private func end(_ window: UserWindow, with client: Client) throws {
    do {
      try client.endWindow(
        EndWindow(session: window.session, ending: ending, reason: reason ?? ""))
    } catch let failure as CommandFailure where failure.kind == .draftsHeld {
      throw CommandFailure(.draftsHeld, CloseCommand.held(window) ?? failure.description)
    }
  }

  /// The work that keeps a window from being closed; nil if the list names none.
  static func held(_ window: UserWindow) -> String? {
    let parts = [
      UserWindow.count(Int(window.summary?.drafts ?? 0), "draft"),
      UserWindow.count(Int(window.summary?.unsent ?? 0), "unsent edit"),
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return "the window \(Wording.quote(window.title)) holds \(parts.joined(separator: " and ")): "
      + "--commit makes edits of drafts, --discard throws drafts away; edits are kept with both"
  }

  private static func onlyHere(_ window: UserWindow) -> CommandFailure {
    let unsent = [
      UserWindow.count(window.waiting, "unsent edit"),
      UserWindow.count(window.bodies, "body in an editor", "bodies in an editor"),
    ].compactMap { $0 }
    let torn = UserWindow.count(
      window.torn, "edit that was not kept whole", "edits that were not kept whole")
    let ways = [
      unsent.isEmpty
        ? nil
        : "`board attach \(window.session)\(Setting.clusterOption)` sends them, `board unsent` prints them",
      torn.map { _ in
        "`board unsent` names the file of what was not kept whole, and the window can be closed "
          + "when that is gone"
      },
    ].compactMap { $0 }
    return CommandFailure(
      .draftsHeld,
      "the window is only on this device's disk, with "
        + "\((unsent + [torn].compactMap { $0 }).joined(separator: " and ")): "
        + ways.joined(separator: "; "))
  }

  /// The sentence about what stays on this device's disk of a closed window.
  static func remark(_ window: UserWindow) -> String {
    "what it holds on this device's disk stays there: `board attach \(window.session)\(Setting.clusterOption)` goes on "
      + "with it"
  }
}

extension DeviceWindows {
  /// Removes this device's files of a window that has ended. Files that a process has open are left
  /// to it, and files with work that is nowhere else are kept.
  /// - Parameters:
  ///   - toldView: the view that the coordinator knew of the window; its count of drafts is about
  ///     that view.
  /// - Returns: whether files are left that no process has open.
  func removeEnded(
    _ window: UserWindow, toldView: [UInt8]?, discardingDrafts: Bool
  ) throws -> Bool {
    var isLeft = false
    for kept in window.kept where !kept.isOpen {
      guard !kept.holdsUnsentWork, let files = try? open(kept.name), files.cuts.isEmpty else {
        isLeft = true
        continue
      }
      let view = try files.view()
      let hasDrafts = (window.summary?.drafts ?? 0) > 0
      guard discardingDrafts || view == nil || (view == toldView && !hasDrafts) else {
        isLeft = true
        continue
      }
      try close(files)
    }
    return isLeft
  }
}
