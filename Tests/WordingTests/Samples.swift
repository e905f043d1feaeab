import BoardModel

/// A small board with one thing of each kind, and names of things that it does not have.
enum Sample {
  static let ann = Author(user: "ann", device: "laptop")
  static let ben = Author(user: "ben", device: "desk")

  static let doing = ColumnID(high: 0xC0 << 56, low: 1)
  static let done = ColumnID(high: 0xC0 << 56, low: 2)
  static let noColumn = ColumnID(high: 0xC0 << 56, low: 9)
  static let dig = CardID(high: 0xCA << 56, low: 1)
  static let sow = CardID(high: 0xCA << 56, low: 2)
  static let noCard = CardID(high: 0xCA << 56, low: 9)
  static let bug = LabelID(high: 0x1A << 56, low: 1)
  static let noLabel = LabelID(high: 0x1A << 56, low: 9)
  static let spade = ItemID(high: 0x17 << 56, low: 1)
  static let noItem = ItemID(high: 0x17 << 56, low: 9)
  static let why = CommentID(high: 0xC3 << 56, low: 1)

  static func operation(_ counter: UInt64, by author: Author = ann) -> OperationID {
    OperationID(
      session: SessionID(high: author == ann ? 1 : 2, low: 0), epoch: 1, counter: counter)
  }

  /// The edits that made the board, in order; the last is Ben's.
  private static let edits: [(Intent, Author)] = [
    (.boardCreate(title: "Garden"), ann),
    (.set(.memberRole("ann"), .role(.owner)), ann),
    (.set(.memberRole("ben"), .role(.editor)), ann),
    (.columnCreate(doing, title: "Doing", at: Anchors()), ann),
    (.columnCreate(done, title: "Done", at: Anchors()), ann),
    (.cardCreate(dig, in: doing, title: "Dig", body: "Deep", at: Anchors()), ann),
    (.cardCreate(sow, in: doing, title: "Sow", body: "", at: Anchors()), ann),
    (.labelCreate(bug, name: "bug", colour: 1), ann),
    (.itemAdd(dig, spade, text: "Spade", at: Anchors()), ann),
    (.commentAdd(dig, why, text: "Why?"), ann),
    (.attach(dig, .label(bug)), ann),
    (.attach(dig, .assignee("ann")), ann),
    (.set(.columnWIPLimit(doing), .number(3)), ann),
    (.set(.cardDue(dig), .number(20_000)), ann),
    (.cardRetitle(dig, title: "Dig deep"), ben),
  ]

  /// Ben's edit of a title, which the board remembers.
  static let bens = operation(UInt64(edits.count), by: ben)
  /// An operation that the board does not remember.
  static let forgotten = operation(900)

  static let board: Board = {
    var board = Board(id: BoardID(high: 0xB0, low: 1))
    for (index, edit) in edits.enumerated() {
      _ = apply(edit.0, by: edit.1, UInt64(index) + 1, &board)
    }
    return board
  }()

  /// The board after Ann, who had not seen Ben's edit, wanted another title without a link.
  static let disputed: Board = {
    var disputed = board
    let queued = Operation(
      id: operation(800), base: disputed.sequence - 1, queued: true,
      intent: .cardRetitle(dig, title: "Dig on"))
    _ = disputed.apply(queued, sequence: disputed.sequence + 1, time: 99_000, author: ann)
    return disputed
  }()

  private static func apply(
    _ intent: Intent, by author: Author, _ sequence: UInt64, _ board: inout Board
  ) -> Outcome {
    let operation = Operation(
      id: operation(sequence, by: author), base: sequence - 1, queued: false, intent: intent)
    return board.apply(operation, sequence: sequence, time: sequence * 1_000, author: author)
  }

  static let text = Text("Deep\nand wide", by: operation(700))
  static let fragment = TextFragment(
    text: text, context: TextContext(before: "before", after: "after"))
  static let splice = Splice(
    deletions: [], insertions: [Splice.Insertion(after: nil, text: "more")])
}

