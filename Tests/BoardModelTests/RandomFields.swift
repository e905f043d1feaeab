import Randomness

@testable import BoardModel

// Random edits of labels, items, comments, roles and plain fields: few things, so that edits meet.
extension RandomEdits {
  static let users = ["ann", "ben", "cid", "zoe", ""]

  mutating func field(_ board: Board, _ own: OperationID) -> Intent {
    switch number(0..<100) {
    case 0..<2: return .boardRaise(level: UInt16(number(0..<4)))
    case 2..<4: return .purge(purgeTarget(board))
    case 4..<30: return .set(address(board), .flag(true)).refitted(by: &self)
    case 30..<34:
      return .labelCreate(label(), name: title(), colour: UInt8(number(0..<17)))
    case 34..<44: return .itemAdd(card(board), item(), text: title(), at: itemAnchors())
    case 44..<50: return .commentAdd(card(board), comment(), text: body())
    case 50..<62: return .attach(card(board), element(board))
    case 62..<72: return detach(board, own)
    case 72..<82: return commentSplice(board, own)
    case 82..<92: return settle(board, own)
    case 92..<96:
      let horizon = UInt64(number(max(0, Int(board.sequence) - 4)..<(Int(board.sequence) + 1)))
      return .textCompact(card(board), number(0..<3) == 0 ? comment() : nil, horizon: horizon)
    case 95..<98: return .receiptsSeen(through: UInt64(number(0..<(Int(board.sequence) + 2))))
    default:
      let receipt = board.receipts(of: "ann").randomElement(using: &random)
      return .receiptSeen(
        cause: receipt?.cause.sequence ?? board.sequence, index: receipt?.index ?? 0)
    }
  }

  /// Anything but the board.
  private mutating func purgeTarget(_ board: Board) -> PurgeTarget {
    let card = card(board)
    switch number(0..<8) {
    case 0..<2: return .card(card)
    case 2: return .comment(card, comment())
    case 3: return .past(.cardBody(card))
    case 4: return .past(.commentBody(card, comment()))
    case 5: return .past(.cardTitle(card))
    default: return .past(address(board))
    }
  }

  /// A plain field, and sometimes one that is none.
  private mutating func address(_ board: Board) -> FieldAddress {
    let card = card(board)
    switch number(0..<17) {
    case 16: return .boardArchived
    case 0: return .wipLimitBlocks
    case 1: return .memberRole(Self.users.randomElement(using: &random) ?? "")
    case 2..<4: return .columnWIPLimit(column(board))
    case 4: return .labelName(label())
    case 5: return .labelColour(label())
    case 6: return .labelRemoved(label())
    case 7: return .cardDue(card)
    case 8: return .cardPriority(card)
    case 9: return .itemText(card, item())
    case 10..<12: return .itemDone(card, item())
    case 12: return .itemPlace(card, item())
    case 13: return .itemRemoved(card, item())
    case 14: return .commentRemoved(card, comment())
    default: return random.chance(20) ? .cardTitle(card) : .cardDue(card)
    }
  }

  /// A value that fits the field, most of the time one it may hold.
  mutating func value(for address: FieldAddress) -> FieldValue {
    switch address.unwritten {
    case .text: .text(title())
    case .flag: .flag(random.chance(60))
    case .number:
      .number(random.chance(20) ? nil : UInt32(random.chance(5) ? 3_000_000 : number(0..<5)))
    case .role: .role([.owner, .owner, .editor, .commenter, .viewer, nil][number(0..<6)])
    case .itemPlace: .itemPlace(itemAnchors())
    default: .flag(true)
    }
  }

  private mutating func detach(_ board: Board, _ own: OperationID) -> Intent {
    let card = card(board)
    guard case .elements(_, let held)? = board.elementsEntity(of: card),
      let one = held.randomElement(using: &random)
    else { return .detach(card, element(board), seen: own) }
    return .detach(card, one.element, seen: random.chance(70) ? one.stamp.operation : own)
  }

  private mutating func commentSplice(_ board: Board, _ own: OperationID) -> Intent {
    let card = card(board)
    let all = board.comments(on: card)
    guard let chosen = all.randomElement(using: &random) else {
      return .commentSplice(card, comment(), Splice(deletions: [], insertions: []))
    }
    let count = chosen.body.visibleCount
    let lower = number(0..<(count + 1))
    let upper = min(count, lower + number(0..<4))
    var splice = chosen.body.splice(replacing: lower..<upper, with: body())
    if random.chance(10) {
      splice = Splice(
        deletions: splice.deletions,
        insertions: [.init(after: TextIdentity(operation: own, offset: 9), text: "x")])
    }
    return .commentSplice(card, chosen.id, splice)
  }

  private mutating func settle(_ board: Board, _ own: OperationID) -> Intent {
    guard let proposal = board.proposalsInOrder.randomElement(using: &random) else {
      return .settle(.boardTitle, user: "ann", operation: own, accept: true)
    }
    return .settle(
      proposal.field, user: proposal.stamp.author.user,
      operation: random.chance(90) ? proposal.stamp.operation : own, accept: random.chance(70))
  }

  private mutating func label() -> LabelID { LabelID(high: 0x1ABE1, low: UInt64(number(0..<4))) }
  private mutating func item() -> ItemID { ItemID(high: 0x17E3, low: UInt64(number(0..<4))) }
  private mutating func comment() -> CommentID {
    CommentID(high: 0xC033, low: UInt64(number(0..<3)))
  }

  private mutating func element(_ board: Board) -> CardElement {
    if random.chance(25) { return .blocker(card(board)) }
    return random.chance(60)
      ? .label(label()) : .assignee(["ann", "ben", "not a name"][number(0..<3)])
  }

  private mutating func itemAnchors() -> Anchors<ItemKind> {
    Anchors(after: random.chance(50) ? item() : nil, before: random.chance(50) ? item() : nil)
  }
}

extension Intent {
  /// A set field with a value that fits it.
  fileprivate func refitted(by edits: inout RandomEdits) -> Intent {
    guard case .set(let address, _) = self else { return self }
    return .set(address, edits.value(for: address))
  }
}
