import Testing

/// A mistake a coordinator, a store or a window might make. Each is put into the world around the
/// machines, or into their state, and must be seen by the checker that is there for it.
enum Bug: String, CaseIterable, CustomTestStringConvertible {
  // The coordinator and its store.
  /// The coordinator is told that a group is durable before it is.
  case acknowledgedBeforeCommit
  /// After a restart it no longer knows what it applied.
  case lostLedger
  /// After a restart a session's ledger is as it was a little earlier.
  case rolledBackLedger
  /// After a restart operations have the outcomes of others.
  case mixedOutcomes
  /// After a restart a proposal is gone.
  case lostProposal
  /// After a restart a card has no priority any longer.
  case lostPriority
  /// After a restart a card is not blocked any longer.
  case lostBlocker
  /// After a restart a proposal of text holds nothing.
  case lostFragment
  /// After a restart no text is known to have dropped anything, as long as nobody looks.
  case lostCompactions
  /// After a restart the next card gets another number, because one was given to a rejected card.
  case numberedRejection
  /// After a restart the number of a card whose creation was undone is given again.
  case freedNumber
  /// A fenced connection keeps its route.
  case skippedEpochCheck
  /// Whoever connects is taken for an owner of the board.
  case trustedAuthor
  /// The store leaves the last operation of a group out.
  case shortenedGroup
  /// The store leaves new epochs out.
  case lostEpochs
  /// A session that is made again after it was forgotten begins with epoch 1.
  case epochsBeginAgain
  /// The store forgets sessions without keeping which epochs they had.
  case lostForgottenEpoch
  /// Operations below the first epoch of their session are taken.
  case lowEpochTaken
  /// Operations are stamped by a clock that somebody set back.
  case earlierTime
  /// What somebody wrote in a session of another user's is taken for that user's own, so that nobody
  /// is displaced by it.
  case anothersAsOwn
  /// What a splice types gets identities that its text has already.
  case repeatedIdentities
  /// What was superseded is not found among the operations that concern a card.
  case unindexedSuperseded
  /// What is kept of a rejected operation names another than its author made.
  case otherHash
  /// What is kept of a rejected operation tells nobody of it.
  case unreportedRejection

  /// A purge leaves how to undo edits of what it takes away.
  case keptUndoSteps
  /// A purge leaves what is proposed for what it takes away.
  case keptProposal
  /// A purge leaves receipts of edits of what it takes away.
  case keptReceipt
  /// A purge leaves what was deleted in a text.
  case keptDeleted
  /// A purge leaves the log as it was.
  case keptInLog
  /// A purge leaves in the log what items of checklists said, and takes all else.
  case keptItemsInLog
  /// What is left of a purged operation has a hash by which its words are found by trying.
  case unsaltedHash
  /// What is left of an operation that is purged once more has the hash of what was left before.
  case hashOfRest
  /// What was made before a purge is ordered with the words around it.
  case keptContext
  /// A purge leaves a snapshot from before it in the store.
  case keptSnapshot

  /// Whoever may not read the board any longer goes on getting its operations.
  case keptReader
  /// The store leaves out which roles a group gave and took.
  case laggingMembers
  /// The store leaves out what users want to be called.
  case lostNames
  /// What somebody wants to be called is taken for another user's display name.
  case nameOfAnother

  /// A batch of more parts than one may have takes effect.
  case longBatch
  /// A move of more cards than one may name takes effect.
  case longMove
  /// A batch whose moves name more cards together than they may takes effect.
  case manyMoves
  /// More outcomes are kept for a session than one that acknowledges none may wait for.
  case boundlessLedger

  // What reaches a window.
  /// Whoever asks for their boards is listed all there are.
  case listedToAll
  /// Every window is told what users want to be called who may not read its board.
  case nameToldToAll
  /// A window gets two groups of operations in the wrong order.
  case reorderedFanOut
  /// A window does not get a group of operations.
  case droppedFanOut
  /// An answer goes out with the outcome of another operation.
  case wrongOutcome
  /// An operation reaches a window with another author than it had.
  case wrongAuthor
  /// What was typed reaches a window the other way round.
  case reversedInOneReplica
  /// A card that was added at the top of its column reaches a window as one added at its end.
  case lostTopInOneReplica
  /// A snapshot has no receipts.
  case snapshotWithoutReceipts
  /// A snapshot does not say which texts have dropped what was deleted.
  case snapshotWithoutCompactions
  /// A snapshot has two cards of a column the other way round.
  case snapshotWithSwappedCards
  /// A snapshot is an older one under a newer number.
  case olderSnapshot

