/// What becomes of the second of two concurrent operations, kind by kind: how it reads live and
/// queued, and the statement of SPEC.md that says so. A pair that no row names must stand among the
/// independent ones, which do as if they were alone.
struct PairRow {
  let seconds: [PairKind]
  let live: String
  let queued: String
  let statement: String

  /// - Parameter seconds: names of kinds.
  init(_ seconds: String, _ live: String, _ queued: String, _ statement: String) {
    self.seconds = PairKind.named(seconds)
    self.live = live
    self.queued = queued
    self.statement = statement
  }
}

extension PairKind {
  /// Kinds by their names; one that is none is missing in the table then.
  static func named(_ names: String) -> [PairKind] {
    names.split(whereSeparator: \.isWhitespace).compactMap { name in
      allCases.first { "\($0)" == name }
    }
  }

  /// Rows of what comes second behind this kind.
  var dependent: [PairRow] {
    let again = PairRow("boardCreate", "rejected boardExists", "rejected boardExists", "APL-022")
    return [again] + ownRows
  }

  private var ownRows: [PairRow] {
    switch self {
    case .boardCreate:
      []
    case .boardRename:
      [
        PairRow("boardRename", "displaces", "superseded", "APL-010")
      ]
    case .boardRaise:
      []
    case .columnCreate:
      [
        PairRow(
          "columnCreate", "rejected identifierInUse", "rejected identifierInUse", "APL-024")
      ]
    case .columnRename:
      [
        PairRow("columnRename", "displaces", "superseded", "APL-010")
      ]
    case .columnMove:
      [
        PairRow("columnMove", "displaces", "superseded", "APL-010")
      ]
    case .columnDelete:
      [
        PairRow(
          """
          columnRename columnMove
          """, "rejected columnDeleted", "rejected columnDeleted", "APL-026"),
        PairRow("cardCreate", "inUnsorted", "inUnsorted", "APL-036"),
        PairRow("cardRetitle cardSplice cardMove", "onArchivedCard", "onArchivedCard", "APL-039"),
        PairRow("cardRestore", "displaces inUnsorted", "superseded", "APL-046"),
        PairRow("columnWIPLimit", "rejected columnDeleted", "rejected columnDeleted", "APL-086"),
        PairRow(
          """
          cardDue cardPriority itemText itemDone itemPlace itemRemoved commentRemoved itemAdd commentAdd
          attach detach commentSplice
          """, "onArchivedCard", "onArchivedCard", "APL-092"),
        PairRow("settle", "onArchivedCard", "onArchivedCard", "APL-103"),
        PairRow("batch", "onArchivedCard", "onArchivedCard", "APL-049"),
        PairRow("undo", "onArchivedCard", "onArchivedCard", "APL-059"),
      ]
    case .cardCreate:
      [
        PairRow("columnDelete", "inUnsorted keptUnseen", "inUnsorted keptUnseen", "APL-033"),
        PairRow("cardCreate", "rejected identifierInUse", "rejected identifierInUse", "APL-035"),
      ]
    case .cardRetitle:
      [
        PairRow("cardRetitle", "displaces", "superseded", "APL-010"),
        PairRow("settle", "displaces", "displaces", "APL-103"),
        PairRow("batch", "displaces", "supersededPart", "APL-049"),
        PairRow("undo", "rejected undoGuarded", "rejected undoGuarded", "APL-060"),
      ]
    case .cardSplice:
      [
        PairRow("cardSplice", "merged", "merged", "APL-044")
      ]
    case .cardMove:
      [
        PairRow("cardMove", "displaces", "superseded", "APL-010")
      ]
    case .cardArchive:
      [
        PairRow("cardRetitle cardSplice cardMove", "onArchivedCard", "onArchivedCard", "APL-039"),
        PairRow("cardRestore", "displaces", "superseded", "APL-045"),
        PairRow(
          """
          cardDue cardPriority itemText itemDone itemPlace itemRemoved commentRemoved itemAdd commentAdd
          attach detach commentSplice
          """, "onArchivedCard", "onArchivedCard", "APL-092"),
        PairRow("settle", "onArchivedCard", "onArchivedCard", "APL-103"),
        PairRow("batch", "onArchivedCard", "onArchivedCard", "APL-049"),
        PairRow("undo", "onArchivedCard", "onArchivedCard", "APL-059"),
      ]
    case .cardRestore:
      [
        PairRow("cardArchive", "displaces", "superseded", "APL-045"),
        PairRow("batch", "displaces", "supersededPart", "APL-049"),
      ]
    case .cardFavourite:
      []
    case .boardArchived:
      [
        PairRow("boardArchived", "displaces", "superseded", "APL-084")
      ]
    case .wipLimitBlocks:
      [
        PairRow("wipLimitBlocks", "displaces", "superseded", "APL-084")
      ]
    case .memberRole:
      [
        PairRow("memberRole", "displaces", "superseded", "APL-084")
      ]
    case .columnWIPLimit:
      [
        PairRow("cardCreate", "overWIPLimit", "overWIPLimit", "APL-100"),
        PairRow("columnWIPLimit", "displaces", "superseded", "APL-084"),
      ]
    case .labelName:
      [
        PairRow("labelName", "displaces", "superseded", "APL-084")
      ]
    case .labelColour:
      [
        PairRow("labelColour", "displaces", "superseded", "APL-084")
      ]
    case .labelRemoved:
      [
        PairRow(
          """
          labelName labelColour
          """, "rejected labelRemoved", "rejected labelRemoved", "APL-087"),
        PairRow("attach", "rejected labelRemoved", "rejected labelRemoved", "APL-097"),
      ]
    case .cardDue:
      [
        PairRow("cardDue", "displaces", "superseded", "APL-084")
      ]
    case .cardPriority:
      [
        PairRow("cardPriority", "displaces", "superseded", "APL-084")
      ]
    case .itemText:
      [
        PairRow("itemText", "displaces", "superseded", "APL-084")
      ]
    case .itemDone:
      [
        PairRow("itemDone", "displaces", "superseded", "APL-084")
      ]
    case .itemPlace:
      [
        PairRow("itemPlace", "displaces", "superseded", "APL-084")
      ]
    case .itemRemoved:
      [
        PairRow(
          """
          itemText itemDone itemPlace
          """, "rejected itemRemoved", "rejected itemRemoved", "APL-089")
      ]
    case .commentRemoved:
      [
        PairRow("commentSplice", "rejected commentRemoved", "rejected commentRemoved", "APL-096")
      ]
    case .labelCreate:
      [
        PairRow("labelCreate", "rejected identifierInUse", "rejected identifierInUse", "APL-093")
      ]
    case .itemAdd:
      [
        PairRow("itemAdd", "rejected identifierInUse", "rejected identifierInUse", "APL-094")
      ]
    case .commentAdd:
      [
        PairRow("commentAdd", "rejected identifierInUse", "rejected identifierInUse", "APL-095")
      ]
    case .attach:
      [
        PairRow("detach", "staleRemoval", "staleRemoval", "APL-098")
      ]
    case .detach:
      []
    case .commentSplice:
      [
        PairRow("commentSplice", "merged", "merged", "APL-096")
      ]
    case .settle:
      [
        PairRow("cardRetitle", "displaces", "superseded", "APL-010"),
        PairRow("settle", "rejected proposalGone", "rejected proposalGone", "APL-102"),
        PairRow("batch", "displaces", "supersededPart", "APL-049"),
        PairRow("undo", "rejected undoGuarded", "rejected undoGuarded", "APL-060"),
      ]
    case .receiptsSeen, .receiptSeen:
      []
    case .textCompact:
      [
        PairRow("cardSplice", "superseded", "superseded", "APL-117")
      ]
    case .purge:
      [
        PairRow(
          """
          cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite cardDue cardPriority
          itemText itemDone itemPlace itemRemoved commentRemoved itemAdd commentAdd attach detach
          commentSplice textCompact purge
          """, "rejected unknownCard", "rejected unknownCard", "PRG-005"),
        PairRow("settle", "rejected proposalGone", "rejected proposalGone", "PRG-007"),
        PairRow("batch", "rejected batchItem", "rejected batchItem", "APL-050"),
        PairRow("undo", "rejected notUndoable", "rejected notUndoable", "PRG-007"),
      ]
    case .batch:
      [
        PairRow("cardRetitle", "displaces onArchivedCard", "superseded", "APL-010"),
        PairRow("cardSplice cardMove", "onArchivedCard", "onArchivedCard", "APL-039"),
        PairRow("cardRestore", "displaces", "superseded", "APL-045"),
        PairRow(
          """
          cardDue cardPriority itemText itemDone itemPlace itemRemoved commentRemoved itemAdd commentAdd
          attach detach commentSplice
          """, "onArchivedCard", "onArchivedCard", "APL-092"),
        PairRow("settle", "displaces onArchivedCard", "displaces onArchivedCard", "APL-103"),
        PairRow("batch", "displaces onArchivedCard", "supersededPart", "APL-049"),
        PairRow("undo", "rejected undoGuarded", "rejected undoGuarded", "APL-060"),
      ]
    case .undo:
      [
        PairRow("cardRetitle", "displaces", "superseded", "APL-010"),
        PairRow("settle", "displaces", "displaces", "APL-103"),
        PairRow("batch", "displaces", "supersededPart", "APL-049"),
        PairRow("undo", "rejected notUndoable", "rejected notUndoable", "APL-058"),
      ]
    }
  }

