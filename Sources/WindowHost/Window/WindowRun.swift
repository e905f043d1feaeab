import BoardModel
import Launcher
import NIOCore
import Screen
import WindowStore
import WindowSync
import Windows
import Wire

/// One window from opening its files to letting go of them: carries events and effects between its
/// two machines, the link, the disk and the terminal. Decides nothing; confined to its event loop.
final class WindowRun {
  enum Request {
    case suspend
    case quit
    case switchBoard(BoardID)
    case createBoard(BoardID, title: String)
    /// The board is not at the coordinator, and nothing in this window waits for it.
    case boardGone
    /// The window was closed from elsewhere, as the sentence says.
    case ended(String)
    /// There is nothing to show, and there will be nothing.
    case failed(WindowFailure)
  }

  /// How the window was left.
  struct ExitSummary: Equatable {
    /// Its files stay, for the next time.
    let isKept: Bool
    /// Edits the coordinator does not have.
    let unsentEdits: Int
    let drafts: Int
    /// Texts that were on no disk.
    let lostTexts: Int
    /// The command that shows it again.
    let command: String
  }

  enum Event {
    case replica(ReplicaEvent)
    case window(WindowEvent)
  }

  enum State {
    case open
    case leaving(close: Bool, then: (ExitSummary) -> Void)
    case left
  }

  let setting: WindowSetting
  let screen: TerminalScreen
  let files: WindowFiles
  let request: (Request) -> Void
  private(set) var replica: Replica
  private(set) var window: BoardWindow
  var link: CoordinatorLink?
  var state = State.open
  var queue: [Event] = []
  private var isHandling = false
  var replicaTimer: Scheduled<Void>?
  var windowTimer: Scheduled<Void>?
  var editing: RunningEditor
  /// Another program has the terminal.
  var isLent = false
  /// Of the time of day that the window was told.
  private var toldMinute: UInt64 = 0
  /// Windows that were asked for from here, by the sessions that were proposed or found for them.
  var openings: [SessionID: Opening] = [:]
  let activity: Activity

  init(
    _ opened: OpenedWindow, _ setting: WindowSetting, _ screen: TerminalScreen,
    request: @escaping (Request) -> Void
  ) {
    self.setting = setting
    self.screen = screen
    self.request = request
    files = opened.files
    activity = opened.activity
    let session = opened.saved.session
    replica = Replica(
      identity: ReplicaIdentity(
        board: session.board, session: session.session, instance: opened.instance,
        author: setting.author, configuration: session.configuration,
        window: WindowIdentity(
          activity: opened.activity, place: setting.terminal.description,
          arrival: opened.arrival, previous: session.window?.instance)),
      saved: opened.saved)
    let view = (try? opened.files.view()).flatMap { $0 }.flatMap { try? ViewState(bytes: $0) }
    window = BoardWindow(
      session: session.session, user: setting.author.user,
      subject: opened.activity.subject ?? .board,
      identifiers: IdentifierSource(
        high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max)),
      size: screen.size, theme: setting.theme, restored: view)
    editing = RunningEditor((try? opened.files.editedBodies()) ?? [], pending: replica.shownThrough)
    link = CoordinatorLink(setting.way) { [weak self] in self?.happened($0) }
    for warning in opened.warnings { queue.append(.window(.notice(Notice(warning, .loss)))) }
  }

  func start() {
    screen.owner = TerminalScreen.Owner(
      inputs: { [weak self] inputs in
        self?.tellTime()
        for input in inputs { self?.handle(.window(.input(input))) }
      },
      frame: { [weak self] in
        self?.window.render() ?? Grid(size: TerminalSize(columns: 0, rows: 0))
      })
    queue.append(.window(.status(replica.status)))
    tellTime()
    if let board = replica.visible {
      queue.append(
        .window(
          .board(
            board, change: BoardChange(reloaded: true), shown: replica.shownThrough,
            confirmed: replica.confirmed?.sequence ?? 0)))
      for notice in editing.offers(on: board) { queue.append(.window(.notice(notice))) }
    }
    if replica.pending.isEmpty { finishEditing(through: .max) }
    handle(.replica(.start(wallClock: WindowClock.wall)))
    screen.requestFrame()
  }

  /// Ends the link and saves what is to be saved; `close` gives the session up, unless something
  /// would be lost with it.
  func leave(close: Bool, then: @escaping (ExitSummary) -> Void) {
    guard case .open = state else { return }
    let gives = close && window.viewState.drafts.isEmpty && editing.isEmpty
    state = .leaving(close: gives, then: then)
    handle(.replica(.leave(close: gives)))
  }

  // MARK: Events

  /// Days begin while a window is open.
  private func tellTime() {
    let time = WindowClock.wall
    guard time / 60_000 != toldMinute else { return }
    toldMinute = time / 60_000
    queue.append(.window(.clock(time, zone: WindowClock.zone)))
  }

  func handle(_ event: Event) {
    queue.append(event)
    guard !isHandling else { return }
    isHandling = true
    var next = 0
    while next < queue.count {
      let event = queue[next]
      next += 1
      switch event {
      case .replica(let event): tell(event)
      case .window(let event):
        for effect in window.handle(event, now: setting.clock.now) { perform(effect) }
      }
      // Long turns stay linear.
      if next == queue.count { (queue, next) = ([], 0) }
    }
    isHandling = false
  }

  private func tell(_ event: ReplicaEvent) {
    let session = replica.identity.session
    let newest = replica.newest?.id
    let effects = replica.handle(event, now: setting.clock.now)
    if replica.identity.session != session { beganSession() }
    answer(event, after: newest)
    for effect in effects { perform(effect) }
  }

  private func beganSession() {
    editing.renumbered(pending: replica.shownThrough)
    queue.append(.window(.session(replica.identity.session)))
  }

  /// The window awaits an identifier for each edit, before anything that follows from it.
  private func answer(_ event: ReplicaEvent, after newest: OperationID?) {
    switch event {
    case .edit, .undo, .redo:
      guard let made = replica.newest, made.id != newest else { return }
      queue.append(.window(.made(made.id, made.intent)))
    default: return
    }
  }

  /// Whether no link is sought.
  private var isStopped: Bool {
    if case .stopped = replica.status { true } else { false }
  }

  private func happened(_ event: CoordinatorLink.Event) {
    switch event {
    case .connected: handle(.replica(.connected))
    case .received(let bytes): handle(.replica(.received(bytes)))
    case .disconnected(let failure):
      let wasStopped = isStopped
      handle(
        .replica(
          .disconnected(
            reason: failure.reason, retry: failure.retry, jitter: .random(in: 0...UInt64.max))))
      guard replica.visible == nil, case .open = state else { return }
      // Why no link is sought any more, a notice has said; a person may have to answer it.
      if wasStopped || isStopped { return }
      request(
        .failed(
          failure.concernsIdentity ? .identity(failure.reason) : .unreachable(replica.trouble)))
    }
  }
}
