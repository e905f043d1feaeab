import BoardModel

/// What a log can come to.
enum Happening: String, CaseIterable {
  case displaced, superseded, supersededPart, merged
  case onArchivedCard, inUnsorted, keptUnseen, undoSkipped, staleRemoval, overWIPLimit
  case gone, forbidden, lastOwner, limitBlocked, proposalGone, undoGuarded, levelNeeded
  case batchItem
  case purged
  case accepted, dismissed, receiptsSeen, receiptSeen, undone, forced
  case compacted, compactedInVain, textProposed, deletionPassedOver, textAccepted, textDismissed
  /// An undo could not type again all that its operation had deleted.
  case undonePastDropped
  /// Its author had the role when the edit was made, and not when it was ordered.
  case roleLostWithPending
  /// On a board on which edits had been made before.
  case raisedMeanwhile
  /// More than a hundred operations waited for a link.
  case longSpell

  /// Of a thousand worlds, those in which it happens at the least.
  var share: Int {
    switch self {
    case .lastOwner, .textAccepted, .textDismissed: 30
    case .staleRemoval, .limitBlocked: 20
    // Who may not read the board cannot go on writing for long.
    case .longSpell: 8
    case .undonePastDropped: 4
    default: 50
    }
  }
}

/// Notes what a log came to.
struct HappeningCounter: LogChecker {
  private(set) var seen: Set<Happening> = []
  /// Of each user, from when on they had which role.
  private var roles: [String: [(sequence: UInt64, role: Role?)]] = [:]

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    for user in Names.users {
      let role = board.role(of: user)
      if roles[user]?.last?.role != role || roles[user] == nil {
        roles[user, default: []].append((board.sequence, role))
      }
    }
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    switch entry.committed.outcome {
    case .applied(let displaced, let notes):
      if !displaced.isEmpty { seen.insert(.displaced) }
      for note in notes { take(note) }
      for part in entry.made.intent.parts { take(part, entry) }
    case .merged(let notes):
      seen.insert(.merged)
      for note in notes { take(note) }
    case .superseded: seen.insert(.superseded)
    case .rejected(let rejection): take(rejection, entry)
    }
  }

  private mutating func take(_ part: Intent, _ entry: Entry) {
    switch part {
    case .settle(_, _, _, let accept): seen.insert(accept ? .accepted : .dismissed)
    case .receiptsSeen: seen.insert(.receiptsSeen)
    case .receiptSeen: seen.insert(.receiptSeen)
    case .purge: seen.insert(.purged)
    case .boardRaise: if entry.sequence > 1 { seen.insert(.raisedMeanwhile) }
    case .undo(_, let force): seen.insert(force ? .forced : .undone)
    default: break
    }
  }

  private mutating func take(_ note: Note) {
    switch note {
    case .onArchivedCard: seen.insert(.onArchivedCard)
    case .inUnsorted: seen.insert(.inUnsorted)
    case .keptUnseen: seen.insert(.keptUnseen)
    case .undoSkipped: seen.insert(.undoSkipped)
    case .supersededPart: seen.insert(.supersededPart)
    case .staleRemoval: seen.insert(.staleRemoval)
    case .overWIPLimit: seen.insert(.overWIPLimit)
    // No text of a simulation is long enough for the second one.
    case .unknownCard, .deletedLeft: break
    }
  }

  private mutating func take(_ rejection: Rejection, _ entry: Entry) {
    switch rejection {
    case .unknownColumn, .unknownCard, .columnDeleted, .unknownText, .unknownLabel, .labelRemoved,
      .unknownItem, .itemRemoved, .unknownComment, .commentRemoved:
      seen.insert(.gone)
    case .forbidden(let needed):
      seen.insert(.forbidden)
      let atBase = roles[entry.author.user]?.last { $0.sequence <= entry.made.base }
      if let role = atBase?.role, role >= needed { seen.insert(.roleLostWithPending) }
    case .lastOwner: seen.insert(.lastOwner)
    case .limitBlocked: seen.insert(.limitBlocked)
    case .proposalGone: seen.insert(.proposalGone)
    case .undoGuarded: seen.insert(.undoGuarded)
    case .levelNeeded: seen.insert(.levelNeeded)
    case .batchItem(_, let inner):
      seen.insert(.batchItem)
      take(inner, entry)
    default: break
    }
  }
}
