import HashTreeCollections

// How many cards a column should hold.
extension Board {
  /// How many live cards a column should hold at most.
  public func wipLimit(of column: ColumnID) -> Int? {
    number(.columnWIPLimit(column)).map(Int.init)
  }

  /// Whether a column at its limit refuses cards.
  public var wipLimitBlocks: Bool { flag(.wipLimitBlocks) }

  /// The live cards of a column, without walking through it.
  public func liveCount(in column: ColumnID) -> Int { liveCounts[column] ?? 0 }

  mutating func count(_ cards: Int, in column: ColumnID) {
    liveCounts[column, default: 0] += cards
  }

  /// Before a live card comes into a column: what is wrong with that, or a note that it is over
  /// its limit then. Undo is never blocked, nor what was composed without a link.
  func admit(to column: ColumnID, _ application: inout Application) -> Rejection? {
    guard let limit = wipLimit(of: column), column != unsortedID, liveCount(in: column) >= limit
    else { return nil }
    guard !wipLimitBlocks || application.queued || application.undoing != nil else {
      return .limitBlocked(column)
    }
    application.note(.overWIPLimit(column))
    return nil
  }
}
