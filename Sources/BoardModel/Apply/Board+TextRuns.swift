import HashTreeCollections

// In how many runs a text is: that is what it costs to keep it and to send it, however few scalars it
// has.
extension Board {
  /// The text that an operation would leave in more runs than `limit`, and in more than it is in now;
  /// nil where there is none. What its author proposes for a text counts as that text.
  ///
  /// Mostly the operation itself shows that there is none; else it is applied to a copy of the board.
  /// - Parameter limit: a number of runs, as `Text.runCount` counts them.
  public func text(beyond limit: Int, after operation: Operation, by author: Author)
    -> FieldAddress?
  {
    let growths = mostGrowths(of: operation.intent)
    let most = growths.reduce(0) { $0 + $1.runs }
    let near = growths.map(\.field).filter { runCount(of: $0, author.user) + most > limit }
    guard !near.isEmpty else { return nil }
    var next = self
    _ = next.apply(operation, sequence: sequence &+ 1, time: 0, author: author)
    return near.first { field in
      let count = next.runCount(of: field, author.user)
      return count > limit && count > runCount(of: field, author.user)
    }
  }

  /// The runs of a text, or of what a user proposes for it, where that is in more.
  private func runCount(of field: FieldAddress, _ user: String) -> Int {
    let count = text(of: field)?.runCount ?? 0
    guard !proposals.isEmpty, let proposal = proposals[.init(field: field, user: user)],
      case .fragment(let fragment) = proposal.value
    else { return count }
    return max(count, fragment.text.runCount)
  }

  /// The texts that an intent writes in, each with the most runs that it adds to it: what it types is
  /// one run more and may divide another, and so may both ends of what it deletes.
  private func mostGrowths(of intent: Intent) -> [(field: FieldAddress, runs: Int)] {
    switch intent {
    case .cardSplice(let card, let splice): [(.cardBody(card), splice.mostRuns)]
    case .commentSplice(let card, let comment, let splice):
      [(.commentBody(card, comment), splice.mostRuns)]
    case .settle(let field, _, _, accept: true): [(field, 2)]
    case .undo(let target, _): mostGrowths(ofUndo: target)
    case .batch(let intents): intents.flatMap { mostGrowths(of: $0) }
    default: []
    }
  }

  /// What was typed between the scalars of a range divides what is typed again of it.
  private func mostGrowths(ofUndo target: OperationID) -> [(field: FieldAddress, runs: Int)] {
    let steps = undo.record(of: target)?.steps ?? []
    return steps.compactMap { step in
      guard case .splice(let card, let comment, _, _, let deleted) = step else { return nil }
      let field = FieldAddress.text(of: card, comment: comment)
      let between = text(of: field)?.runCount ?? 0
      return (field, 2 * (deleted.count + between + 1))
    }
  }
}

extension Splice {
  fileprivate var mostRuns: Int { 2 * (deletions.count + insertions.count) }
}
