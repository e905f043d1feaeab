/// The cards that an operation concerns (SPEC.md HIS-006), each once, in the order it names them.
public struct ConcernedCards: Hashable, Sendable {
  public private(set) var inOrder: [CardID] = []
  private var known: Set<CardID> = []

  /// - Parameter undone: gives the cards that an earlier operation of the board concerns, which
  ///   this one, an undo, takes back; it is called at most once.
  public init<Failure: Error>(
    of committed: CommittedOperation, undone: (OperationID) throws(Failure) -> [CardID]
  ) throws(Failure) {
    guard let intent = committed.operation?.intent else { return }
    add(intent)
    switch committed.outcome {
    case .applied(_, let notes), .merged(let notes): for note in notes { add(note) }
    case .superseded, .rejected: break
    }
    if case .undo(let target, _) = intent {
      for card in try undone(target) { add(card) }
    }
  }

  public func contains(_ card: CardID) -> Bool { known.contains(card) }

  private mutating func add(_ card: CardID) {
    if known.insert(card).inserted { inOrder.append(card) }
  }

  private mutating func add(_ intent: Intent) {
    if case .batch(let intents) = intent {
      for intent in intents { add(intent) }
    } else {
      for card in intent.traits.cards { add(card) }
    }
  }

  private mutating func add(_ note: Note) {
    switch note {
    case .onArchivedCard(let card), .inUnsorted(let card), .keptUnseen(let card),
      .unknownCard(let card):
      add(card)
    case .overWIPLimit: break
    case .undoSkipped(let field), .supersededPart(let field, _), .staleRemoval(let field, _),
      .deletedLeft(let field):
      if let card = field.card { add(card) }
    }
  }
}
