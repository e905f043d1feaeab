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
  /// The operation was refused for good.
  case rejected(Rejection)
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
    case .rejected: "rejected"
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
    case .rejected: ["APL-003"]
    }
  }

  /// What the rule says, as a sentence without full stop.
  /// - Parameter who: the user who made an operation.
  public func meaning(_ who: (OperationID) -> String) -> String {
    switch self {
    case .made: "the card was made with this value"
    case .added: "it was added with this value"
    case .accepted(let proposal): "\(who(proposal)) had proposed it, and that was accepted"
    case .unopposed: "nobody had changed it since its author looked"
    case .queuedUnopposed:
      "it was made without a connection, and nobody had changed the field meanwhile"
    case .afterOwn:
      "the change before it came from the same window, which is never in conflict with itself"
    case .laterInOrder(let other):
      "\(who(other)) changed the same at the same time, and the later in the coordinator's order wins"
    case .queuedOnStaleBase(let winner):
      "it was made without a connection, and \(who(winner)) had changed the field meanwhile: that "
        + "stays, and this is kept as a proposal"
    case .placeCompacted(let other):
      "the text around it had been deleted, and \(who(other)) had compacted the text since: this "
        + "is kept as a proposal"
    case .textMerged(let other):
      "\(who(other)) wrote in the same text at the same time: both texts are kept"
    case .alreadySo: "it was so already"
    case .personal: "a favourite is its user's alone and never in conflict"
    case .archiveStands: "the card was archived: it stays so, and the edit is on it"
    case .columnDeleted: "its column was deleted, and this is what was to become of the cards in it"
    case .keptUnseen:
      "its column was deleted by somebody who had not seen the card: such a card is kept"
    case .inUnsorted: "the column for it is gone, so the card lies in Unsorted"
    case .tookBack: "it was still what the edit that was taken back had written"
    case .tookBackText:
      "an undo of text takes out what was typed and is still there, and puts back what was deleted "
        + "and is still gone"
    case .tookBackByForce(_, let other):
      "it was taken back by force over what \(who(other)) had written since"
    case .undoSkipped: "it had been changed since: an undo leaves that alone"
    case .noSuchCard: "the card was not on the board"
    case .removalWins: "removing wins over whatever else happens to the same"
    case .staleRemoval: "it was added again since its author looked: only what they saw is removed"
    case .rejected: "the board refused it, and such an edit changes nothing"
    }
  }
}
