import BoardModel

/// What was superseded is an open proposal with its value, until somebody settles it, the same user
/// proposes something else for the field or writes it.
struct ProposalChecker: LogChecker {
  private struct Made {
    let operation: OperationID
    let value: ProposedValue?
  }

  private var open: [Proposal.Key: Made] = [:]

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    let user = entry.author.user
    let superseded = Set(entry.committed.supersededFields)
    let writes = entry.made.intent.writes
    for part in entry.made.intent.parts { close(part, by: user, sparing: superseded) }
    for field in superseded {
      // Of a batch that writes a field twice the last write may have taken effect.
      let count = entry.made.intent.parts.count { $0.writes[field] != nil }
      let made = count < 2 ? Made(operation: entry.id, value: writes[field]) : nil
      open[Proposal.Key(field: field, user: user)] = made
    }
  }

  private mutating func close(_ part: Intent, by user: String, sparing spared: Set<FieldAddress>) {
    if case .settle(let field, let proposer, _, _) = part {
      open[Proposal.Key(field: field, user: proposer)] = nil
      open[Proposal.Key(field: field, user: user)] = nil
    }
    for field in part.writes.keys where !spared.contains(field) {
      open[Proposal.Key(field: field, user: user)] = nil
    }
    switch part {
    // They also move or archive cards that they do not write outright.
    case .columnDelete, .cardRestore, .settle:
      open = open.filter { key, _ in
        switch key.field {
        case .cardPlace, .cardArchived: key.user != user
        default: true
        }
      }
    default: break
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
