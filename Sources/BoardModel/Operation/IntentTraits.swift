/// What there is to know of an intent besides what it does to a board. A new intent has its row in
/// `Intent.traits`, and nothing else asks for it by name to learn one of these things.
public struct IntentTraits: Hashable, Sendable {
  /// The lowest role that may do it; nil for the creation of a board, which nobody has a role on
  /// yet, and for what is checked in parts.
  public var neededRole: Role?
  /// The cards it is about, in the order in which it names them.
  public var cards: [CardID]
  /// The columns it is about.
  public var columns: [ColumnID]
  /// The columns to which it brings cards.
  public var destinations: [ColumnID]
  /// Whether cards or columns may stand elsewhere, or in another column, after it.
  public var movesThings: Bool
  /// Whether other users see what it changes.
  public var isSeenByOthers: Bool
  /// Whether a rejection makes a receipt. It does not where the author sees it at once, and loses
  /// nothing.
  public var isReportedWhenRejected: Bool

  fileprivate init(
    _ neededRole: Role?, cards: [CardID] = [], columns: [ColumnID] = [],
    destinations: [ColumnID] = [], movesThings: Bool = false, isSeenByOthers: Bool = true,
    isReportedWhenRejected: Bool = true
  ) {
    self.neededRole = neededRole
    self.cards = cards
    self.columns = columns
    self.destinations = destinations
    self.movesThings = movesThings
    self.isSeenByOthers = isSeenByOthers
    self.isReportedWhenRejected = isReportedWhenRejected
  }

  /// An intent that writes this field.
  fileprivate init(writing field: FieldAddress, _ neededRole: Role?) {
    self.init(
      neededRole, cards: field.card.map { [$0] } ?? [], columns: field.column.map { [$0] } ?? [])
  }
}

extension Intent {
  /// Those of a batch and of an undo say nothing of the edits in it, or behind it.
  public var traits: IntentTraits {
    switch self {
    case .boardCreate: IntentTraits(nil, movesThings: true)
    case .boardRename, .boardRaise: IntentTraits(.owner)
    case .columnCreate(let id, _, _), .columnMove(let id, _):
      IntentTraits(.editor, columns: [id], movesThings: true)
    case .columnRename(let id, _): IntentTraits(.editor, columns: [id])
    case .columnDelete(let id, let seen, let disposition):
      IntentTraits(
        .editor, cards: seen, columns: [id], destinations: disposition.target.map { [$0] } ?? [],
        movesThings: true)
    case .cardCreate(let id, let column, _, _, _):
      IntentTraits(.editor, cards: [id], destinations: [column], movesThings: true)
    case .cardMove(let ids, let column, _):
      IntentTraits(.editor, cards: ids, destinations: [column], movesThings: true)
    case .cardArchive(let id), .cardRestore(let id):
      IntentTraits(.editor, cards: [id], movesThings: true)
    case .cardRetitle(let id, _), .cardSplice(let id, _), .itemAdd(let id, _, _, _),
      .attach(let id, _), .detach(let id, _, _):
      IntentTraits(.editor, cards: [id])
    case .cardFavourite(let id, _): IntentTraits(.viewer, cards: [id], isSeenByOthers: false)
    case .labelCreate: IntentTraits(.editor)
    case .commentAdd(let id, _, _), .commentSplice(let id, _, _):
      IntentTraits(.commenter, cards: [id])
    case .textCompact(let id, _, _): IntentTraits(.editor, cards: [id], isSeenByOthers: false)
    case .purge(let target):
      IntentTraits(.owner, cards: target.card.map { [$0] } ?? [], movesThings: true)
    case .set(let field, _): IntentTraits(writing: field, field.neededRole)
    case .settle(let field, _, _, _): settling(field)
    case .receiptsSeen, .receiptSeen:
      IntentTraits(.viewer, isSeenByOthers: false, isReportedWhenRejected: false)
    case .undo: IntentTraits(nil, isReportedWhenRejected: false)
    case .batch: IntentTraits(nil)
    }
  }

  private func settling(_ field: FieldAddress) -> IntentTraits {
    let role =
      if case .commentBody = field { Role.commenter } else {
        max(field.neededRole, .editor)
      }
    var traits = IntentTraits(writing: field, role)
    traits.movesThings = true
    traits.isReportedWhenRejected = false
    return traits
  }
}

extension CardDisposition {
  /// The column to which the cards of a deleted one go; nil where they are archived.
  fileprivate var target: ColumnID? {
    if case .move(let column) = self { column } else { nil }
  }
}
