public import BoardModel

// What became of an edit of the reader's, in two voices: a line of a window, and a line above both
// values.
extension Wording {
  /// A sentence that says who did what, when, and what both wanted.
  /// - Parameters:
  ///   - winner: the edit that won, as the subject of a sentence.
  ///   - lost: the edit that lost, as the subject of `was`.
  ///   - age: how long ago the receipt's cause was made.
  ///   - mine: the edit that the receipt is about; nil where it is not known.
  public func headline(
    _ receipt: Receipt, winner: String, lost: String, age: String, mine: Intent?
  ) -> String {
    switch receipt.kind {
    case .displaced(let field, let value):
      let cause = valueOfCause(receipt, field)
      if let column = Wording.column(of: value, and: cause) {
        return "\(winner) \(change(of: field)) within \(self.column(column)) \(age); \(lost) was "
          + "another place there."
      }
      let lost = "\(lost) was \(self.value(value, of: field))."
      if let instead = board?.proposal(behindCauseOf: receipt, in: field)?.value {
        return "\(winner) proposes \(self.value(instead, of: field)) for \(self.field(field))"
          + " instead; \(lost)"
      }
      let theirs = cause.map { target($0, of: field) } ?? ""
      return "\(winner) \(change(of: field))\(theirs) \(age); \(lost)"
    case .superseded(let field, _):
      guard let proposal = board?.proposal(behind: receipt) else {
        return "\(winner) had changed \(self.field(field)); yours was a proposal that is open no"
          + " more."
      }
      let mine = value(proposal.value, of: field)
      guard board?.compaction(behind: receipt) == nil else {
        return "The words around what you typed in \(self.field(field)) were gone when it came;"
          + " yours \(mine) is kept as a proposal."
      }
      return "\(winner) changed \(self.field(field)) while you were away; yours \(mine) is kept"
        + " as a proposal."
    case .rejected(let rejection):
      let what = mine.map { request($0) } ?? "An edit of yours"
      return "\(what) was refused \(age): \(reason(rejection))."
    }
  }

  /// A sentence without full stop that says who changed what, and why the reader's edit lost.
  /// - Parameters:
  ///   - winner: the edit that won, as the subject of a sentence.
  ///   - loser: the edit that lost, behind `after`.
  ///   - lost: the edit that lost, as the subject of `is kept`.
  ///   - other: the user whose edit won.
  public func account(
    _ receipt: Receipt, winner: String, loser: String, lost: String, other: String
  ) -> String {
    switch receipt.kind {
    case .displaced(let field, _):
      return board?.proposal(behindCauseOf: receipt, in: field) == nil
        ? "\(winner) changed \(self.field(field)) after \(loser)"
        : "\(winner) proposed something else for \(self.field(field)) after \(loser)"
    case .superseded(let field, _):
      let what =
        board?.compaction(behind: receipt) == nil
        ? "\(winner) had changed \(self.field(field)) before \(lost) arrived"
        : "the words around what you typed in \(self.field(field)) were gone, and \(other) had "
          + "compacted it, before yours arrived"
      return board?.proposal(behind: receipt) == nil
        ? "\(what); your proposal was accepted, dismissed or replaced meanwhile"
        : "\(what); \(lost) is kept as a proposal"
    case .rejected(let rejection): return refusalOfAuthor(rejection)
    }
  }

  /// The value that displaced the receipt's edit, unless the field has been changed again since.
  private func valueOfCause(_ receipt: Receipt, _ field: FieldAddress) -> FieldValue? {
    guard let current = board?.state(of: field, for: user) else { return nil }
    return current.stamp.map { $0.operation == receipt.cause.operation } ?? true
      ? current.value : nil
  }

  /// The column in which both values are places; nil where they are not in one.
  private static func column(of value: FieldValue, and other: FieldValue?) -> ColumnID? {
    guard case .cardPlace(let column, _) = value, case .cardPlace(column, _)? = other else {
      return nil
    }
    return column
  }

  /// The end of a phrase that says to where, or to what value, something was changed.
  private func target(_ value: FieldValue, of field: FieldAddress) -> String {
    switch value {
    case .cardPlace(let column, _): " to \(self.column(column))"
    case .columnPlace: ""
    case .text, .flag, .number, .role, .itemPlace, .body, .fragment:
      " to \(self.value(value, of: field))"
    }
  }

  private func change(of field: FieldAddress) -> String {
    switch field {
    case .boardTitle: "renamed the board"
    case .columnTitle: "renamed the column"
    case .cardTitle: "renamed it"
    case .cardPlace(let id): "moved \(card(id))"
    case .columnPlace(let id): "moved \(theColumn(id))"
    case .boardArchived, .columnDeleted, .cardBody, .cardArchived, .favourite, .wipLimitBlocks,
      .memberRole,
      .columnWIPLimit, .labelName, .labelColour, .labelRemoved, .cardDue, .cardPriority, .itemText,
      .itemDone, .itemPlace, .itemRemoved, .commentBody, .commentRemoved, .cardLabel, .cardAssignee,
      .cardBlocker:
      "changed \(self.field(field))"
    }
  }
}
