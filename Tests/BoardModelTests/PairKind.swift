@testable import BoardModel

/// The kinds of edits that can meet, one for each intent and each plain field.
enum PairKind: CaseIterable, Hashable {
  case boardCreate, boardRename, boardRaise, columnCreate, columnRename, columnMove, columnDelete
  case cardCreate, cardRetitle, cardSplice, cardMove, cardArchive, cardRestore, cardFavourite
  case boardArchived, wipLimitBlocks, memberRole, columnWIPLimit, labelName, labelColour,
    labelRemoved, cardDue
  case cardPriority
  case itemText, itemDone, itemPlace, itemRemoved, commentRemoved
  case labelCreate, itemAdd, commentAdd, attach, detach, commentSplice, settle, receiptsSeen
  case receiptSeen
  case textCompact, purge, batch, undo

  /// An intent that is not here does not compile.
  init?(_ intent: Intent) {
    switch intent {
    case .boardCreate: self = .boardCreate
    case .boardRename: self = .boardRename
    case .boardRaise: self = .boardRaise
    case .columnCreate: self = .columnCreate
    case .columnRename: self = .columnRename
    case .columnMove: self = .columnMove
    case .columnDelete: self = .columnDelete
    case .cardCreate: self = .cardCreate
    case .cardRetitle: self = .cardRetitle
    case .cardSplice: self = .cardSplice
    case .cardMove: self = .cardMove
    case .cardArchive: self = .cardArchive
    case .cardRestore: self = .cardRestore
    case .cardFavourite: self = .cardFavourite
    case .set(let address, _): self.init(address)
    case .labelCreate: self = .labelCreate
    case .itemAdd: self = .itemAdd
    case .commentAdd: self = .commentAdd
    case .attach: self = .attach
    case .detach: self = .detach
    case .commentSplice: self = .commentSplice
    case .settle: self = .settle
    case .receiptsSeen: self = .receiptsSeen
    case .receiptSeen: self = .receiptSeen
    case .textCompact: self = .textCompact
    case .purge: self = .purge
    case .batch: self = .batch
    case .undo: self = .undo
    }
  }

  private init?(_ address: FieldAddress) {
    switch address {
    case .boardArchived: self = .boardArchived
    case .wipLimitBlocks: self = .wipLimitBlocks
    case .memberRole: self = .memberRole
    case .columnWIPLimit: self = .columnWIPLimit
    case .labelName: self = .labelName
    case .labelColour: self = .labelColour
    case .labelRemoved: self = .labelRemoved
    case .cardDue: self = .cardDue
    case .cardPriority: self = .cardPriority
    case .itemText: self = .itemText
    case .itemDone: self = .itemDone
    case .itemPlace: self = .itemPlace
    case .itemRemoved: self = .itemRemoved
    case .commentRemoved: self = .commentRemoved
    // These are no plain fields.
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody,
      .cardPlace, .cardArchived, .favourite, .commentBody, .cardLabel, .cardAssignee, .cardBlocker:
      return nil
    }
  }
}

/// A board on which two edits of any kinds are about the same things.
struct PairBench {
  var bench = Workbench()
  /// Made the card, whose second scalar is deleted.
  let written: OperationID
  let added: OperationID
  let titled: OperationID
  let proposed: OperationID
  let base: UInt64

  static let (label, item, other) = (
    LabelID(high: 1, low: 1), ItemID(high: 1, low: 2), ItemID(high: 1, low: 3)
  )
  static let comment = CommentID(high: 1, low: 4)
  static let fresh: UInt64 = 77
  private typealias Names = PairBench

