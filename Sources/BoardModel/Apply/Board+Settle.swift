import HashTreeCollections

// How proposals are accepted and dismissed.
extension Board {
  mutating func settle(
    _ key: Proposal.Key, of operation: OperationID, accept: Bool,
    _ application: inout Application
  ) -> Rejection? {
    guard let proposal = proposals[key], proposal.stamp.operation == operation else {
      return .proposalGone
    }
    if case .commentBody(let card, let id) = key.field,
      !mayChange(id, on: card, application.stamp.author)
    {
      return .notYourComment
    }
    if accept {
      application.accepting = true
      defer { application.accepting = false }
      if let rejection = self.accept(proposal, &application) { return rejection }
    }
    proposals[key] = nil
    touchProposal(key)
    return nil
  }

  /// Writes the value of the proposal as an edit of the user who accepts it.
  private mutating func accept(
    _ proposal: Proposal, _ application: inout Application
  ) -> Rejection? {
    switch (proposal.field, proposal.value) {
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      return acceptPlace(id, column, place, &application)
    case (.cardArchived(let id), .flag(let archived)):
      return setArchived(id, archived, &application)
    case (let field, .fragment(let fragment)):
      return acceptText(fragment, in: field, &application)
    case (let field, let value): return write(value, to: field, &application)
    }
  }

  private mutating func acceptPlace(
    _ id: CardID, _ column: ColumnID, _ place: Anchors<CardKind>,
    _ application: inout Application
  ) -> Rejection? {
    guard columns[column]?.deleted.value ?? false, cards[id] != nil else {
      return moveCards([id], column, place, &application)
    }
    let unsorted = reviveUnsorted(application.stamp)
    application.note(.inUnsorted(id))
    return moveCards([id], unsorted, place, &application)
  }
}
