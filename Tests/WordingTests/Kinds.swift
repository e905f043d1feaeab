import BoardModel

// The cases of what is worded, each as a value of its own: a new case of an intent, a field or a
// reason does not compile here until it has a kind, and a kind has no table without samples.

enum IntentKind: String, CaseIterable {
  case boardCreate, boardRename, columnCreate, columnRename, columnMove, columnDelete, cardCreate
  case cardRetitle, cardSplice, cardMove, cardArchive, cardRestore, cardFavourite, boardRaise, set
  case labelCreate, itemAdd, commentAdd, attach, detach, commentSplice, settle, receiptsSeen
  case receiptSeen, textCompact, purge, batch, undo

  init(_ intent: Intent) {
    self =
      switch intent {
      case .boardCreate: .boardCreate
      case .boardRename: .boardRename
      case .columnCreate: .columnCreate
      case .columnRename: .columnRename
      case .columnMove: .columnMove
      case .columnDelete: .columnDelete
      case .cardCreate: .cardCreate
      case .cardRetitle: .cardRetitle
      case .cardSplice: .cardSplice
      case .cardMove: .cardMove
      case .cardArchive: .cardArchive
      case .cardRestore: .cardRestore
      case .cardFavourite: .cardFavourite
      case .boardRaise: .boardRaise
      case .set: .set
      case .labelCreate: .labelCreate
      case .itemAdd: .itemAdd
      case .commentAdd: .commentAdd
      case .attach: .attach
      case .detach: .detach
      case .commentSplice: .commentSplice
      case .settle: .settle
      case .receiptsSeen: .receiptsSeen
      case .receiptSeen: .receiptSeen
      case .textCompact: .textCompact
      case .purge: .purge
      case .batch: .batch
      case .undo: .undo
      }
  }
}

enum FieldKind: String, CaseIterable {
  case boardTitle, columnTitle, columnPlace, columnDeleted, cardTitle, cardBody, cardPlace
  case cardArchived, favourite, wipLimitBlocks, memberRole, columnWIPLimit, labelName, labelColour
  case labelRemoved, cardDue, cardPriority, itemText, itemDone, itemPlace, itemRemoved, commentBody
  case commentRemoved, cardLabel, cardAssignee, cardBlocker, boardArchived

  init(_ field: FieldAddress) {
    self =
      switch field {
      case .boardTitle: .boardTitle
      case .columnTitle: .columnTitle
      case .columnPlace: .columnPlace
      case .columnDeleted: .columnDeleted
      case .cardTitle: .cardTitle
      case .cardBody: .cardBody
      case .cardPlace: .cardPlace
      case .cardArchived: .cardArchived
      case .favourite: .favourite
      case .boardArchived: .boardArchived
      case .wipLimitBlocks: .wipLimitBlocks
      case .memberRole: .memberRole
      case .columnWIPLimit: .columnWIPLimit
      case .labelName: .labelName
      case .labelColour: .labelColour
      case .labelRemoved: .labelRemoved
      case .cardDue: .cardDue
      case .cardPriority: .cardPriority
      case .itemText: .itemText
      case .itemDone: .itemDone
      case .itemPlace: .itemPlace
      case .itemRemoved: .itemRemoved
      case .commentBody: .commentBody
      case .commentRemoved: .commentRemoved
      case .cardLabel: .cardLabel
      case .cardAssignee: .cardAssignee
      case .cardBlocker: .cardBlocker
      }
  }
}

enum ValueKind: String, CaseIterable {
  case text, flag, number, role, cardPlace, columnPlace, itemPlace, body, fragment

  init(_ value: FieldValue) {
    self =
      switch value {
      case .text: .text
      case .flag: .flag
      case .number: .number
      case .role: .role
      case .cardPlace: .cardPlace
      case .columnPlace: .columnPlace
      case .itemPlace: .itemPlace
      case .body: .body
      case .fragment: .fragment
      }
  }
}

enum RejectionKind: String, CaseIterable {
  case boardExists, noBoard, identifierInUse, unknownColumn, unknownCard, columnDeleted, emptyTitle
  case titleTooLong, bodyTooLong, limitReached, unsortedHoldsCards, dispositionIsSelf, unknownText
  case emptyOperation, notUndoable, notYourOperation, undoGuarded, batchItem, notInBatch
  case levelNeeded, unknownLevel, forbidden, lastOwner, invalidMember, unknownLabel, labelRemoved
  case unknownItem, itemRemoved, unknownComment, commentRemoved, notYourComment, valueOutOfRange
  case proposalGone, limitBlocked, blocksItself

