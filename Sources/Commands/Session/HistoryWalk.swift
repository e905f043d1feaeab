import BoardModel

/// Reads a log from its end, a page at a time, until it has as many operations as are wanted. The
/// coordinator answers with as much of a page as fits, so a page may take several answers.
struct HistoryWalk: Hashable, Sendable {
  /// Operations in a page: a few tens of kilobytes.
  static let page: UInt64 = 256

  struct Request: Hashable, Sendable {
    let from: UInt64
    let count: UInt32
  }

  /// The newest first.
  private(set) var found: [CommittedOperation] = []
  private let limit: Int
  private let card: CardID?
  private let undo: UndoLedger
  /// The page being read, and what is there of it.
  private var range: Range<UInt64>
  private var gathered: [CommittedOperation] = []

  /// - Parameters:
  ///   - board: whose log it is, up to its last operation.
  ///   - card: only what is about this card; nil for everything.
  init(_ board: Board, limit: Int, card: CardID?) {
    undo = board.undo
    self.limit = limit
    self.card = card
    range = HistoryWalk.page(before: board.sequence + 1)
  }

  private static func page(before end: UInt64) -> Range<UInt64> {
    (end > page ? end - page : 1)..<max(end, 1)
  }

  /// What to ask for next; nil when it is done.
  var next: Request? {
    guard found.count < limit, !range.isEmpty else { return nil }
    let from = gathered.last.map { $0.sequence + 1 } ?? range.lowerBound
    return Request(from: from, count: UInt32(clamping: range.upperBound - from))
  }

  mutating func take(_ operations: [CommittedOperation]) {
    let fresh = operations.filter { range.contains($0.sequence) }
    gathered += fresh
    let isComplete = gathered.last.map { $0.sequence + 1 == range.upperBound } ?? false
    // A log that says nothing where something should be has no more to give.
    guard isComplete || fresh.isEmpty else { return }
    for operation in gathered.reversed() where concerns(operation) && found.count < limit {
      found.append(operation)
    }
    gathered = []
    range = HistoryWalk.page(before: range.lowerBound)
  }

  private func concerns(_ operation: CommittedOperation) -> Bool {
    guard let card else { return true }
    return Subjects(operation.operation.intent, undo: undo).cards.contains(card)
  }
}
