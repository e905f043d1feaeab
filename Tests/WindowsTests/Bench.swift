import BoardModel
import Screen
import WindowSync

@testable import Windows

/// A window with a board beneath it: what the shell, the replica and a coordinator do for one, without
/// any of them. Edits are ordered at once; others edit through `other`. As a replica does, it tells
/// what was ordered before it shows the board that holds it.
struct Bench {
  static let session = SessionID(high: 1, low: 1)
  static let otherSession = SessionID(high: 2, low: 2)
  static let author = Author(user: "ann", device: "desk")
  /// When everything was ordered.
  static let time: UInt64 = 1_000_000
  static let otherAuthor = Author(user: "bob", device: "lap")

  var window: BoardWindow
  private(set) var board: Board
  private(set) var effects: [WindowEffect] = []
  private(set) var intents: [Intent] = []
  /// What was ordered, from the first operation on.
  var log: [CommittedOperation] = []
  /// Whether the coordinator answers; nil is its reason not to.
  var answersHistory = true
  /// Operations in an answer.
  var historyPage = 3
  /// What the board does not show yet.
  private var unshown: [Operation] = []
  private var counter: UInt64 = 0
  private var otherCounter: UInt64 = 0
  /// When the window wants a timer event.
  private(set) var wakesAt: UInt64?
  var now: UInt64 = 1_000
  /// What the coordinator's clock shows.
  var coordinatorTime = Bench.time
  /// What this window has seen; nil for everything.
  var base: UInt64?
  /// Whether edits show at once, as when the disk answers at once.
  var shows = true

  init(
    _ columns: [(String, [String])] = [], columns width: Int = 80, rows: Int = 24,
    restored: ViewState? = nil, status: SyncStatus = .saved, levels: ModelLevels = .released,
    subject: Subject = .board, team: String? = nil, comes: Bool = true
  ) {
    board = Board(id: BoardID(high: 9, low: 9), levels: levels)
    window = BoardWindow(
      session: Bench.session, user: "ann", subject: subject,
      identifiers: IdentifierSource(high: 7, low: 8),
      size: TerminalSize(columns: width, rows: rows), team: team, restored: restored)
    apply(
      .batch([.boardCreate(title: "Home"), .set(.memberRole(""), .role(.owner))]),
      by: Bench.otherAuthor)
    for (number, (title, cards)) in columns.enumerated() {
      let column = Bench.column(number)
      apply(.columnCreate(column, title: title, at: Anchors()), by: Bench.otherAuthor)
      for (place, card) in cards.enumerated() {
        apply(
          .cardCreate(
            Bench.card(number, place), in: column, title: card, body: "", at: Anchors()),
          by: Bench.otherAuthor)
      }
    }
    send(.status(status))
    guard comes else { return }
    show(BoardChange(reloaded: true))
    effects = []
  }

  /// The board comes, where it was not there at first.
  mutating func come() { show(BoardChange(reloaded: true)) }

  static func column(_ number: Int) -> ColumnID { ColumnID(high: 0xC0, low: UInt64(number)) }

  static func card(_ column: Int, _ place: Int) -> CardID {
    CardID(high: 0xCA00_0000_0000_0000 + UInt64(column), low: UInt64(place))
  }

  // MARK: The person

  /// Characters as they are; names in angle brackets are keys: `<enter>`, `<c-r>`, `<a-b>`.
  mutating func keys(_ text: String) {
    for input in Bench.inputs(text) { send(.input(input)) }
  }

  static func inputs(_ text: String) -> [Input] {
    var inputs: [Input] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"), rest.index(after: rest.startIndex) < end
      {
        inputs.append(named(String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        inputs += first.unicodeScalars.map { .key(.character($0), []) }
        rest.removeFirst()
      }
    }
    return inputs
  }

  private static let names: [String: Key] = [
    "enter": .enter, "esc": .escape, "tab": .tab, "up": .up, "down": .down, "left": .left,
    "right": .right, "home": .home, "end": .end, "bs": .backspace, "del": .delete,
    "pgup": .pageUp, "pgdn": .pageDown, "space": .character(" "), "f1": .function(1),
    "backtab": .backtab, "lt": .character("<"),
  ]

  private static func named(_ name: String) -> Input {
    var modifiers: Modifiers = []
    var name = name
    for (prefix, modifier) in [("c-", Modifiers.control), ("a-", .alt), ("s-", .shift)]
    where name.hasPrefix(prefix) {
      modifiers.insert(modifier)
      name.removeFirst(2)
    }
    if let key = names[name] { return .key(key, modifiers) }
    guard let scalar = name.unicodeScalars.first else { return .focus(true) }
    return .key(.character(scalar), modifiers)
  }

  mutating func paste(_ text: String) { send(.input(.paste(Paste(text)))) }

  mutating func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
    send(.input(.mouse(MouseEvent(action, at: Position(column: column, row: row)))))
  }

  // MARK: The shell

  mutating func send(_ event: WindowEvent) {
    let new = window.handle(event, now: now)
    effects += new
    for effect in new { perform(effect) }
  }

  private mutating func perform(_ effect: WindowEffect) {
    switch effect {
    case .edit(let intent): make(intent)
    case .reclaim: send(.standing(.reclaiming))
    case .undo(let force):
      let mine = board.undo.lastUndoable { $0.stamp.operation.session == Bench.session }
      guard let mine else { return send(.refused(nil, .nothingToUndo)) }
      make(.undo(target: mine.stamp.operation, force: force))
    case .redo(let force):
      let mine = board.undo.lastRedoable { $0.stamp.operation.session == Bench.session }
      guard let mine else { return send(.refused(nil, .nothingToRedo)) }
      make(.undo(target: mine.stamp.operation, force: force))
    case .fetchCardHistory(let card, let from): answerHistory(card, from)
    case .fetchOperation(let sequence):
      send(
        answersHistory
          ? .operation(log.first { $0.sequence == sequence }) : .operationUnavailable)
    case .wake(let time): wakesAt = time
    default: break
    }
  }

