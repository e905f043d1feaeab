/// The cards and columns that an operation is about, each once, in the order in which it names
/// them. An undo is about the things that it takes back, as far as they are known.
public struct EditSubjects: Hashable, Sendable {
  public private(set) var cards: [CardID] = []
  public private(set) var columns: [ColumnID] = []

  public init(_ intent: Intent, undone: UndoneEdits) { add(intent, undone) }

  public init(_ address: FieldAddress) { add(address) }

  public init(_ record: UndoRecord) {
    for step in record.steps { add(step) }
  }

  private mutating func add(_ intent: Intent, _ undone: UndoneEdits) {
    switch intent {
    case .batch(let intents): for intent in intents { add(intent, undone) }
    case .undo(let target, _):
      switch undone[target] {
      case .remembered(let record): for step in record.steps { add(step) }
      case .logged(let intent): add(intent, undone)
      case nil: return
      }
    default:
      let traits = intent.traits
      add(traits.cards, traits.columns + traits.destinations)
    }
  }

  private mutating func add(_ step: UndoStep) {
    add(step.field)
    if case .value(.cardPlace, .cardPlace(let column, _)) = step { add([], [column]) }
  }

  private mutating func add(_ address: FieldAddress) {
    add(address.card.map { [$0] } ?? [], address.column.map { [$0] } ?? [])
  }

  private mutating func add(_ cards: [CardID], _ columns: [ColumnID]) {
    for card in cards where !self.cards.contains(card) { self.cards.append(card) }
    for column in columns where !self.columns.contains(column) { self.columns.append(column) }
  }
}
