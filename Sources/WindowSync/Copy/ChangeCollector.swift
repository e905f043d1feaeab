import BoardModel

/// Gathers the differences of the visible board over one turn.
struct ChangeCollector {
  private var cards: Set<CardID> = []
  private var columns: Set<ColumnID> = []
  private var orderChanged = false
  private var own = false
  private var reloaded = false
  private var any = false

  /// The changes since the last call; nil if there are none.
  mutating func take() -> BoardChange? {
    guard any else { return nil }
    defer { self = ChangeCollector() }
    return BoardChange(
      cards: cards.sorted(), columns: columns.sorted(), orderChanged: orderChanged, own: own,
      reloaded: reloaded)
  }

  mutating func reload() {
    reloaded = true
    orderChanged = true
    any = true
  }

  /// Notes an operation of this window that is shown, or is decided.
  mutating func noteOwn(_ operation: Operation, on board: Board) {
    own = true
    any = true
    note(operation.intent, on: board, marking: false)
  }

  /// Notes an operation of another window that takes effect on `board`, which does not have it yet.
  mutating func noteOther(_ operation: Operation, on board: Board) {
    any = true
    note(operation.intent, on: board, marking: true)
  }

  /// Notes an operation of another window that changed nothing but its author's receipts.
  mutating func noteRejected() { any = true }

  private mutating func note(_ intent: Intent, on board: Board, marking: Bool) {
    switch intent {
    case .batch(let intents):
      for intent in intents { note(intent, on: board, marking: marking) }
    case .undo(let target, _):
      for step in board.undo.record(of: target)?.steps ?? [] { note(step, marking) }
    case .columnDelete(let id, _, _):
      orderChanged = true
      mark(id, marking)
      for card in board.liveCards(in: id) { mark(card.id, marking) }
    default:
      let traits = intent.traits
      guard traits.isSeenByOthers else { return }
      if traits.movesThings { orderChanged = true }
      for card in traits.cards { mark(card, marking) }
      for column in traits.columns { mark(column, marking) }
    }
  }

  private mutating func note(_ step: UndoStep, _ marking: Bool) {
    switch step.field {
    case .boardTitle, .boardArchived, .favourite: return
    case .columnPlace, .columnDeleted, .cardPlace, .cardArchived: orderChanged = true
    default: break
    }
    mark(step.field, marking)
  }

  private mutating func mark(_ address: FieldAddress, _ marking: Bool) {
    if let card = address.card { mark(card, marking) }
    if let column = address.column { mark(column, marking) }
  }

  private mutating func mark(_ id: CardID, _ marking: Bool) {
    if marking { cards.insert(id) }
  }

  private mutating func mark(_ id: ColumnID, _ marking: Bool) {
    if marking { columns.insert(id) }
  }
}
