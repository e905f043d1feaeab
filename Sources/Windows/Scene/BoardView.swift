import BoardModel
import WindowSync

/// The board as this window shows it, and the place of the person on it.
struct BoardView: Sendable {
  let user: String
  /// The subject for which the window was opened.
  let subject: Subject
  /// Whether the card for which the window was opened is not on the board, which is shown instead.
  private(set) var isCardGone = false
  private(set) var board: Board?
  private(set) var contents = BoardContents()
  private(set) var filter: Filter?
  private(set) var focus = Focus()
  private(set) var marked: Set<CardID> = []
  /// The card that is open in the place of the board, or beside it. It has the keys; while none of
  /// its texts is typed, the mode is `browsing`.
  private(set) var opened: CardID?
  private var awaited: Awaited?
  /// What the people of the board want to be called.
  var names = DisplayNames()
  /// The open proposals of the board, in the order in which they were made.
  private(set) var proposals: [Proposal] = []
  private(set) var proposedCards: Set<CardID> = []
  /// The times until which cards are shown as changed elsewhere.
  private var changed: [CardID: UInt64] = [:]

  /// A thing that gets the focus as soon as the board shows it.
  enum Awaited: Hashable, Sendable {
    case card(CardID)
    case column(ColumnID)
  }

  /// The milliseconds for which a card is shown as changed: long enough to be noticed, short enough
  /// that the marks do not pile up.
  static let changedMilliseconds: UInt64 = 2_000
  /// The most cards shown as changed at a time: a board that changed as a whole needs no marks.
  private static let maximumChanged = 2_000

  init(_ subject: Subject, user: String) {
    self.subject = subject
    self.user = user
  }

  // MARK: What the board holds

  /// - Returns: whether the card that was open is not on the board any longer.
  mutating func take(_ board: Board) -> Bool {
    if let before = self.board, before.id != board.id {
      (focus, marked, awaited, changed, opened) = (Focus(), [], nil, [:], nil)
    }
    self.board = board
    proposals = board.proposalsInOrder
    proposedCards = Set(proposals.compactMap(\.field.card))
    guard let id = opened, board.card(id) == nil else { return false }
    opened = nil
    return true
  }

  /// Lets go of a board that this user may not read any longer.
  mutating func loseBoard() { self = BoardView(subject, user: user) }

  mutating func markChanged(_ cards: some Collection<CardID>, now: UInt64) {
    for card in cards.prefix(BoardView.maximumChanged) {
      changed[card] = now + BoardView.changedMilliseconds
    }
  }

  func isChanged(_ card: CardID) -> Bool { changed[card] != nil }

  /// The time at which the next card is not shown as changed any longer.
  var deadline: UInt64? { changed.values.min() }

  mutating func advance(to now: UInt64) {
    if !changed.isEmpty { changed = changed.filter { $0.value > now } }
  }

  /// Makes the contents again, for a board, a filter or a subject that is another.
  /// - Parameter follows: whether the focus goes with a card that left its column.
  /// - Returns: whether the thing that was awaited has the focus now.
  mutating func refresh(follows: (CardID) -> Bool) -> Bool {
    guard let board else { return false }
    contents = BoardContents(board, filter: filter, for: shownSubject, user: user)
    if !marked.isEmpty { marked = Set(live(marked)) }
    focus.resolve(in: contents, follows: follows)
    return takeAwaited()
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

  mutating func filter(by filter: Filter?) { self.filter = filter }

  /// Shows the board in the place of a card that it does not hold.
  mutating func loseCard() { isCardGone = true }

  // MARK: The focus

  /// - Parameter thing: the thing that gets the focus as soon as the board shows it, if any.
  mutating func await(_ thing: Awaited?) { awaited = thing }

  mutating func moveFocus(toLane lane: Int, index: Int) {
    focus.move(toLane: lane, index: index, in: contents)
  }

  /// - Returns: false, without a change, if the card is not visible.
  mutating func moveFocus(to card: CardID) -> Bool { focus.move(to: card, in: contents) }

  mutating func moveFocus(byFound step: Int) { focus.move(byFound: step, in: contents) }

  mutating func moveFocusToNearestCard() { focus.moveToNearestCard(in: contents) }

  /// Goes back to an earlier focus, as far as that is still there.
  mutating func refocus(_ earlier: Focus) {
    focus = earlier
    focus.resolve(in: contents) { _ in true }
  }

  // MARK: The open card

  mutating func open(_ card: CardID) { opened = card }

  /// - Returns: the card that was open.
  mutating func close() -> CardID? {
    defer { opened = nil }
    return opened
  }

  // MARK: Marks

  /// - Returns: false if no more cards can be marked.
  mutating func toggleMark(_ card: CardID) -> Bool {
    if marked.remove(card) != nil { return true }
    guard marked.count < ViewState.maximumMarked else { return false }
    marked.insert(card)
    return true
  }

  /// Marks only these cards, as far as they are on the board and not in its archive.
  mutating func mark(only cards: [CardID]) { marked = Set(live(cards)) }
}