extension IntentKind {
  var samples: [Intent] {
    let (dig, sow, doing, done) = (Sample.dig, Sample.sow, Sample.doing, Sample.done)
    return switch self {
    case .boardCreate: [.boardCreate(title: "Shed")]
    case .boardRename: [.boardRename(title: "Shed")]
    case .columnCreate: [.columnCreate(done, title: "Done", at: Anchors())]
    case .columnRename: [.columnRename(doing, title: "Now")]
    case .columnMove:
      [.columnMove(doing, at: Anchors()), .columnMove(Sample.noColumn, at: Anchors())]
    case .columnDelete:
      [
        .columnDelete(done, seen: [], disposition: .archive),
        .columnDelete(doing, seen: [dig], disposition: .archive),
        .columnDelete(doing, seen: [dig], disposition: .move(to: done)),
      ]
    case .cardCreate: [.cardCreate(sow, in: doing, title: "Sow", body: "", at: Anchors())]
    case .cardRetitle: [.cardRetitle(dig, title: "Dig")]
    case .cardSplice: [.cardSplice(dig, Sample.splice)]
    case .cardMove:
      [
        .cardMove([dig], to: done, at: Anchors()), .cardMove([dig, sow], to: done, at: Anchors()),
        .cardMove([Sample.noCard], to: Sample.noColumn, at: Anchors()),
      ]
    case .cardArchive: [.cardArchive(dig)]
    case .cardRestore: [.cardRestore(dig)]
    case .cardFavourite: [.cardFavourite(dig, marked: true), .cardFavourite(dig, marked: false)]
    case .boardRaise: [.boardRaise(level: 2)]
    case .set:
      FieldKind.allCases.flatMap { kind in
        ValueKind.allCases.flatMap(\.samples).map { .set(kind.sample, $0) }
      }
    case .labelCreate: [.labelCreate(Sample.bug, name: "bug", colour: 1)]
    case .itemAdd: [.itemAdd(dig, Sample.spade, text: "Spade", at: Anchors())]
    case .commentAdd: [.commentAdd(dig, Sample.why, text: "Why?\nIt is dug.")]
    case .attach:
      [
        .attach(dig, .label(Sample.bug)), .attach(dig, .assignee("ben")),
        .attach(dig, .blocker(Sample.sow)),
      ]
    case .detach:
      [
        .detach(dig, .label(Sample.noLabel), seen: Sample.bens),
        .detach(dig, .assignee("ben"), seen: Sample.bens),
        .detach(dig, .blocker(Sample.sow), seen: Sample.bens),
      ]
    case .commentSplice: [.commentSplice(dig, Sample.why, Sample.splice)]
    case .settle:
      [true, false].map {
        .settle(.cardTitle(dig), user: "ben", operation: Sample.bens, accept: $0)
      }
    case .receiptsSeen: [.receiptsSeen(through: 9)]
    case .receiptSeen: [.receiptSeen(cause: 9, index: 0)]
    case .textCompact:
      [.textCompact(dig, nil, horizon: 9), .textCompact(dig, Sample.why, horizon: 9)]
    case .purge:
      [
        .purge(.card(dig)), .purge(.comment(dig, Sample.why)), .purge(.past(.cardTitle(dig))),
        .purge(.board),
      ]
    case .batch: [.batch([.cardRetitle(dig, title: "Dig"), .cardArchive(sow)])]
    case .undo:
      [
        .undo(target: Sample.bens, force: false), .undo(target: Sample.bens, force: true),
        .undo(target: Sample.forgotten, force: false),
      ]
    }
  }
}

extension FieldKind {
  /// A field of this kind of something that the board has.
  var sample: FieldAddress {
    switch self {
    case .boardTitle: .boardTitle
    case .columnTitle: .columnTitle(Sample.doing)
    case .columnPlace: .columnPlace(Sample.doing)
    case .columnDeleted: .columnDeleted(Sample.doing)
    case .cardTitle: .cardTitle(Sample.dig)
    case .cardBody: .cardBody(Sample.dig)
    case .cardPlace: .cardPlace(Sample.dig)
    case .cardArchived: .cardArchived(Sample.dig)
    case .favourite: .favourite(Sample.dig)
    case .boardArchived: .boardArchived
    case .wipLimitBlocks: .wipLimitBlocks
    case .memberRole: .memberRole("")
    case .columnWIPLimit: .columnWIPLimit(Sample.doing)
    case .labelName: .labelName(Sample.bug)
    case .labelColour: .labelColour(Sample.bug)
    case .labelRemoved: .labelRemoved(Sample.bug)
    case .cardDue: .cardDue(Sample.dig)
    case .cardPriority: .cardPriority(Sample.dig)
    case .itemText: .itemText(Sample.dig, Sample.spade)
    case .itemDone: .itemDone(Sample.dig, Sample.spade)
    case .itemPlace: .itemPlace(Sample.dig, Sample.spade)
    case .itemRemoved: .itemRemoved(Sample.dig, Sample.noItem)
    case .commentBody: .commentBody(Sample.dig, Sample.why)
    case .commentRemoved: .commentRemoved(Sample.dig, Sample.why)
    case .cardLabel: .cardLabel(Sample.dig, Sample.bug)
    case .cardAssignee: .cardAssignee(Sample.dig, user: "ann")
    case .cardBlocker: .cardBlocker(Sample.dig, blocker: Sample.sow)
    }
  }
}

