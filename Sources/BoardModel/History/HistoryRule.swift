/// Why a change of a card came out as it did: the rule that decided.
public enum HistoryRule: Hashable, Sendable {
  /// There was nothing before: the card was made with this value.
  case made
  /// The item or comment was added with this value.
  case added
  /// A proposal was accepted.
  case accepted(OperationID)
  /// Nobody had changed the field since the author's base.
  case unopposed
  /// Nobody had changed the field since the base of an edit that was made without a link.
  case queuedUnopposed
  /// The write before it came from the same window, which never stands in its own way.
  case afterOwn(OperationID)
  /// Both were live: the later in server order won, and the other was displaced.
  case laterInOrder(over: OperationID)
  /// The edit was made without a link, on a base that had changed meanwhile: the other's value
  /// stays.
  case queuedOnStaleBase(winner: OperationID)
  /// The text around the edit's place had been deleted, and the other operation dropped it.
  case placeCompacted(by: OperationID)
  /// Two edits changed one text: both are kept.
  case textMerged(with: OperationID)
  /// The value was there already.
  case alreadySo
  /// A mark belongs to its user alone.
  case personal
  /// The card is archived, and stays so; the edit landed on it.
  case archiveStands
  /// The card's column was deleted by somebody who had seen the card there.
  case columnDeleted
  /// The card's column was deleted by somebody who had not seen the card: it is never archived.
  case keptUnseen
  /// The card's column is gone: the card is in "Unsorted".
  case inUnsorted
  /// An undo took it back: the field still showed what the operation wrote.
  case tookBack(OperationID)
  /// An undo took text back, which nothing stops.
  case tookBackText(OperationID)
  /// An undo took it back by force, though somebody had changed it since.
  case tookBackByForce(OperationID, over: OperationID)
  /// An undo left it alone: somebody had changed it since.
  case undoSkipped
  /// The card was not on the board.
  case noSuchCard
  /// A removal wins over whatever others did to the same thing.
  case removalWins
  /// The removal names an addition before the last, which stays.
  case staleRemoval
  /// A purge took away what the field held before it.
  case purged
}

extension HistoryRule {
  /// The name of the rule for scripts; it never changes.
  public var name: String {
    switch self {
    case .made: "made"
    case .added: "added"
    case .accepted: "accepted"
    case .unopposed: "unopposed"
    case .queuedUnopposed: "queued-unopposed"
    case .afterOwn: "after-own"
    case .laterInOrder: "later-in-order"
    case .queuedOnStaleBase: "queued-on-stale-base"
    case .placeCompacted: "place-compacted"
    case .textMerged: "text-merged"
    case .alreadySo: "already-so"
    case .personal: "personal"
    case .archiveStands: "archive-stands"
    case .columnDeleted: "column-deleted"
    case .keptUnseen: "kept-unseen"
    case .inUnsorted: "in-unsorted"
    case .tookBack: "took-back"
    case .tookBackText: "took-back-text"
    case .tookBackByForce: "took-back-by-force"
    case .undoSkipped: "undo-skipped"
    case .noSuchCard: "no-such-card"
    case .removalWins: "removal-wins"
    case .staleRemoval: "stale-removal"
    case .purged: "purged"
    }
  }

  /// The identifiers of the statements in SPEC.md that give the rule.
  public var statements: [String] {
    switch self {
    case .made: ["APL-037"]
    case .added: ["APL-094", "APL-095"]
    case .accepted: ["APL-103"]
    case .unopposed, .queuedUnopposed, .afterOwn: ["APL-009"]
    case .laterInOrder: ["APL-010"]
    case .queuedOnStaleBase: ["APL-011", "APL-012"]
    case .placeCompacted: ["APL-117"]
    case .textMerged: ["APL-044", "TXT-010"]
    case .alreadySo: ["APL-045"]
    case .personal: ["APL-047"]
    case .archiveStands: ["APL-039"]
    case .columnDeleted: ["APL-031", "APL-032"]
    case .keptUnseen: ["APL-032", "APL-033"]
    case .inUnsorted: ["APL-008", "APL-036", "APL-046"]
    case .tookBack: ["APL-060"]
    case .tookBackText: ["APL-066"]
    case .tookBackByForce: ["APL-060", "APL-061"]
    case .undoSkipped: ["APL-069"]
    case .noSuchCard: ["APL-041"]
    case .removalWins: ["APL-084"]
    case .staleRemoval: ["APL-098"]
    case .purged: ["PRG-001"]
    }
  }
}
