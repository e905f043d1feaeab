import BoardModel
import Screen
import WindowSync
import Wording

/// The state that all modes of a window work on, in parts that each keep their own rules; what
/// needs several of them is done here.
struct WindowModel: Sendable {
  private(set) var session: SessionID
  var identifiers: IdentifierSource
  /// What the team is called on this device; nil where the device knows no other.
  let team: String?

  // What is shown.
  var view: BoardView
  var viewport: Viewport

  // What is told.
  private(set) var clock = ModelClock()
  var notices = NoticeQueue()
  var inbox = Inbox()
  var others = Others()
  private(set) var status = SyncStatus.reconnecting
  /// The standing as the replica reported it; nothing else sets it.
  private(set) var standing = Standing.writable

  /// The boards of this user, as the coordinator listed them last.
  private(set) var boards: [BoardListing] = []

  // What is edited.
  var edits = EditLedger()
  var raise = BoardRaise.unneeded
  var saving: ViewStateSaving

  // What is dragged.
  var carried = Carried()

  /// The effects for the shell, in order; they are taken after each event.
  var effects: [WindowEffect] = []

  init(
    session: SessionID, user: String, subject: Subject = .board, identifiers: IdentifierSource,
    size: TerminalSize, theme: Theme = Theme(), team: String? = nil,
    restored: ViewState = ViewState()
  ) {
    self.session = session
    self.team = team
    self.identifiers = identifiers
    view = BoardView(subject, user: user)
    viewport = Viewport(size, theme)
    saving = ViewStateSaving(restored)
  }

  var user: String { view.user }

  /// Whether this window's person wrote it here.
  func isOwn(_ stamp: Stamp) -> Bool { stamp.isOwn(of: user, in: session) }
  var board: Board? { view.board }
  var now: UInt64 { clock.now }

  var words: Wording { view.words }

  func card(_ id: CardID) -> Card? { view.card(id) }

  /// What a frame is made from, as everything is now.
  var scene: Scene {
    Scene(
      view: view, viewport: viewport, clock: clock, standing: standing, team: team,
      footerRows: footerRows)
  }

  /// What can be said of receipts, as everything is now.
  var receipts: ReceiptReader {
    ReceiptReader(session: session, inbox: inbox, edits: edits, view: view, clock: clock)
  }

  // MARK: What is shown

  /// - Parameter confirmed: the sequence number of the last confirmed operation on the board.
  mutating func show(_ board: Board, _ change: BoardChange, shown: UInt64, confirmed: UInt64) {
    if let before = self.board, before.id != board.id {
      leaveBoard()
      standing = .writable
    }
    let opened = view.opened
    if view.take(board) {
      let why = opened.flatMap { purge(of: $0, as: "the card that was open here") }
      report("\(why ?? "The card that was open here is gone").", .loss)
    }
    if board.level == board.levels.newest { _ = raise.handle(.raised) }
    edits.boardShows(shown)
    tellUndone()
    gatherReceipts(confirmed: confirmed)
    view.markChanged(change.cards, now: now)
    refreshContents()
  }

  /// Shows nothing any longer of a board that this user may not read.
  mutating func loseBoard() {
    leaveBoard()
    if carried.dragged != nil { carry(.release) }
    others = Others()
    view.loseBoard()
  }

  /// Forgets what was about the board that is not shown from now on.
  private mutating func leaveBoard() {
    notices.endAnswer()
    notices.withdraw(.access)
    notices.withdraw(.invitation)
    _ = others.takeInvitation()
    viewport.resetScroll()
    inbox = Inbox()
    edits.dropStashed()
    _ = raise.handle(.otherBoard)
  }

  mutating func setFilter(_ filter: Filter?) {
    guard filter != view.filter else { return }
    let sought = view.focus.card
    view.filter(by: filter)
    refreshContents()
    if filter != nil, view.focus.card == nil || view.focus.card != sought {
      view.moveFocusToNearestCard()
    }
    revealFocus()
  }

  /// Goes back to an earlier focus, as far as that is still there.
  mutating func refocus(_ earlier: Focus) {
    view.refocus(earlier)
    revealFocus()
  }

  private mutating func refreshContents() {
    guard let board else { return }
    let wasVisible = scene.isFocusVisible
    let (session, user, edits) = (session, user, edits)
    let found = view.refresh { id in
      board.card(id)?.column.stamp.isOwn(of: user, in: session) == true || edits.isMoving(id)
    }
    if wasVisible || found { revealFocus() } else { clampScroll() }
  }

  /// Opens a card to be read, with the focus on it if it is visible. No key writes into it before
  /// the person starts to edit.
  mutating func read(_ card: CardID) {
    if view.moveFocus(to: card) { revealFocus() }
    if view.soleCard == nil { view.open(card) }
  }

  /// Gives the keys back to the board.
  mutating func closeCard() {
    // Others may have moved the card while it was read.
    if let card = view.close(), view.moveFocus(to: card) { revealFocus() }
  }

  /// Shows the board in the place of a card that it does not hold.
  mutating func loseCard() {
    view.loseCard()
    refreshContents()
    revealFocus()
  }

  // MARK: What is scrolled

  /// Scrolls within what is on the screen now.
  mutating func scroll(_ body: (inout Scene) -> Void) {
    var scene = scene
    body(&scene)
    viewport = scene.viewport
  }

  mutating func revealFocus(hasPrompt: Bool = false) {
    scroll { $0.revealFocus(hasPrompt: hasPrompt) }
  }

  mutating func clampScroll() { scroll { $0.clampScroll() } }

  mutating func moveFocus(toLane lane: Int, index: Int, hasPrompt: Bool = false) {
    view.moveFocus(toLane: lane, index: index)
    revealFocus(hasPrompt: hasPrompt)
  }

  // MARK: Time

  /// - Parameter time: the time of day in milliseconds since 1970.
  mutating func set(_ time: UInt64, zone: LocalZone? = nil) { clock.set(time, zone: zone) }

  mutating func advance(to time: UInt64) {
    clock.advance(to: time)
    notices.advance(to: now)
    view.advance(to: now)
  }

  /// The time of the next change on the screen without an input; nil if there is none.
  var deadline: UInt64? { [notices.deadline, view.deadline].compactMap { $0 }.min() }

  mutating func know(_ boards: [BoardListing]) { self.boards = boards }

  /// A warning that other boards are called so; nil where none is known.
  /// - Parameter board: the board that is to be called so; nil for a new one.
  func sameTitle(_ title: String, besides board: BoardID?) -> String? {
    Wording.sameTitle(
      boards.filter { $0.id != board && Wording.isSameTitle($0.title, title) }.map(\.id))
  }

  // MARK: What the replica reports

  mutating func stand(_ standing: Standing) { self.standing = standing }

  /// Asks again what could not be asked before the link changed.
  mutating func take(_ status: SyncStatus) {
    self.status = status
    inbox.linkChanged()
    findWindows()
  }

  /// Goes on as another session, whose edits are counted anew.
  mutating func restart(as session: SessionID) {
    inbox.wasCalled(self.session)
    self.session = session
    edits.restart()
  }
}