  private mutating func answerHistory(_ card: CardID, _ from: UInt64) {
    guard answersHistory else {
      return send(.cardHistoryUnavailable(from: from, reason: "there is no link"))
    }
    var concerned: [OperationID: [CardID]] = [:]
    let found = log.filter { committed in
      let cards = ConcernedCards(of: committed) { concerned[$0] ?? [] }
      concerned[committed.id] = cards.inOrder
      return cards.contains(card) && committed.sequence >= from
    }
    send(
      .cardHistory(
        Array(found.prefix(historyPage)), from: from, sequence: board.sequence,
        time: coordinatorTime))
  }

  private mutating func make(_ intent: Intent) {
    counter += 1
    let operation = Operation(
      id: OperationID(session: Bench.session, epoch: 1, counter: counter),
      base: base ?? board.sequence,
      queued: false, intent: intent)
    intents.append(intent)
    unshown.append(operation)
    send(.made(operation.id, intent))
    if shows { showPending() }
  }

  /// The disk answered: what waited is on the board and ordered.
  mutating func showPending() {
    while !unshown.isEmpty {
      let operation = unshown.removeFirst()
      let committed = order(operation, by: Bench.author)
      let outcome = committed.outcome
      send(.committed([committed], time: coordinatorTime))
      show(BoardChange(own: true))
      send(.settled(operation, outcome))
    }
  }

  /// The disk has what waited, but nobody told the window.
  mutating func orderUnshown() {
    for operation in unshown { _ = order(operation, by: Bench.author) }
    unshown = []
  }

  /// The disk never got what waited.
  mutating func forgetUnshown() {
    counter -= UInt64(unshown.count)
    unshown = []
  }

  /// Another process takes the window up.
  mutating func reopen(_ state: ViewState) {
    window = BoardWindow(
      session: Bench.session, user: "ann", subject: window.model.view.subject,
      identifiers: IdentifierSource(high: 17, low: 18),
      size: window.model.viewport.size, restored: state)
    (effects, intents, wakesAt, shows) = ([], [], nil, true)
    show(BoardChange(reloaded: true))
  }

  /// The disk did not take the last edit: its counter will be another's.
  mutating func takeBackLast() {
    unshown.removeLast()
    counter -= 1
  }

  private mutating func show(_ change: BoardChange) {
    let shown = unshown.first.map { $0.id.counter - 1 } ?? counter
    send(.board(board, change: change, shown: shown))
  }

  /// Time passes; timers that are due fire.
  mutating func wait(_ milliseconds: UInt64) {
    let end = now + milliseconds
    while let time = wakesAt, time <= end {
      now = max(now, time)
      wakesAt = nil
      send(.timer)
    }
    now = end
  }

  // MARK: Others

  /// Somebody else edits; the window learns of it.
  @discardableResult
  mutating func other(
    _ intent: Intent, base: UInt64? = nil, touches cards: [CardID] = [],
    by author: Author = Bench.otherAuthor, shows: Bool = true
  ) -> Outcome {
    let committed = apply(intent, by: author, base: base)
    guard shows else { return committed.outcome }
    send(.committed([committed], time: coordinatorTime))
    show(BoardChange(cards: cards))
    return committed.outcome
  }

  /// An edit that a third window made without a link reaches the coordinator.
  mutating func otherQueues(
    _ intent: Intent, base: UInt64, as session: SessionID = SessionID(high: 3, low: 1),
    by author: Author = Bench.otherAuthor
  ) {
    otherCounter += 1
    let operation = Operation(
      id: OperationID(session: session, epoch: 1, counter: otherCounter),
      base: base, queued: true, intent: intent)
    let committed = order(operation, by: author)
    send(.committed([committed], time: coordinatorTime))
    show(BoardChange())
  }

  @discardableResult
  mutating func apply(
    _ intent: Intent, by author: Author, base: UInt64? = nil
  ) -> CommittedOperation {
    otherCounter += 1
    let operation = Operation(
      id: OperationID(session: Bench.otherSession, epoch: 1, counter: otherCounter),
      base: base ?? board.sequence, queued: false, intent: intent)
    return order(operation, by: author)
  }

  private mutating func order(_ operation: Operation, by author: Author) -> CommittedOperation {
    let outcome = board.apply(
      operation, sequence: board.sequence + 1, time: Bench.time, author: author)
    let committed = CommittedOperation(
      sequence: board.sequence, time: Bench.time, author: author, operation: operation,
      outcome: outcome)
    log.append(committed)
    return committed
  }

  // MARK: What is to be seen

  /// The rows without the blanks at their ends.
  var screen: [String] { Bench.trimmed(window.render()) }

  static func trimmed(_ grid: Grid) -> [String] {
    (0..<grid.size.rows).map { row in
      var text = grid.text(ofRow: row)
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  func titles(_ column: Int) -> [String] {
    board.liveCards(in: Bench.column(column)).map(\.title.value)
  }

  var lastIntent: Intent? { intents.last }
  var notice: String? { window.model.notices.current?.text }
  var focused: String? { window.model.view.focusedCard?.title.value }

  /// The list of this kind that stands over the board; nil if none does.
  func list<List: OverlayList>(_ kind: List.Type) -> List? {
    if case .list(let list, _) = window.mode { list as? List } else { nil }
  }

  mutating func forgetEffects() { effects = [] }
}
