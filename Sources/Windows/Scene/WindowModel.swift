import BoardModel
import Screen
import WindowSync

/// The state that all modes of a window work on: the board as it is shown, the focus, the notices.
struct WindowModel: Sendable {
  var session: SessionID
  let user: String
  /// The subject for which the window was opened.
  let subject: Subject
  /// Whether the card for which the window was opened is not on the board, which is shown instead.
  private(set) var isCardGone = false
  /// The card that is open in the place of the board, or beside it. It has the keys; while none of
  /// its texts is typed, the mode is `browsing`.
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
  /// The entries that were typed on cards and not finished when the card was closed.
  var stashedDrafts: [CardID: SectionEntry] = [:]
  /// The thing that gets the focus as soon as the board shows it.
  var awaited: Awaited?

  var status = SyncStatus.reconnecting
  /// The standing as the replica reported it; nothing else sets it.
  private(set) var standing = Standing.writable
  var saving: ViewStateSaving
  var capturesMouse = true
  var notices = NoticeQueue()
  var edits = EditLedger()
  var inbox = Inbox()
  var wall = WallTime()
  /// The board's other windows, in ascending order of their sessions.
  var remoteWindows: [RemoteWindow] = []
  var presenceColours = PresenceColours()
  /// The other windows that are at a card, by card.
  var cardRemoteWindows: [CardID: [RemoteWindow]] = [:]
  /// Whether the board has the keys, so that the last line can say what prevents edits.
  var isAtRest = true
  /// Whether the terminal has the focus, as far as it reports that.
  var isActive = true
  /// The open proposals of the board, in the order in which they were made.
  private(set) var proposals: [Proposal] = []
  private(set) var proposedCards: Set<CardID> = []
  /// Whether an undo of this window was stopped by later changes, and can be forced.
  private(set) var hasGuardedUndo = false
  /// The times until which cards are shown as changed elsewhere.
  private(set) var changed: [CardID: UInt64] = [:]
  var lastClick: Click?
  var carried = Carried()
  /// The newest invitation that was not opened.
  var invitation: CardInvitation?
  var raise = BoardRaise.unneeded

  /// The effects for the shell, in order; they are taken after each event.
  var effects: [WindowEffect] = []

  enum Awaited: Hashable, Sendable {
    case card(CardID)
    case column(ColumnID)
  }

  struct Click: Hashable, Sendable {
    let card: CardID
    let time: UInt64
  }

  /// The milliseconds for which a card is shown as changed: long enough to be noticed, short enough
  /// that the marks do not pile up.
  static let changedMilliseconds: UInt64 = 2_000
  /// The most cards shown as changed at a time: a board that changed as a whole needs no marks.
  private static let maximumChanged = 2_000

  init(
    session: SessionID, user: String, subject: Subject = .board, identifiers: IdentifierSource,
    size: TerminalSize, restored: ViewState = ViewState()
  ) {
    self.session = session
    self.user = user
    self.subject = subject
    self.identifiers = identifiers
    self.size = size
    saving = ViewStateSaving(restored)
    theme = Theme()
  }

  var sizeClass: SizeClass { SizeClass(size) }

  func layout(hasPrompt: Bool = false, hasPanel: Bool = false) -> BoardLayout {
    BoardLayout(
      size: size, count: contents.lanes.count, first: scroll.firstLane, hasPrompt: hasPrompt,
      hasPanel: hasPanel || isDetailBeside, isAlone: isAlone, hasBanner: tombstone != nil,
      footerRows: footerRows)
  }

  /// The layout with the room for the open card.
  func layoutWithCard(hasPrompt: Bool = false) -> BoardLayout {
    layout(hasPrompt: hasPrompt, hasPanel: opened != nil)
  }

  func card(_ id: CardID) -> Card? { board?.card(id) }

  /// The card that keys act on: the open card, else the one that has the focus.
  var focusedCard: Card? { (opened ?? focus.card).flatMap { card($0) } }

  func isFavourite(_ card: CardID) -> Bool { board?.isFavourite(card, of: user) ?? false }

  // MARK: What is shown

  /// - Parameter confirmed: the sequence number of the last confirmed operation on the board.
  mutating func show(_ board: Board, _ change: BoardChange, shown: UInt64, confirmed: UInt64) {
    let isOther = self.board.map { $0.id != board.id } ?? false
    if isOther {
      notices.endAnswer(now: now)
      notices.withdraw(.access, now: now)
      notices.withdraw(.invitation, now: now)
      invitation = nil
      (focus, marked, scroll, awaited) = (Focus(), [], ScrollState(), nil)
      (changed, standing) = ([:], .writable)
      (inbox, stashedDrafts, opened) = (Inbox(), [:], nil)
      _ = raise.handle(.otherBoard)
    }
    self.board = board
    if let id = opened, board.card(id) == nil {
      opened = nil
      report("The card that was open here is gone.", .loss)
    }
    if board.level == board.levels.newest { _ = raise.handle(.raised) }
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

  /// Goes back to an earlier focus, as far as that is still there.
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

  /// Opens a card to be read, with the focus on it if it is visible. No key writes into it before
  /// the person starts to edit.
  mutating func read(_ card: CardID) {
    if focus.move(to: card, in: contents) { revealFocus() }
    if soleCard == nil { opened = card }
  }

  /// Gives the keys back to the board.
  mutating func closeCard() {
    guard let card = opened else { return }
    opened = nil
    // Others may have moved the card while it was read.
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

  /// The time of the next change on the screen without an input; nil if there is none.
  var deadline: UInt64? {
    [notices.deadline, changed.values.min()].compactMap { $0 }.min()
  }

  // MARK: What is told

  /// Shows the result of the person's own action.
  mutating func answer(_ text: String, _ kind: Notice.Kind = .answer) {
    notices.add(Notice(text, kind), now: now)
  }

  /// Shows why something cannot be done.
  mutating func refuse(_ text: String) {
    answer(text, .refusal)
    effects.append(.bell)
  }

  /// Shows what others did, or what happened by itself.
  mutating func report(_ text: String, _ kind: Notice.Kind, about topic: Notice.Topic? = nil) {
    notices.add(Notice(text, kind), about: topic, now: now)
  }

  mutating func keepGuardedUndo(_ text: String) {
    hasGuardedUndo = true
    report(text, .loss, about: .guardedUndo)
  }

  /// Forgets the guarded undo, because it was forced, or because undo would now take back a newer
  /// edit.
  mutating func forgetGuardedUndo() {
    hasGuardedUndo = false
    notices.withdraw(.guardedUndo, now: now)
  }

  mutating func stand(_ standing: Standing) { self.standing = standing }

  // MARK: What is done

  /// Whether a person with at least this role can make edits now; shows why not.
  mutating func mayEdit(_ needed: Role? = .editor) -> Bool {
    guard let refusal = editRefusal(needed) else { return true }
    refuse(refusal)
    return false
  }

  /// Makes edits of what was kept while none could be made.
  mutating func retryStranded() {
    guard board != nil, access == .writable else { return }
    for intent in edits.takeStranded() {
      // An edit that the role forbids is kept until the role allows it.
      if allows(intent.highestRole) { edit(intent) } else { edits.strand(intent) }
    }
  }

  /// - Returns: false if the edit cannot be made; the reason, or the question whether to raise the
  ///   board, has then been shown.
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
