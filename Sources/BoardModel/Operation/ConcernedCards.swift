/// The cards that an operation concerns (SPEC.md HIS-006), each once, in the order it names them.
public struct ConcernedCards: Hashable, Sendable {
  public private(set) var inOrder: [CardID] = []
  private var known: Set<CardID> = []

  /// - Parameter undone: gives the cards that an earlier operation of the board concerns, which
  ///   this one, an undo, takes back; it is called at most once.
  public init<Failure: Error>(
    of committed: CommittedOperation, undone: (OperationID) throws(Failure) -> [CardID]
  ) throws(Failure) {
    add(committed.operation.intent)
    switch committed.outcome {
    case .applied(_, let notes), .merged(let notes): for note in notes { add(note) }
    case .superseded, .rejected: break
    }
    if case .undo(let target, _) = committed.operation.intent {
      for card in try undone(target) { add(card) }
    }
  }

  public func contains(_ card: CardID) -> Bool { known.contains(card) }

  private mutating func add(_ card: CardID) {
    if known.insert(card).inserted { inOrder.append(card) }
  }

  private mutating func add(_ intent: Intent) {
    switch intent {
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .undo, .boardRaise,
      .labelCreate, .receiptsSeen, .receiptSeen:
      break
    case .columnDelete(_, let seen, _): for card in seen { add(card) }
    case .cardMove(let cards, _, _): for card in cards { add(card) }
    case .cardCreate(let card, _, _, _, _), .cardRetitle(let card, _), .cardSplice(let card, _),
      .cardArchive(let card), .cardRestore(let card), .cardFavourite(let card, _),
      .itemAdd(let card, _, _, _), .commentAdd(let card, _, _), .attach(let card, _),
      .detach(let card, _, _), .commentSplice(let card, _, _),
      .textCompact(let card, _, _):
      add(card)
    case .set(let field, _), .settle(let field, _, _, _):
      if let card = field.card { add(card) }
    case .batch(let intents): for intent in intents { add(intent) }
    }
  }

  private mutating func add(_ note: Note) {
    switch note {
    case .onArchivedCard(let card), .inUnsorted(let card), .keptUnseen(let card),
      .unknownCard(let card):
      add(card)
    case .overWIPLimit: break
    case .undoSkipped(let field), .supersededPart(let field, _), .staleRemoval(let field, _):
      if let card = field.card { add(card) }
    }
  }
}