  // What reaches the coordinator.
  /// A column's deletion names also cards that its author has not seen.
  case moreCardsSeen
  /// What was typed arrives the other way round.
  case reversedTyping
  /// A card that is added at the top of its column arrives as one added at its end.
  case lostTop
  /// An undo is forced that nobody forced.
  case forcedUndo
  /// An edit made without a link counts as a live one.
  case queuedAsLive
  /// An edit has the newest base, whatever its author had seen.
  case newestBase
  /// An edit has the lowest base, as if its author had not seen which role they have.
  case lowestBase
  /// What is proposed has another value.
  case otherProposal
  /// A text is compacted as far as its author had seen, whatever they asked for.
  case laterHorizon
  /// Whoever has seen one receipt has seen all.
  case allReceiptsSeen
  /// Whoever lets a card no longer block another has seen who made it do so last.
  case freshRemoval

  // A window and its disk.
  /// A window's disk loses what it said it had.
  case pendingNotWritten
  /// A window's disk has a splice twice.
  case splicedTwice
  /// A window finds its pending operations in another order.
  case swappedPending
  /// A window finds another board than it saved, and the digests that would tell are not sent.
  case unnoticedCorruption
  /// What was made before the first ATTACHED stays without an epoch on the disk when it gets one.
  case unnamedOnDisk
  /// A fenced window does not take all of what it could not deliver over to its fresh session.
  case unsentLeftBehind
  /// A window keeps the board that its user may not read any longer.
  case keptBoard
  /// A window that loses its board loses with it what it had not sent.
  case unsentForgotten
  /// A window keeps the board as it was before a purge.
  case keptCache
  /// A window shows the numbers that it predicts.
  case shownPrediction
  /// A window shows a card as blocked by one that is archived.
  case blockedByArchived
  /// A window does not tell that an edit was rejected.
  case silentRejection

  var testDescription: String { rawValue }

  /// Who must see it, whoever else does.
  var checker: Checker {
    switch self {
    case .acknowledgedBeforeCommit, .wrongOutcome, .mixedOutcomes, .lostEpochs, .skippedEpochCheck:
      .answers
    case .shortenedGroup, .epochsBeginAgain, .lostForgottenEpoch, .lowEpochTaken: .log
    // A window that has the lost outcome is told that its session expired.
    case .lostLedger, .rolledBackLedger, .reorderedFanOut, .droppedFanOut, .wrongAuthor,
      .reversedInOneReplica, .lostTopInOneReplica, .snapshotWithoutReceipts,
      .snapshotWithoutCompactions, .snapshotWithSwappedCards, .olderSnapshot, .lostProposal,
      .lostPriority, .lostBlocker, .lostFragment, .unreportedRejection:
      .notices
    case .keptUndoSteps, .keptProposal, .keptReceipt, .keptDeleted, .keptCache, .keptInLog,
      .keptItemsInLog, .keptSnapshot, .keptContext, .unsaltedHash, .hashOfRest:
      .purges
    case .lostNames, .nameOfAnother, .nameToldToAll: .names
    case .longBatch, .longMove, .manyMoves, .boundlessLedger: .bounds
    case .lostTop: .tops
    case .keptReader, .laggingMembers, .listedToAll, .keptBoard: .privacy
    case .pendingNotWritten, .unsentLeftBehind, .unsentForgotten, .unnamedOnDisk: .promises
    case .trustedAuthor, .lowestBase: .roles
    case .earlierTime: .clock
    case .unindexedSuperseded: .history
    case .otherHash: .operations
    case .moreCardsSeen: .unseenCards
    case .reversedTyping, .splicedTwice, .laterHorizon: .text
    case .lostCompactions, .repeatedIdentities: .outcomes
    case .forcedUndo: .undo
    case .queuedAsLive, .newestBase, .anothersAsOwn: .conflicts
    case .otherProposal: .proposals
    case .allReceiptsSeen: .receipts
    case .swappedPending: .operations
    case .unnoticedCorruption: .replicas
    case .silentRejection: .told
    case .freshRemoval, .blockedByArchived: .blockers
    case .numberedRejection, .freedNumber, .shownPrediction: .numbers
    }
  }
}
