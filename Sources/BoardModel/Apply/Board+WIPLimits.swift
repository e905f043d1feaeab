import HashTreeCollections

// How many cards a column should hold.
extension Board {
  /// The most live cards that a column should hold; nil where it has no limit.
  public func wipLimit(of column: ColumnID) -> Int? {
    number(.columnWIPLimit(column)).map(Int.init)
  }

  /// Whether a column at its limit refuses cards.
  public var wipLimitBlocks: Bool { flag(.wipLimitBlocks) }

  /// The number of live cards in a column, known without walking through it.
  public func liveCount(in column: ColumnID) -> Int { columns[column]?.cards.liveCount ?? 0 }

  /// Checks the limit of a column before a live card comes into it. Returns a rejection, or notes
  /// that the column is over its limit then. An undo is never blocked, nor is an edit that was
  /// composed without a link.
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