  /// What comes second behind this kind as if it were alone.
  var independent: [PairKind] {
    switch self {
    case .boardCreate:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach
        commentSplice settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .boardRename:
      PairKind.named(
        """
        boardRaise columnCreate columnRename columnMove columnDelete cardCreate cardRetitle
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .boardRaise:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach
        commentSplice settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .columnCreate:
      PairKind.named(
        """
        boardRename boardRaise columnRename columnMove columnDelete cardCreate cardRetitle
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .columnRename:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnMove columnDelete cardCreate cardRetitle
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .columnMove:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnDelete cardCreate cardRetitle
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .columnDelete:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnDelete cardArchive cardFavourite boardArchived wipLimitBlocks
        memberRole labelName labelColour labelRemoved labelCreate receiptsSeen receiptSeen textCompact purge
        """)
    case .cardCreate:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove cardRetitle cardSplice
        cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole columnWIPLimit
        labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace itemRemoved
        commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice settle
        receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .cardRetitle:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        receiptsSeen receiptSeen textCompact purge
        """)
    case .cardSplice:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .cardMove:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .cardArchive:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardArchive cardFavourite boardArchived wipLimitBlocks memberRole columnWIPLimit labelName labelColour
        labelRemoved labelCreate receiptsSeen receiptSeen textCompact purge
        """)
    case .cardRestore:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge undo
        """)
    case .cardFavourite:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach
        commentSplice settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .boardArchived:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .wipLimitBlocks:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived
        memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .memberRole:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .columnWIPLimit:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardRetitle
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole labelName
        labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace itemRemoved commentRemoved
        labelCreate itemAdd commentAdd attach detach commentSplice settle receiptsSeen receiptSeen textCompact purge
        batch undo
        """)
    case .labelName:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .labelColour:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .labelRemoved:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelRemoved cardDue cardPriority itemText itemDone itemPlace itemRemoved
        commentRemoved labelCreate itemAdd commentAdd detach commentSplice settle receiptsSeen receiptSeen
        textCompact purge batch undo
        """)
    case .cardDue:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .cardPriority:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .itemText:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .itemDone:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .itemPlace:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .itemRemoved:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemRemoved
        commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice settle
        receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .commentRemoved:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach settle
        receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .labelCreate:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved itemAdd commentAdd attach detach commentSplice settle
        receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .itemAdd:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .commentAdd:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .attach:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .detach:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach
        commentSplice settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .commentSplice:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach settle
        receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .settle:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        receiptsSeen receiptSeen textCompact purge
        """)
    case .receiptsSeen, .receiptSeen:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks
        memberRole columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone
        itemPlace itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach
        commentSplice settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .textCompact:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardRetitle cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        settle receiptsSeen receiptSeen textCompact purge batch undo
        """)
    case .purge:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        boardArchived wipLimitBlocks memberRole columnWIPLimit labelName labelColour labelRemoved
        labelCreate receiptsSeen receiptSeen
        """)
    case .batch:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardArchive cardFavourite boardArchived wipLimitBlocks memberRole columnWIPLimit labelName labelColour
        labelRemoved labelCreate receiptsSeen receiptSeen textCompact purge
        """)
    case .undo:
      PairKind.named(
        """
        boardRename boardRaise columnCreate columnRename columnMove columnDelete cardCreate
        cardSplice cardMove cardArchive cardRestore cardFavourite boardArchived wipLimitBlocks memberRole
        columnWIPLimit labelName labelColour labelRemoved cardDue cardPriority itemText itemDone itemPlace
        itemRemoved commentRemoved labelCreate itemAdd commentAdd attach detach commentSplice
        receiptsSeen receiptSeen textCompact purge
        """)
    }
  }
}
