import BoardModel
import Screen
import WindowSync

/// What every mode of a window works on: the board as it is shown, where the focus is, what is told.
struct WindowModel: Sendable {
  var session: SessionID
  let user: String
  /// What the window was opened for.
  let subject: Subject
  /// The card it was opened for is not on the board: it shows the board instead.
  private(set) var isCardGone = false
  /// The card that is open in the place of the board, or beside it. It has the keys; while none of its
  /// texts is typed, the mode is `browsing`.
  private(set) var opened: CardID?
  var identifiers: IdentifierSource
  var now: UInt64 = 0
  var size: TerminalSize
  var theme: Theme

  private(set) var board: Board?
  private(set) var contents = BoardContents()
  private(set) var filter: Filter?
  var focus = Focus()
  var marked: Set<CardID> = []
  var scroll = ScrollState()
  var detail = Detail()
  /// Typed on cards that were closed before it was done.
  var stashedDrafts: [CardID: SectionEntry] = [:]
  /// Is focused as soon as the board shows it.
  var awaited: Awaited?

  var status = SyncStatus.reconnecting
  /// As the replica told it, and nobody else.
  private(set) var standing = Standing.writable
  /// What is typed is on the screen only: so many texts, and why no disk has them.
  var unkept: (count: Int, reason: String)?
  var capturesMouse = true
  var notices = NoticeQueue()
  var edits = EditLedger()
  var inbox = Inbox()
  var wall = WallTime()
  /// The board's other windows, in ascending order of their sessions.
  var remoteWindows: [RemoteWindow] = []
  var presenceColours = PresenceColours()
  /// Those that are about a card, by it.
  var cardRemoteWindows: [CardID: [RemoteWindow]] = [:]
  /// Keys are the board's: the last line has room for what stands in the way of edits.
  var isAtRest = true
  /// Whether the terminal has the focus, as far as it says.
  var isActive = true
  /// The open ones of the board, in the order they were made.
  private(set) var proposals: [Proposal] = []
  private(set) var proposedCards: Set<CardID> = []
  /// An undo of this window that later changes stopped, and that can be forced.
  private(set) var hasGuardedUndo = false
  /// Until when cards are shown as changed elsewhere.
  private(set) var changed: [CardID: UInt64] = [:]
  var lastClick: Click?
  var carried = Carried()
  /// The newest one that was not looked at.
  var invitation: CardInvitation?
  var raise = BoardRaise.unneeded

  /// What the shell is to do, in order; taken after each event.
  var effects: [WindowEffect] = []

  enum Awaited: Hashable, Sendable {
    case card(CardID)
    case column(ColumnID)
  }

  struct Click: Hashable, Sendable {
    let card: CardID
    let time: UInt64
  }

  /// Long enough to be noticed, short enough not to pile up.
  static let changedMilliseconds: UInt64 = 2_000
  /// Cards shown as changed at a time: a whole board that changed needs no marks.
  private static let maximumChanged = 2_000

  init(
    session: SessionID, user: String, subject: Subject = .board, identifiers: IdentifierSource,
    size: TerminalSize
  ) {
    self.session = session
    self.user = user
    self.subject = subject
    self.identifiers = identifiers
    self.size = size
    theme = Theme()
  }

  var sizeClass: SizeClass { SizeClass(size) }

  func layout(hasPrompt: Bool = false, hasPanel: Bool = false) -> BoardLayout {
    BoardLayout(
      size: size, count: contents.lanes.count, first: scroll.firstLane, hasPrompt: hasPrompt,
      hasPanel: hasPanel || isDetailBeside, isAlone: isAlone, hasBanner: tombstone != nil,
      footerRows: footerRows)
  }

  /// With the open card in it.
  func layoutWithCard(hasPrompt: Bool = false) -> BoardLayout {
    layout(hasPrompt: hasPrompt, hasPanel: opened != nil)
  }

  func card(_ id: CardID) -> Card? { board?.card(id) }

  /// What keys act on: the open card, else the one that has the focus.
  var focusedCard: Card? { (opened ?? focus.card).flatMap { card($0) } }

  func isFavourite(_ card: CardID) -> Bool { board?.isFavourite(card, of: user) ?? false }

  // MARK: What is shown

  /// - Parameter confirmed: the last operation on it that the coordinator ordered.
  mutating func show(_ board: Board, _ change: BoardChange, shown: UInt64, confirmed: UInt64) {
    let isOther = self.board.map { $0.id != board.id } ?? false
    if isOther {
      notices.endAnswer(now: now)
      notices.withdraw(.access, now: now)
      notices.withdraw(.invitation, now: now)
      invitation = nil
      (focus, marked, scroll, awaited) = (Focus(), [], ScrollState(), nil)
      (changed, standing) = ([:], .writable)
      (inbox, raise, stashedDrafts, opened) = (Inbox(), .unneeded, [:], nil)
    }
    self.board = board
    if let id = opened, board.card(id) == nil {
      opened = nil
      report("The card that was open here is gone.", .loss)
    }
    if raise == .asked, board.level == board.levels.newest { raise = .unneeded }
    proposals = board.proposalsInOrder
    proposedCards = Set(proposals.compactMap(\.field.card))
    edits.boardShows(shown)
    tellUndone()
    gatherReceipts(confirmed: confirmed)
    for card in change.cards.prefix(WindowModel.maximumChanged) {
      changed[card] = now + WindowModel.changedMilliseconds
    }
    refreshContents()
  }

