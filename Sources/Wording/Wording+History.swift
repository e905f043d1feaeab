public import BoardModel

// The changes of a card.
extension Wording {
  /// A change in one line.
  /// - Parameters:
  ///   - displacer: the user who has since put another value in its place; nil if nobody has.
  ///   - hasBefore: whether the value before is named too.
  ///   - longest: the most characters that are shown of a value.
  public func summary(
    _ change: FieldChange, displacer: String?, hasBefore: Bool = false, longest: Int = .max
  ) -> String {
    let field = shortName(of: change.field)
    let what = "\(field): \(step(change, hasBefore, longest))"
    switch change.effect {
    case .written, .merged: return displacer.map { "\(what) (replaced by \($0))" } ?? what
    case .superseded: return "proposed \(what)"
    case .skipped: return "left alone \(what)"
    case .purged: return "\(field): what was here before is gone for good"
    }
  }

  private func step(_ change: FieldChange, _ hasBefore: Bool, _ longest: Int) -> String {
    func quoted(_ text: String) -> String {
      Wording.quote(text.replacing("\t", with: " "), longest: longest)
    }
    if case .body(let after)? = change.after, case .body(let before)? = change.before {
      let step = TextStep(before.string, after.string)
      let parts = [("+", step.added), ("−", step.removed)].filter { !$0.1.isEmpty }
      return parts.isEmpty
        ? "as it was" : parts.map { $0.0 + quoted($0.1) }.joined(separator: " ")
    }
    let after =
      (past(change.after, of: change.field) ?? change.typed).map(quoted)
      ?? "a value that is no longer known"
    guard hasBefore, change.tookEffect, let before = past(change.before, of: change.field) else {
      return after
    }
    return "\(quoted(before)) to \(after)"
  }

  /// A value that the field had or was to have, whole; nil where it is not known.
  public func past(_ value: FieldValue?, of field: FieldAddress) -> String? {
    switch value {
    case .cardPlace(let column, _)?:
      board?.column(column)?.title.value ?? self.column(column)
    case let value?: self.value(value, of: field, isWhole: true)
    case nil: nil
    }
  }

  /// The sentence above the whole of a change.
  public func heading(_ change: FieldChange) -> String {
    let field = shortName(of: change.field)
    return switch change.effect {
    case .written: "The \(field) was written."
    case .merged: "The \(field) was written beside what others wrote."
    case .superseded: "The \(field) was not changed: this is kept as a proposal."
    case .skipped: "The \(field) was left alone."
    case .purged: "What the \(field) was before is gone for good."
    }
  }

  /// What the rule says, as a sentence without full stop.
  /// - Parameter author: the user who made an operation; nil where that is not known.
  public func meaning(_ rule: HistoryRule, author: (OperationID) -> String?) -> String {
    func who(_ operation: OperationID) -> String { author(operation) ?? Wording.somebody }
    return switch rule {
    case .made: "the card was made with this value"
    case .added: "it was added with this value"
    case .accepted(let proposal): "\(who(proposal)) had proposed it, and that was accepted"
    case .unopposed: "nobody had changed it since its author looked"
    case .queuedUnopposed:
      "it was made without a connection, and nobody had changed the field meanwhile"
    case .afterOwn:
      "the change before it came from the same window, which is never in conflict with itself"
    case .laterInOrder(let other):
      "\(who(other)) changed the same at the same time, and the later in the coordinator's order wins"
    case .queuedOnStaleBase(let winner):
      "it was made without a connection, and \(who(winner)) had changed the field meanwhile: that "
        + "stays, and this is kept as a proposal"
    case .placeCompacted(let other):
      "the text around it had been deleted, and \(who(other)) had compacted the text since: this "
        + "is kept as a proposal"
    case .textMerged(let other):
      "\(who(other)) wrote in the same text at the same time: both texts are kept"
    case .alreadySo: "it was so already"
    case .personal: "a favourite is its user's alone and never in conflict"
    case .archiveStands: "the card was archived: it stays so, and the edit is on it"
    case .columnDeleted: "its column was deleted, and this is what was to become of the cards in it"
    case .keptUnseen:
      "its column was deleted by somebody who had not seen the card: such a card is kept"
    case .inUnsorted: "the column for it is gone, so the card lies in Unsorted"
    case .tookBack: "it was still what the edit that was taken back had written"
    case .tookBackText:
      "an undo of text takes out what was typed and is still there, and puts back what was deleted "
        + "and is still gone"
    case .tookBackByForce(_, let other):
      "it was taken back by force over what \(who(other)) had written since"
    case .undoSkipped: "it had been changed since: an undo leaves that alone"
    case .noSuchCard: "the card was not on the board"
    case .removalWins: "removing wins over whatever else happens to the same"
    case .purged: "an owner purged it"
    case .staleRemoval: "it was added again since its author looked: only what they saw is removed"
    }
  }
}
