import BoardModel
import Launcher
import NIOCore
import Screen
import WindowStore
import WindowSync
import Windows
import Wire

/// Runs one window, from opening its files to closing them. It carries events and effects between
/// its two machines, the link, the disk and the terminal, and decides nothing itself. It may be
/// used only on its event loop.
final class WindowRun {
  enum Request {
    case suspend
    case quit
    case switchBoard(BoardID)
    case createBoard(BoardID, title: String)
    /// The window was closed from elsewhere; the text is a sentence about it.
    case ended(String)
    /// There is nothing to show now or later.
    case failed(WindowFailure)
  }

  /// What was kept of the window, and what was lost, when it was left.
  struct ExitSummary: Equatable {
    /// Whether the window's files stay for the next time.
    let isKept: Bool
    /// How many edits the coordinator does not have.
    let unsentEdits: Int
    let drafts: Int
    /// How many typed texts are on no disk.
    let lostTexts: Int
    /// The command that shows the window again.
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
  /// Follows which boards there are while the window has none.
  var boardsWatch: BoardsWatch?
  var state = State.open
  var queue: [Event] = []
  /// The board that is to be saved as soon as the window shows it, or something else goes to disk.
  var unsavedBoard: SavedBoard?
  private var isHandling = false
  var replicaTimer: Scheduled<Void>?
  var windowTimer: Scheduled<Void>?
  var editing: RunningEditor
  /// Whether another program has the terminal.
  var isLent = false
  /// The minute since 1970 of the time of day that the window was told last.
  private var toldMinute: UInt64 = 0
  var openings = WindowOpenings()
  var openingTimer: Scheduled<Void>?
  let activity: Activity
  var renewal = Renewal()
  var renewalTimer: Scheduled<Void>?
  /// What this process has locked for a renewal that is under way.
  var heldRenewal: HeldRenewal?
  var dialWatch = DialWatch()
  var dialWatchTimer: Scheduled<Void>?

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
        board: session.board, session: session.session, instance: opened.begun.instance,
        author: setting.author, configuration: session.configuration,
        window: WindowIdentity(
          activity: opened.activity, place: setting.terminal.description,
          arrival: opened.arrival, previous: opened.begun.confirmed)),
      saved: opened.saved)
    let view = (try? opened.files.view()).flatMap { $0 }.flatMap { try? ViewState(bytes: $0) }
    window = BoardWindow(
      session: session.session, user: setting.author.user,
      subject: opened.activity.subject ?? .board,
      identifiers: IdentifierSource(
        high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max)),
      size: screen.size, theme: setting.theme, team: setting.team, restored: view)
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
      reduceBodies()
    }
    if replica.pending.isEmpty { finishEditing(through: .max) }
    handle(.replica(.start(wallClock: WindowClock.wall)))
    renew(.unlinked)
    screen.requestFrame()
  }

  /// Closes the link and saves what is to be saved. `close` gives the session up, unless something
  /// would be lost with it.
  func leave(close: Bool, then: @escaping (ExitSummary) -> Void) {
    guard case .open = state else { return }
    let gives =
      close && window.viewState.drafts.isEmpty && editing.isEmpty && files.cuts.isEmpty
    state = .leaving(close: gives, then: then)
    handle(.replica(.leave(close: gives)))
  }

  // MARK: Events

  /// Tells the window the time of day once a minute at most, since a new day may begin while it is
  /// open.
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
      // Emptying the queue only at its end keeps long turns linear.
      if next == queue.count {
        (queue, next) = ([], 0)
        if unsavedBoard != nil { saveBoard(picture: window.picture()) }
      }
    }
    isHandling = false
  }

  private func tell(_ event: ReplicaEvent) {
    let session = replica.identity.session
    let newest = replica.newest?.id
    let wasLinked = isLinked
    let effects = replica.handle(event, now: setting.clock.now)
    if replica.identity.session != session { beganSession() }
    answer(event, after: newest)
    for effect in effects { perform(effect) }
    if isLinked != wasLinked { renew(isLinked ? .linked : .unlinked) }
    watchFiles(isApart ? .apart : .settled)
  }

  private func beganSession() {
    editing.renumbered(pending: replica.shownThrough)
    queue.append(.window(.session(replica.identity.session)))
  }

  /// Tells the window the identifier of the edit it asked for, before anything that follows from
  /// the edit.
  private func answer(_ event: ReplicaEvent, after newest: OperationID?) {
    switch event {
    case .edit, .undo, .redo:
      guard let made = replica.newest, made.id != newest else { return }
      queue.append(.window(.made(made.id, made.intent)))
    default: return
    }
  }

  /// Whether the replica has given up looking for a link.
  private var isStopped: Bool {
    if case .stopped = replica.status { true } else { false }
  }

  /// The milliseconds from which on a refused renewal is worth a warning.
  private static let longRefusal: UInt32 = 10_000

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
      // One that is short is by chance, as where many renew.
      if failure.concern == .renewal, failure.retryAfter >= WindowRun.longRefusal {
        renew(.refusedLate(reason: failure.reason))
      }
      if case .readOnly(.revoked) = replica.standing, setting.way.access.isSuperseded {
        return handle(.replica(.resumeNow))
      }
      guard replica.visible == nil, case .open = state else { return }
      // A notice has already said why no link is sought any more, and a person may have to answer
      // it.
      if wasStopped || isStopped { return }
      request(
        .failed(
          failure.concernsIdentity ? .identity(failure.reason) : .unreachable(replica.trouble)))
    }
  }
}
