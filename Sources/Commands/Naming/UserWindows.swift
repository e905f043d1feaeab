import BoardModel
import WindowStore
import WindowSync
import Wire

/// The windows of a user: those that the coordinator lists, and those that only this device's disk
/// has and that are open or hold unsent work.
struct UserWindows {
  /// The listed windows in the order of board and title, then the others.
  let all: [UserWindow]
  /// Whether the coordinator was asked which there are.
  let areListed: Bool
  private let names: ShortNames

  init(_ client: Client) throws {
    let boards = try client.boards()
    self.init(try client.windows(), kept: client.keptWindows, boards: boards)
  }

  /// - Parameter kept: the windows that this device has files of.
  init(_ listed: [WindowSummary], kept: [KeptWindow], boards: [BoardSummary]) {
    func title(_ board: BoardID) -> String { boards.first { $0.id == board }?.title ?? "" }
    let shown = listed.map { summary in
      UserWindow(
        session: summary.session, board: summary.board, boardTitle: title(summary.board),
        activity: summary.activity, summary: summary,
        kept: kept.filter { $0.session.session == summary.session })
    }
    let known = Set(listed.map(\.session))
    let others = kept.filter { window in
      !known.contains(window.session.session) && (window.isOpen || window.holdsUnsentWork)
    }
    all =
      shown.sorted { ($0.boardTitle, $0.title, $0.session) < ($1.boardTitle, $1.title, $1.session) }
      + others.map { UserWindow($0, onBoard: title($0.session.board)) }
    names = ShortNames(of: all.map(\.session))
    areListed = true
  }

  /// The windows that this device has files of, where the coordinator cannot say which there are.
  init(kept: [KeptWindow], title: (KeptWindow) -> String) {
    all = kept.map { UserWindow($0, onBoard: title($0)) }
    names = ShortNames(of: all.map(\.session))
    areListed = false
  }

  func name(of window: UserWindow) -> String { names.name(of: window.session) }

  /// Finds a window by its title in any letter case, else by the beginning of its identifier.
  func find(_ name: String) throws(CommandFailure) -> UserWindow {
    try Naming.one(
      name, of: all, kind: "window", title: \.title, id: { $0.session.description },
      whenNone: "you have no window \(Naming.quoted(name))")
  }
}

/// A window of this user, from what the coordinator and this device's disk say of it.
struct UserWindow {
  let session: SessionID
  let board: BoardID
  let boardTitle: String
  let activity: Activity
  /// The coordinator's entry; nil if it does not list the window.
  let summary: WindowSummary?
  /// This device's files of the window; several if it came back here from elsewhere.
  let kept: [KeptWindow]

  init(
    session: SessionID, board: BoardID, boardTitle: String, activity: Activity,
    summary: WindowSummary?, kept: [KeptWindow]
  ) {
    self.session = session
    self.board = board
    self.boardTitle = boardTitle
    self.activity = activity
    self.summary = summary
    self.kept = kept
  }

  /// A window that only this device's disk says something of.
  init(_ kept: KeptWindow, onBoard title: String) {
    self.init(
      session: kept.session.session, board: kept.session.board, boardTitle: title,
      activity: kept.session.window?.activity ?? Activity(.board, title: title), summary: nil,
      kept: [kept])
  }

  var title: String { activity.title.isEmpty ? boardTitle : activity.title }
  var isConnected: Bool { summary?.isConnected ?? false }
  /// Whether a process of this device has its files open.
  var isOpenHere: Bool { kept.contains(where: \.isOpen) }
  /// How many edits are on this device's disk that no coordinator has acknowledged.
  var waiting: Int { kept.reduce(0) { $0 + $1.pending } }
  /// How many bodies are or were in an editor on this device.
  var bodies: Int { kept.reduce(0) { $0 + $1.bodies } }

  /// How many edits were not kept whole on this device.
  var torn: Int { kept.reduce(0) { $0 + $1.cuts.count } }

  var holdsUnsentWork: Bool { kept.contains(where: \.holdsUnsentWork) }

  /// The time at which it last came or went, or was last used if only this device has it, in
  /// milliseconds since 1970.
  var since: UInt64 { summary?.since ?? kept.first?.lastUsed ?? 0 }

  enum State: String {
    case connected, away, unlisted
  }

  var state: State {
    guard let summary else { return .unlisted }
    return summary.isConnected ? .connected : .away
  }

  var device: String { summary?.author.device ?? "" }
  var place: String { summary?.place ?? "" }
}
