import BoardModel

/// The names of proposals. A name is the sequence number of the operation that made the proposal,
/// which never changes. If the operation made several, the field follows, and then what it is a
/// field of.
struct ProposalNames: Sendable {
  private let proposals: [Proposal]

  init(_ board: Board) { proposals = board.proposalsInOrder }

  func name(of proposal: Proposal) -> String {
    let parts = ProposalNames.parts(proposal)
    let rivals = proposals.filter { $0.stamp.sequence == proposal.stamp.sequence }
    if rivals.count < 2 { return parts[0] }
    let same = rivals.filter { ProposalNames.parts($0)[1] == parts[1] }
    if same.count < 2 { return "\(parts[0]).\(parts[1])" }
    let names = same.map { ProposalNames.parts($0)[2] }
    var digits = 8
    while digits < parts[2].count,
      names.count(where: { $0.hasPrefix(parts[2].prefix(digits)) }) > 1
    {
      digits += 1
    }
    return "\(parts[0]).\(parts[1]).\(parts[2].prefix(digits))"
  }

  func find(_ name: String) throws(CommandFailure) -> Proposal {
    let wanted = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    let found = proposals.filter { proposal in
      let parts = ProposalNames.parts(proposal)
      return parts[0] == wanted[0] && (wanted.count < 2 || parts[1] == wanted[1])
        && (wanted.count < 3 || parts[2].hasPrefix(wanted[2]))
    }
    if let proposal = found.first, found.count == 1 { return proposal }
    throw CommandFailure(
      found.isEmpty ? .notFound : .ambiguous,
      found.isEmpty
        ? "there is no open proposal \(Naming.quoted(name)): it was accepted, dismissed or replaced, "
          + "or never was; `board proposals` lists those that are open"
        : "\(found.count) proposals are called \(Naming.quoted(name)): name one of these",
      candidates: found.map { self.name(of: $0) })
  }

  /// The three parts of a full name: the number, the field, and what it is a field of.
  private static func parts(_ proposal: Proposal) -> [String] {
    [
      String(proposal.stamp.sequence), Shapes.name(proposal.field), subject(of: proposal.field),
    ]
  }

  /// The identifier of the thing, or the user, that the field belongs to.
  static func subject(of field: FieldAddress) -> String {
    switch field {
    case .boardTitle, .boardArchived, .wipLimitBlocks: "board"
    case .columnTitle(let id), .columnPlace(let id), .columnDeleted(let id),
      .columnWIPLimit(let id):
      id.description
    case .cardTitle(let id), .cardBody(let id), .cardPlace(let id), .cardArchived(let id),
      .favourite(let id), .cardDue(let id), .cardPriority(let id):
      id.description
    case .memberRole(let user), .cardAssignee(_, let user): user.isEmpty ? "everyone" : user
    case .labelName(let id), .labelColour(let id), .labelRemoved(let id), .cardLabel(_, let id):
      id.description
    case .itemText(_, let id), .itemDone(_, let id), .itemPlace(_, let id), .itemRemoved(_, let id):
      id.description
    case .commentBody(_, let id), .commentRemoved(_, let id): id.description
    case .cardBlocker(_, let id): id.description
    }
  }
}

/// The names of receipts. A name is the sequence number of the operation that caused the receipt,
/// with a further number if it caused several.
struct ReceiptNames: Sendable {
  private let receipts: [Receipt]

  init(_ receipts: [Receipt]) { self.receipts = receipts }

  func name(of receipt: Receipt) -> String {
    let sequence = receipt.cause.sequence
    let isAlone = receipts.count(where: { $0.cause.sequence == sequence }) < 2
    return isAlone ? "\(sequence)" : "\(sequence).\(receipt.index)"
  }

  func find(_ name: String) throws(CommandFailure) -> Receipt {
    let found = receipts.filter {
      name == "\($0.cause.sequence)" || name == "\($0.cause.sequence).\($0.index)"
    }
    if let receipt = found.first, found.count == 1 { return receipt }
    throw CommandFailure(
      found.isEmpty ? .notFound : .ambiguous,
      found.isEmpty
        ? "you have no receipt \(Naming.quoted(name)): `board receipts --all` lists those that are "
          + "not seen; what was before is in `board log CARD`"
        : "edit \(name) caused \(found.count) receipts: name one of these",
      candidates: found.map { self.name(of: $0) })
  }
}