extension ValueKind {
  var samples: [FieldValue] {
    switch self {
    case .text: [.text("Sow"), .text(String(repeating: "long ", count: 20))]
    case .flag: [.flag(true), .flag(false)]
    case .number: [.number(3), .number(nil)]
    case .role: Role.allCases.map { .role($0) } + [.role(nil)]
    case .cardPlace:
      [
        .cardPlace(Sample.done, Anchors(after: Sample.sow)), .cardPlace(Sample.noColumn, Anchors()),
      ]
    case .columnPlace: [.columnPlace(Anchors(after: Sample.done)), .columnPlace(Anchors())]
    case .itemPlace: [.itemPlace(Anchors())]
    case .body: [.body(Sample.text)]
    case .fragment: [.fragment(Sample.fragment)]
    }
  }
}

extension RejectionKind {
  var samples: [Rejection] {
    switch self {
    case .boardExists: [.boardExists]
    case .noBoard: [.noBoard]
    case .identifierInUse: [.identifierInUse]
    case .unknownColumn: [.unknownColumn(Sample.noColumn)]
    case .unknownCard: [.unknownCard(Sample.noCard)]
    case .columnDeleted: [.columnDeleted(Sample.doing)]
    case .emptyTitle: [.emptyTitle]
    case .titleTooLong: [.titleTooLong]
    case .bodyTooLong: [.bodyTooLong]
    case .limitReached: Rejection.Limit.allCases.map { .limitReached($0) }
    case .unsortedHoldsCards: [.unsortedHoldsCards]
    case .dispositionIsSelf: [.dispositionIsSelf]
    case .unknownText: [.unknownText]
    case .emptyOperation: [.emptyOperation]
    case .notUndoable: [.notUndoable]
    case .notYourOperation: [.notYourOperation]
    case .undoGuarded:
      [
        .undoGuarded([]), .undoGuarded([.cardTitle(Sample.dig)]),
        .undoGuarded(FieldKind.allCases.map(\.sample)),
      ]
    case .batchItem: [.batchItem(1, .forbidden(needed: .owner)), .batchItem(0, .emptyTitle)]
    case .notInBatch: [.notInBatch]
    case .levelNeeded: [.levelNeeded(2)]
    case .unknownLevel: [.unknownLevel]
    case .forbidden: Role.allCases.map { .forbidden(needed: $0) }
    case .lastOwner: [.lastOwner]
    case .invalidMember: [.invalidMember]
    case .unknownLabel: [.unknownLabel(Sample.noLabel)]
    case .labelRemoved: [.labelRemoved(Sample.bug)]
    case .unknownItem: [.unknownItem(Sample.noItem)]
    case .itemRemoved: [.itemRemoved(Sample.spade)]
    case .unknownComment: [.unknownComment(Sample.why)]
    case .commentRemoved: [.commentRemoved(Sample.why)]
    case .notYourComment: [.notYourComment]
    case .valueOutOfRange: [.valueOutOfRange]
    case .proposalGone: [.proposalGone]
    case .blocksItself: [.blocksItself]
    case .limitBlocked: [.limitBlocked(Sample.doing), .limitBlocked(Sample.noColumn)]
    }
  }
}