  mutating func setFilter(_ filter: Filter?) {
    guard filter != self.filter else { return }
    self.filter = filter
    let sought = focus.card
    refreshContents()
    if filter != nil, focus.card == nil || focus.card != sought {
      focus.moveToNearestCard(in: contents)
    }
    revealFocus()
  }

  /// Goes back to where the focus was, as far as that is still there.
  mutating func refocus(_ earlier: Focus) {
    focus = earlier
    focus.resolve(in: contents) { _ in true }
    revealFocus()
  }

  private mutating func refreshContents() {
    guard let board else { return }
    let wasVisible = isFocusVisible
    contents = BoardContents(board, filter: filter, for: shownSubject, user: user)
    if !marked.isEmpty {
      marked = marked.filter { board.card($0).map { !$0.archived.value } ?? false }
    }
    let (session, edits) = (session, edits)
    focus.resolve(in: contents) { id in
      board.card(id)?.column.stamp.operation.session == session || edits.isMoving(id)
    }
    let found = takeAwaited()
    if wasVisible || found { revealFocus() } else { clampScroll() }
  }

  /// Opens a card to be read, with the focus on it where it is to be seen. No key writes into it before
  /// the person says so.
  mutating func read(_ card: CardID) {
    if focus.move(to: card, in: contents) { revealFocus() }
    if soleCard == nil { opened = card }
  }

  /// Gives the keys back to the board.
  mutating func closeCard() {
    guard let card = opened else { return }
    opened = nil
    // Others may have moved it while it was read.
    if focus.move(to: card, in: contents) { revealFocus() }
  }

  /// Shows the board in the place of a card that it does not hold.
  mutating func loseCard() {
    isCardGone = true
    refreshContents()
    revealFocus()
  }

  private mutating func takeAwaited() -> Bool {
    switch awaited {
    case .card(let id):
      guard focus.move(to: id, in: contents) else { return false }
    case .column(let id):
      guard let lane = contents.index(of: id) else { return false }
      focus.move(toLane: lane, index: 0, in: contents)
    case nil: return false
    }
    awaited = nil
    return true
  }

  // MARK: Time

  var isChangeShown: Bool { !changed.isEmpty }

  func isChanged(_ card: CardID) -> Bool { changed[card] != nil }

  mutating func advance(to time: UInt64) {
    now = max(now, time)
    notices.advance(to: now)
    if !changed.isEmpty { changed = changed.filter { $0.value > now } }
  }

  /// When the next thing on the screen goes away by itself.
  var deadline: UInt64? {
    [notices.deadline, changed.values.min()].compactMap { $0 }.min()
  }

  // MARK: What is told

  /// Tells what came of what the person did.
  mutating func answer(_ text: String, _ kind: Notice.Kind = .answer) {
    notices.add(Notice(text, kind), now: now)
  }

  /// Says why something cannot be done.
  mutating func refuse(_ text: String) {
    answer(text, .refusal)
    effects.append(.bell)
  }

  /// Tells what others did, or what happened by itself.
  mutating func report(_ text: String, _ kind: Notice.Kind, about topic: Notice.Topic? = nil) {
    notices.add(Notice(text, kind), about: topic, now: now)
  }

  mutating func keepGuardedUndo(_ text: String) {
    hasGuardedUndo = true
    report(text, .loss, about: .guardedUndo)
  }

  /// It was forced, or something newer is what undo takes back.
  mutating func forgetGuardedUndo() {
    hasGuardedUndo = false
    notices.withdraw(.guardedUndo, now: now)
  }

  mutating func stand(_ standing: Standing) { self.standing = standing }

  // MARK: What is done

  /// Whether edits can be made, by who has at least this role; says why not.
  mutating func mayEdit(_ needed: Role? = .editor) -> Bool {
    guard let refusal = editRefusal(needed) else { return true }
    refuse(refusal)
    return false
  }

  /// Makes edits of what was kept while none could be made.
  mutating func retryStranded() {
    guard board != nil, access == .writable else { return }
    for intent in edits.takeStranded() {
      // What the role forbids stays until it does not.
      if allows(intent.highestRole) { edit(intent) } else { edits.strand(intent) }
    }
  }

  /// - Returns: false, and the reason is told, if nothing can be edited.
  @discardableResult
  mutating func edit(_ intent: Intent) -> Bool {
    guard mayEdit(intent.highestRole) else { return false }
    guard let intent = raising(intent) else { return false }
    forgetGuardedUndo()
    effects.append(.edit(intent))
    edits.ask(intent)
    return true
  }
}