  init() {
    bench.addCard(card(1), body: "abc")
    written = bench.lastID
    bench.edit(card(1), 1..<2, with: "")
    bench.addCard(card(2))
    bench.commit(.set(.memberRole("ann"), .role(.owner)))
    bench.commit(.set(.memberRole("ben"), .role(.editor)))
    bench.commit(.set(.memberRole("cid"), .role(.viewer)))
    bench.commit(.labelCreate(Names.label, name: "Label", colour: 0))
    bench.commit(.itemAdd(card(1), Names.item, text: "One", at: Anchors()))
    bench.commit(.itemAdd(card(1), Names.other, text: "Two", at: Anchors()))
    bench.commit(.commentAdd(card(1), Names.comment, text: "Hello"))
    bench.commit(.attach(card(1), .label(Names.label)))
    added = bench.lastID
    let seen = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "Ann's"))
    titled = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben, base: seen, queued: true)
    proposed = bench.lastID
    base = bench.sequence
  }

  /// - Parameter second: whether it is what the other window wants.
  func intent(_ kind: PairKind, second: Bool) -> Intent {
    let (one, word) = (card(1), second ? "b" : "a")
    let (item, comment) = (Names.item, Names.comment)
    switch kind {
    case .boardCreate: return .boardCreate(title: word)
    case .boardRename: return .boardRename(title: word)
    case .boardRaise: return .boardRaise(level: 1)
    case .columnCreate:
      return .columnCreate(ColumnID(high: 0, low: Names.fresh), title: word, at: Anchors())
    case .columnRename: return .columnRename(todo, title: word)
    case .columnMove: return .columnMove(todo, at: Anchors(after: second ? done : doing))
    case .columnDelete:
      return .columnDelete(todo, seen: [one, card(2)], disposition: .archive)
    case .cardCreate:
      return .cardCreate(card(Names.fresh), in: todo, title: word, body: "", at: Anchors())
    case .cardRetitle: return .cardRetitle(one, title: word)
    case .cardSplice:
      let deleted = TextIdentity(operation: written, offset: 1)
      return .cardSplice(
        one, Splice(deletions: [], insertions: [.init(after: deleted, text: word)]))
    case .cardMove: return .cardMove([one], to: second ? done : doing, at: Anchors())
    case .cardArchive: return .cardArchive(one)
    case .cardRestore: return .cardRestore(one)
    case .cardFavourite: return .cardFavourite(one, marked: !second)
    case .boardArchived: return .set(.boardArchived, .flag(!second))
    case .wipLimitBlocks: return .set(.wipLimitBlocks, .flag(!second))
    case .memberRole: return .set(.memberRole("cid"), .role(second ? .commenter : .editor))
    case .columnWIPLimit: return .set(.columnWIPLimit(todo), .number(second ? 1 : 2))
    case .labelName: return .set(.labelName(Names.label), .text(word))
    case .labelColour: return .set(.labelColour(Names.label), .number(second ? 2 : 1))
    case .labelRemoved: return .set(.labelRemoved(Names.label), .flag(true))
    case .cardDue: return .set(.cardDue(one), .number(second ? 2 : 1))
    case .cardPriority: return .set(.cardPriority(one), .number(second ? 2 : 1))
    case .itemText: return .set(.itemText(one, item), .text(word))
    case .itemDone: return .set(.itemDone(one, item), .flag(!second))
    case .itemPlace:
      return .set(.itemPlace(one, item), .itemPlace(Anchors(after: second ? nil : Names.other)))
    case .itemRemoved: return .set(.itemRemoved(one, item), .flag(true))
    case .commentRemoved: return .set(.commentRemoved(one, comment), .flag(true))
    case .labelCreate:
      return .labelCreate(LabelID(high: 0, low: Names.fresh), name: word, colour: 0)
    case .itemAdd:
      return .itemAdd(one, ItemID(high: 0, low: Names.fresh), text: word, at: Anchors())
    case .commentAdd:
      return .commentAdd(one, CommentID(high: 0, low: Names.fresh), text: word)
    case .attach: return .attach(one, .label(Names.label))
    case .detach: return .detach(one, .label(Names.label), seen: added)
    case .commentSplice: return .commentSplice(one, comment, typing(word))
    case .settle:
      return .settle(.cardTitle(one), user: "ben", operation: proposed, accept: true)
    case .receiptsSeen: return .receiptsSeen(through: 99)
    case .receiptSeen: return .receiptSeen(cause: 9, index: 0)
    case .textCompact: return .textCompact(one, nil, horizon: base)
    case .purge: return .purge(.card(one))
    case .batch: return .batch([.cardRetitle(one, title: word), .cardArchive(one)])
    case .undo: return .undo(target: titled, force: false)
    }
  }

  private func typing(_ text: String) -> Splice {
    Splice(deletions: [], insertions: [.init(after: nil, text: text)])
  }
}