extension NoteKind {
  var samples: [Note] {
    switch self {
    case .onArchivedCard: [.onArchivedCard(Sample.dig)]
    case .inUnsorted: [.inUnsorted(Sample.dig)]
    case .keptUnseen: [.keptUnseen(Sample.dig), .keptUnseen(Sample.noCard)]
    case .undoSkipped: [.undoSkipped(.cardTitle(Sample.dig)), .undoSkipped(.favourite(Sample.dig))]
    case .supersededPart:
      [
        .supersededPart(.cardTitle(Sample.dig), by: Sample.bens),
        .supersededPart(.cardTitle(Sample.dig), by: Sample.forgotten),
      ]
    case .unknownCard: [.unknownCard(Sample.noCard)]
    case .staleRemoval:
      [
        .staleRemoval(.cardLabel(Sample.dig, Sample.bug), by: Sample.bens),
        .staleRemoval(.cardLabel(Sample.dig, Sample.bug), by: Sample.forgotten),
      ]
    case .overWIPLimit: [.overWIPLimit(Sample.doing), .overWIPLimit(Sample.done)]
    case .deletedLeft:
      [.deletedLeft(.cardBody(Sample.dig)), .deletedLeft(.commentBody(Sample.dig, Sample.why))]
    }
  }
}

extension StepKind {
  var samples: [UndoStep] {
    let range = TextRange(start: TextIdentity(operation: Sample.bens, offset: 0), count: 2)
    switch self {
    case .value:
      return FieldKind.allCases.flatMap { kind -> [UndoStep] in
        let state = Sample.board.state(of: kind.sample, for: "ann")?.value
        let flags: [FieldValue] = [.flag(true), .flag(false)]
        let values = state.map { flags.contains($0) ? flags : [$0] } ?? flags
        return values.map { .value(kind.sample, previous: $0) }
      } + [.value(.cardPlace(Sample.dig), previous: .cardPlace(Sample.done, Anchors()))]
    case .created: return [.created(Sample.doing)]
    case .splice:
      return [nil, Sample.why].flatMap { comment -> [UndoStep] in
        [(0, []), (1, []), (0, [range]), (3, [range])].map {
          .splice(Sample.dig, comment, offset: 0, inserted: $0, deleted: $1)
        }
      }
    }
  }
}

extension ReceiptKind {
  var samples: [Receipt.Kind] {
    switch self {
    case .displaced:
      FieldKind.allCases.map { kind in
        .displaced(
          kind.sample, value: Sample.board.state(of: kind.sample, for: "ann")?.value ?? .text("Sow")
        )
      }
    case .superseded:
      [
        .superseded(.cardTitle(Sample.dig), by: Sample.bens),
        .superseded(.cardBody(Sample.dig), by: Sample.forgotten),
      ]
    case .rejected: [.rejected(.emptyTitle), .rejected(.forbidden(needed: .owner))]
    }
  }
}

extension RuleKind {
  var sample: HistoryRule {
    let (bens, other) = (Sample.bens, Sample.forgotten)
    return switch self {
    case .made: .made
    case .added: .added
    case .accepted: .accepted(bens)
    case .unopposed: .unopposed
    case .queuedUnopposed: .queuedUnopposed
    case .afterOwn: .afterOwn(bens)
    case .laterInOrder: .laterInOrder(over: bens)
    case .queuedOnStaleBase: .queuedOnStaleBase(winner: bens)
    case .placeCompacted: .placeCompacted(by: bens)
    case .textMerged: .textMerged(with: other)
    case .alreadySo: .alreadySo
    case .personal: .personal
    case .archiveStands: .archiveStands
    case .columnDeleted: .columnDeleted
    case .keptUnseen: .keptUnseen
    case .inUnsorted: .inUnsorted
    case .tookBack: .tookBack(bens)
    case .tookBackText: .tookBackText(bens)
    case .tookBackByForce: .tookBackByForce(bens, over: other)
    case .undoSkipped: .undoSkipped
    case .noSuchCard: .noSuchCard
    case .removalWins: .removalWins
    case .staleRemoval: .staleRemoval
    case .purged: .purged
    }
  }
}

extension EffectKind {
  var sample: FieldChange.Effect {
    switch self {
    case .written: .written
    case .merged: .merged
    case .superseded: .superseded
    case .skipped: .skipped
    case .purged: .purged
    }
  }
}

extension RestorationFaultKind {
  var sample: Restoration.Fault {
    switch self {
    case .unknown: .unknown
    case .columnGone: .columnGone(title: "Doing")
    case .notYours: .notYours
    case .alreadyThere: .alreadyThere
    }
  }
}

extension ReceiptFaultKind {
  var sample: ReceiptRestoration.Fault {
    switch self {
    case .unwritable: .unwritable
    case .settled: .settled
    case .unknownEdit: .unknownEdit
    case .columnGone: .columnGone(title: "Doing")
    }
  }
}
