import BoardModel

/// What was superseded is an open proposal with its value, until somebody settles it, the same user
/// proposes something else for the field or writes it. A proposal of text is that of the splice that
/// made it until it is settled; what it holds the checker of texts knows.
struct ProposalChecker: LogChecker {
  private struct Made {
    let operation: OperationID
    let value: FieldValue?
  }

  private var open: [Proposal.Key: Made] = [:]

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    let user = entry.author.user
    let superseded = Set(entry.committed.supersededFields)
    let writes = entry.made.intent.writes
    for part in entry.made.intent.parts { close(part, by: user, sparing: superseded) }
    for field in superseded {
      // Of a batch that writes a field twice, by itself or with a column, the last write may have
      // taken effect.
      let key = Proposal.Key(field: field, user: user)
      if field.isText, open[key] != nil { continue }
      let count = entry.made.intent.parts.count { $0.mayWrite(field) }
      let made = count < 2 ? Made(operation: entry.id, value: writes[field]) : nil
      open[key] = made
    }
  }

  private mutating func close(_ part: Intent, by user: String, sparing spared: Set<FieldAddress>) {
    if let target = part.purged { open = open.filter { !target.covers($0.key.field) } }
    if case .settle(let field, let proposer, _, _) = part {
      open[Proposal.Key(field: field, user: proposer)] = nil
      if !field.isText { open[Proposal.Key(field: field, user: user)] = nil }
    }
    open = open.filter { key, _ in
      key.user != user || spared.contains(key.field) || !part.mayWrite(key.field)
    }
  }

  mutating func finish(_ board: Board) throws {
    var held: [Proposal.Key: Proposal] = [:]
    for proposal in board.proposalsInOrder { held[proposal.key] = proposal }
    for (key, made) in open {
      guard let proposal = held[key], proposal.stamp.operation == made.operation else {
        throw Violation(.proposals, "\(made.operation) is superseded and not proposed in \(key)")
      }
      guard let value = made.value, !proposal.value.agrees(with: value) else { continue }
      throw Violation(.proposals, "\(made.operation) is proposed with another value")
    }
  }
}

extension Intent {
  /// Some also move or archive cards that they do not write outright.
  fileprivate func mayWrite(_ field: FieldAddress) -> Bool {
    if writes[field] != nil { return true }
    switch (self, field) {
    case (.columnDelete, .cardPlace), (.columnDelete, .cardArchived): return true
    case (.cardRestore, .cardPlace), (.settle, .cardPlace), (.settle, .cardArchived): return true
    default: return false
    }
  }
}
