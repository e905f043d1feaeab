import BoardModel

/// Reads a log from its end, page by page, until it has as many operations as are wanted and knows
/// what the undos among them took back. The coordinator answers with as much of a page as fits, so
/// a page may take several answers.
struct HistoryWalk: Hashable, Sendable {
  /// How many operations are in a page, which is a few tens of kilobytes.
  static let page: UInt64 = 256

  struct Request: Hashable, Sendable {
    let from: UInt64
    let count: UInt32
  }

  private(set) var undone: UndoneEdits
  private let limit: Int
  /// The operations found, newest first.
  private(set) var found: [CommittedOperation] = []
  /// The operations that undos took back and that are further back in the log.
  private var sought: Set<OperationID> = []
  /// The sequence numbers of the page that is being read, and the operations of it so far.
  private var range: Range<UInt64>
  private var gathered: [CommittedOperation] = []

  /// - Parameter board: the board whose log is read, up to its last operation.
  init(_ board: Board, limit: Int) {
    undone = UndoneEdits(board)
    self.limit = limit
    range = HistoryWalk.page(before: board.sequence + 1)
  }

  private static func page(before end: UInt64) -> Range<UInt64> {
    (end > page ? end - page : 1)..<max(end, 1)
  }

  /// The next request; nil when all is read.
  var next: Request? {
    guard !range.isEmpty, !sought.isEmpty || found.count < limit else { return nil }
    let from = gathered.last.map { $0.sequence + 1 } ?? range.lowerBound
    return Request(from: from, count: UInt32(clamping: range.upperBound - from))
  }

  mutating func take(_ operations: [CommittedOperation]) {
    let fresh = operations.filter { range.contains($0.sequence) }
    gathered += fresh
    let isComplete = gathered.last.map { $0.sequence + 1 == range.upperBound } ?? false
    // If an answer holds nothing new, the log has no more to give.
    guard isComplete || fresh.isEmpty else { return }
    for operation in gathered.reversed() { meet(operation) }
    gathered = []
    range = HistoryWalk.page(before: range.lowerBound)
  }

  private mutating func meet(_ operation: CommittedOperation) {
    if sought.remove(operation.id) != nil {
      if let operation = operation.operation { undone.read(operation) }
      seek(operation)
    }
    guard found.count < limit else { return }
    seek(operation)
    found.append(operation)
  }

  /// Notes what an undo took back, unless that is known.
  private mutating func seek(_ operation: CommittedOperation) {
    if let target = unknownTarget(of: operation) { sought.insert(target) }
  }

  private func unknownTarget(of operation: CommittedOperation) -> OperationID? {
    guard case .undo(let target, _) = operation.operation?.intent, undone[target] == nil else {
      return nil
    }
    return target
  }
}