  init(_ rejection: Rejection) {
    self =
      switch rejection {
      case .boardExists: .boardExists
      case .noBoard: .noBoard
      case .identifierInUse: .identifierInUse
      case .unknownColumn: .unknownColumn
      case .unknownCard: .unknownCard
      case .columnDeleted: .columnDeleted
      case .emptyTitle: .emptyTitle
      case .titleTooLong: .titleTooLong
      case .bodyTooLong: .bodyTooLong
      case .limitReached: .limitReached
      case .unsortedHoldsCards: .unsortedHoldsCards
      case .dispositionIsSelf: .dispositionIsSelf
      case .unknownText: .unknownText
      case .emptyOperation: .emptyOperation
      case .notUndoable: .notUndoable
      case .notYourOperation: .notYourOperation
      case .undoGuarded: .undoGuarded
      case .batchItem: .batchItem
      case .notInBatch: .notInBatch
      case .levelNeeded: .levelNeeded
      case .unknownLevel: .unknownLevel
      case .forbidden: .forbidden
      case .lastOwner: .lastOwner
      case .invalidMember: .invalidMember
      case .unknownLabel: .unknownLabel
      case .labelRemoved: .labelRemoved
      case .unknownItem: .unknownItem
      case .itemRemoved: .itemRemoved
      case .unknownComment: .unknownComment
      case .commentRemoved: .commentRemoved
      case .notYourComment: .notYourComment
      case .valueOutOfRange: .valueOutOfRange
      case .proposalGone: .proposalGone
      case .limitBlocked: .limitBlocked
      case .blocksItself: .blocksItself
      }
  }
}

enum NoteKind: String, CaseIterable {
  case onArchivedCard, inUnsorted, keptUnseen, undoSkipped, supersededPart, unknownCard
  case staleRemoval, overWIPLimit, deletedLeft

  init(_ note: Note) {
    self =
      switch note {
      case .onArchivedCard: .onArchivedCard
      case .inUnsorted: .inUnsorted
      case .keptUnseen: .keptUnseen
      case .undoSkipped: .undoSkipped
      case .supersededPart: .supersededPart
      case .unknownCard: .unknownCard
      case .staleRemoval: .staleRemoval
      case .overWIPLimit: .overWIPLimit
      case .deletedLeft: .deletedLeft
      }
  }
}

enum StepKind: String, CaseIterable {
  case value, created, splice

  init(_ step: UndoStep) {
    self =
      switch step {
      case .value: .value
      case .created: .created
      case .splice: .splice
      }
  }
}

enum ReceiptKind: String, CaseIterable {
  case displaced, superseded, rejected

  init(_ kind: Receipt.Kind) {
    self =
      switch kind {
      case .displaced: .displaced
      case .superseded: .superseded
      case .rejected: .rejected
      }
  }
}

enum RuleKind: String, CaseIterable {
  case made, added, accepted, unopposed, queuedUnopposed, afterOwn, laterInOrder, queuedOnStaleBase
  case placeCompacted, textMerged, alreadySo, personal, archiveStands, columnDeleted, keptUnseen
  case inUnsorted, tookBack, tookBackText, tookBackByForce, undoSkipped, noSuchCard, removalWins
  case staleRemoval, purged

  init(_ rule: HistoryRule) {
    self =
      switch rule {
      case .made: .made
      case .added: .added
      case .accepted: .accepted
      case .unopposed: .unopposed
      case .queuedUnopposed: .queuedUnopposed
      case .afterOwn: .afterOwn
      case .laterInOrder: .laterInOrder
      case .queuedOnStaleBase: .queuedOnStaleBase
      case .placeCompacted: .placeCompacted
      case .textMerged: .textMerged
      case .alreadySo: .alreadySo
      case .personal: .personal
      case .archiveStands: .archiveStands
      case .columnDeleted: .columnDeleted
      case .keptUnseen: .keptUnseen
      case .inUnsorted: .inUnsorted
      case .tookBack: .tookBack
      case .tookBackText: .tookBackText
      case .tookBackByForce: .tookBackByForce
      case .undoSkipped: .undoSkipped
      case .noSuchCard: .noSuchCard
      case .removalWins: .removalWins
      case .staleRemoval: .staleRemoval
      case .purged: .purged
      }
  }
}

enum EffectKind: String, CaseIterable {
  case written, merged, superseded, skipped, purged

  init(_ effect: FieldChange.Effect) {
    self =
      switch effect {
      case .written: .written
      case .merged: .merged
      case .superseded: .superseded
      case .skipped: .skipped
      case .purged: .purged
      }
  }
}

enum RestorationFaultKind: String, CaseIterable {
  case unknown, columnGone, notYours, alreadyThere

  init(_ fault: Restoration.Fault) {
    self =
      switch fault {
      case .unknown: .unknown
      case .columnGone: .columnGone
      case .notYours: .notYours
      case .alreadyThere: .alreadyThere
      }
  }
}

enum ReceiptFaultKind: String, CaseIterable {
  case unwritable, settled, unknownEdit, columnGone

  init(_ fault: ReceiptRestoration.Fault) {
    self =
      switch fault {
      case .unwritable: .unwritable
      case .settled: .settled
      case .unknownEdit: .unknownEdit
      case .columnGone: .columnGone
      }
  }
}
