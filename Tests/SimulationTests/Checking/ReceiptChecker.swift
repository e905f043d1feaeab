import BoardModel

/// Everybody has a receipt of each edit of theirs that another user displaced,
/// that another window of their own displaced or whose proposal that ended without having seen it,
/// that was superseded or that was rejected, until they have seen it, and no other receipts. Of
/// each user the newest 256. Of what goes to a proposal of text only the splice that makes it counts.
struct ReceiptChecker: LogChecker {
  private struct Owed: Hashable {
    enum Kind { case displaced, superseded, rejected }

    let sequence: UInt64
    let mine: OperationID
    let kind: Kind
  }

  private var owed: [String: Set<Owed>] = [:]
  private var users: [OperationID: String] = [:]
  private var places: [OperationID: UInt64] = [:]
  /// The open proposals, but those of text, of whoever made the operation that is applied.
  private var openBefore: [Proposal] = []
  private var writes: [OperationID: [[FieldAddress: FieldValue]]] = [:]
  private var openTexts: Set<Proposal.Key> = []
  /// What the operation that is applied purges.
  private var purge: PurgeTarget?
  /// The receipts that there were before it, where it purges something.
  private var receiptsBefore: [Receipt] = []
  /// What is seen alone by the operation that is applied.
  private var seenAlone: [Receipt] = []

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    users[entry.id] = entry.author.user
    places[entry.id] = entry.sequence
    purge = entry.made.intent.purged
    receiptsBefore = purge == nil ? [] : Names.users.flatMap { board.receipts(of: $0) }
    openBefore = board.proposalsInOrder.filter {
      $0.stamp.author.user == entry.author.user && !$0.field.isText
    }
    seenAlone = board.receipts(of: entry.author.user).filter { receipt in
      entry.made.intent.parts.contains(
        .receiptSeen(cause: receipt.cause.sequence, index: receipt.index))
    }
    // Where a batch also deletes columns, its cards may lie elsewhere than it moved them.
    let deletes = entry.made.intent.parts.contains {
      if case .columnDelete = $0 { true } else { false }
    }
    writes[entry.id] = deletes ? [] : entry.made.intent.parts.map(\.writes)
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard entry.sequence > 1 else { return }
    let user = entry.author.user
    if entry.isRejected {
      switch entry.made.intent {
      case .undo, .settle, .receiptsSeen, .receiptSeen: return
      default: return owe(user, entry, entry.id, .rejected)
      }
    }
    for part in entry.made.intent.parts {
      switch part {
      case .receiptsSeen(let through):
        owed[user] = owed[user]?.filter { $0.sequence > through }
      case .receiptSeen:
        for receipt in seenAlone where !board.hasAnother(like: receipt) {
          owed[user] = owed[user]?.filter {
            $0.sequence != receipt.cause.sequence || $0.mine != receipt.mine
          }
        }
      case .settle(let field, let proposer, _, _):
        openTexts.remove(Proposal.Key(field: field, user: proposer))
      default: break
      }
    }
    if let purge { try forget(purge, on: board) }
    // Each of them is looked at: it may be the first of its text.
    let told = entry.committed.supersededFields.filter { isTold($0, to: user) }
    if !told.isEmpty { owe(user, entry, entry.id, .superseded) }
    for displaced in entry.committed.displaced {
      guard let other = users[displaced], other != user || isUnseen(displaced, by: entry) else {
        continue
      }
      owe(other, entry, displaced, .displaced)
    }
    let settled = entry.made.intent.parts.compactMap(\.settledProposal)
    let open = Set(board.proposalsInOrder)
    for proposal in openBefore where isUnseen(proposal.stamp.operation, by: entry) {
      if purge?.covers(proposal.field) == true { continue }
      guard !open.contains(proposal), !settled.contains(proposal.key) else { continue }
      owe(user, entry, proposal.stamp.operation, .displaced)
    }
  }

  /// Nobody is told any longer of edits of what is purged.
  private mutating func forget(_ target: PurgeTarget, on board: Board) throws {
    openTexts = openTexts.filter { !target.covers($0.field) }
    let left = Set(Names.users.flatMap { board.receipts(of: $0) })
    for receipt in receiptsBefore {
      guard left.contains(receipt) == !(receipt.field.map(target.covers) ?? false) else {
        throw Violation(.receipts, "a purge of \(target) is wrong about the receipt \(receipt)")
      }
      guard !left.contains(receipt), !board.hasAnother(like: receipt) else { continue }
      owed[receipt.user] = owed[receipt.user]?.filter {
        $0.sequence != receipt.cause.sequence || $0.mine != receipt.mine
      }
    }
  }

  /// Another window's, and above what the author of an entry had seen.
  private func isUnseen(_ other: OperationID, by entry: Entry) -> Bool {
    other.session != entry.id.session && places[other, default: 0] > entry.made.base
  }

  private mutating func isTold(_ field: FieldAddress, to user: String) -> Bool {
    !field.isText || openTexts.insert(Proposal.Key(field: field, user: user)).inserted
  }

  private mutating func owe(
    _ user: String, _ entry: Entry, _ mine: OperationID, _ kind: Owed.Kind
  ) {
    owed[user, default: []].insert(Owed(sequence: entry.sequence, mine: mine, kind: kind))
  }

  mutating func finish(_ board: Board) throws {
    for user in Names.users {
      let receipts = board.receipts(of: user)
      var held: Set<Owed> = []
      for receipt in receipts {
        held.insert(
          Owed(sequence: receipt.cause.sequence, mine: receipt.mine, kind: kind(of: receipt)))
        try check(receipt)
      }
      let oldest = receipts.count < 256 ? 0 : receipts[0].cause.sequence
      let owed = (owed[user] ?? []).filter { $0.sequence > oldest }
      if let lost = owed.subtracting(held).min(by: { $0.sequence < $1.sequence }) {
        throw Violation(.receipts, "\(user) has no receipt of \(lost)")
      }
      if let invented = held.subtracting(owed).first(where: { $0.sequence > oldest }) {
        throw Violation(.receipts, "\(user) has a receipt of \(invented)")
      }
    }
  }

  private func kind(of receipt: Receipt) -> Owed.Kind {
    switch receipt.kind {
    case .displaced: .displaced
    case .superseded: .superseded
    case .rejected: .rejected
    }
  }

  /// A receipt holds what was displaced.
  private func check(_ receipt: Receipt) throws {
    guard case .displaced(let field, let value) = receipt.kind else { return }
    // A batch may write a field more than once.
    let written = writes[receipt.mine, default: []].compactMap { $0[field] }
    guard written.isEmpty || written.contains(where: value.agrees) else {
      throw Violation(.receipts, "the receipt of \(receipt.mine) has another value: \(value)")
    }
  }
}

extension Receipt {
  fileprivate var field: FieldAddress? {
    switch kind {
    case .displaced(let field, _), .superseded(let field, _): field
    case .rejected: nil
    }
  }
}

extension Intent {
  fileprivate var settledProposal: Proposal.Key? {
    guard case .settle(let field, let user, _, _) = self else { return nil }
    return Proposal.Key(field: field, user: user)
  }
}

extension Board {
  /// One operation may be told of in several parts, which are owed as one.
  fileprivate func hasAnother(like receipt: Receipt) -> Bool {
    receipts(of: receipt.user).contains {
      $0.cause.sequence == receipt.cause.sequence && $0.mine == receipt.mine
    }
  }
}
