import BoardModel
import DequeModule

/// One of the window's operations on its way to being confirmed.
struct PendingEdit: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// The edit is not on disk yet, and is neither shown nor sent.
    case composed
    /// The edit is on disk. With `perhapsSent` a coordinator may have it, although no answer came.
    case stored(perhapsSent: Bool)
    /// The edit was sent on this connection, and its answer is awaited.
    case sent
    /// The edit is durable at the coordinator; it leaves the queue when the confirmed board has
    /// `sequence`.
    case acknowledged(sequence: UInt64)
    /// The coordinator never takes the edit: it leaves the queue when those behind it get other
    /// counters.
    case refused(String)
  }

  var operation: Operation
  var stage: Stage

  /// Whether the edit is shown where the confirmed board does not hold it.
  var isShown: Bool {
    switch stage {
    case .composed, .refused: false
    case .stored, .sent, .acknowledged: true
    }
  }
}

/// An operation that was shown as made, and is not made after all.
struct LeftOutEdit: Hashable, Sendable {
  let operation: Operation
  /// A sentence for people.
  let reason: String
}

/// The window's operations that its confirmed board does not hold yet, in the order they were
/// made. Their counters have no gaps.
struct PendingQueue: Hashable, Sendable {
  /// The most edits that may wait: beyond it edits are refused, because each is replayed whenever
  /// others change something.
  static let bound = 10_000

  private(set) var edits: Deque<PendingEdit> = []
  private(set) var acknowledgedCount = 0
  private(set) var composedCount = 0
  /// Whether an edit is to leave the queue, so that nothing behind it can be sent as it is.
  private(set) var hasRefused = false

  /// - Parameter operations: what the disk had; it does not say whether they were sent.
  init(_ operations: [Operation] = []) {
    edits = Deque(operations.map { PendingEdit(operation: $0, stage: .stored(perhapsSent: true)) })
  }

  /// Edits of which the coordinator has not said that they are durable.
  var unacknowledgedCount: Int { edits.count - acknowledgedCount }

  var unacknowledged: [Operation] {
    edits.compactMap { edit in
      if case .acknowledged = edit.stage { nil } else { edit.operation }
    }
  }

  /// The operations that are shown on top of the confirmed board, in order: on disk and not part of
  /// that board.
  func shown(above ownThrough: UInt64) -> [Operation] {
    edits.compactMap { edit in
      edit.isShown && edit.operation.id.counter > ownThrough ? edit.operation : nil
    }
  }

  /// Whether an operation, which the queue finds, is the first of those that `shown` returns.
  func isFirstShown(_ id: OperationID, above ownThrough: UInt64) -> Bool {
    guard let first = edits.first?.operation.id.counter else { return false }
    let confirmed = ownThrough < first ? 0 : 1 + min(Int(clamping: ownThrough - first), edits.count)
    let shown = edits.indices.dropFirst(confirmed).first { edits[$0].isShown }
    return shown.map { edits[$0].operation.id == id } ?? false
  }

  var composed: [Operation] { edits.suffix(composedCount).map(\.operation) }

  subscript(id: OperationID) -> PendingEdit? {
    index(of: id).map { edits[$0] }
  }

  private func index(of id: OperationID) -> Int? {
    guard let first = edits.first?.operation.id.counter, id.counter >= first,
      id.counter - first < UInt64(edits.count)
    else { return nil }
    let index = Int(id.counter - first)
    return edits[index].operation.id == id ? index : nil
  }

  mutating func append(_ operation: Operation) {
    edits.append(PendingEdit(operation: operation, stage: .composed))
    composedCount += 1
  }

  /// Marks the first `count` composed edits as being on disk.
  mutating func markStored(_ count: Int) -> [Operation] {
    let start = edits.count - composedCount
    let end = min(start + count, edits.count)
    composedCount -= end - start
    for index in start..<end { edits[index].stage = .stored(perhapsSent: false) }
    return edits[start..<end].map(\.operation)
  }

  /// Removes the edits that never reached the disk.
  mutating func removeComposed() -> [Operation] {
    let removed = composed
    edits.removeLast(composedCount)
    composedCount = 0
    return removed
  }

  /// Whether an earlier operation was refused for now, so that this one came too early.
  func mustResend(before id: OperationID) -> Bool {
    guard let next = nextToSend else { return false }
    return next.id.session == id.session && next.id.counter < id.counter
  }

  /// The next operation to hand to the coordinator.
  var nextToSend: Operation? { nextIndexToSend.map { edits[$0].operation } }

  var hasToSend: Bool { nextIndexToSend != nil }

  private var nextIndexToSend: Int? {
    for index in edits.indices {
      switch edits[index].stage {
      case .acknowledged, .sent: continue
      case .stored: return index
      case .composed, .refused: return nil
      }
    }
    return nil
  }

  mutating func markSent(_ id: OperationID) {
    guard let index = index(of: id) else { return }
    edits[index].stage = .sent
  }

  /// Marks an operation as to be sent again.
  mutating func markUnsent(_ id: OperationID) {
    guard let index = index(of: id), edits[index].stage == .sent else { return }
    edits[index].stage = .stored(perhapsSent: true)
  }

  /// Marks all that was sent as perhaps sent: the connection is gone, and with it the answers.
  mutating func markAllUnsent() {
    for index in edits.indices {
      switch edits[index].stage {
      case .acknowledged, .refused, .stored(perhapsSent: true): continue
      case .sent: edits[index].stage = .stored(perhapsSent: true)
      case .stored(perhapsSent: false), .composed: return
      }
    }
  }

  /// - Returns: the operation, if it was not acknowledged before.
  mutating func acknowledge(_ id: OperationID, sequence: UInt64) -> Operation? {
    guard let index = index(of: id) else { return nil }
    switch edits[index].stage {
    case .acknowledged, .composed, .refused: return nil
    case .stored, .sent: break
    }
    edits[index].stage = .acknowledged(sequence: sequence)
    acknowledgedCount += 1
    return edits[index].operation
  }

  /// Drops from the front the edits that the confirmed board holds.
  /// - Returns: the last of their counters, and the least of their bases.
  mutating func dropConfirmed(
    through sequence: UInt64, ownThrough: UInt64
  ) -> (counter: UInt64, base: UInt64)? {
    var dropped: (counter: UInt64, base: UInt64)?
    while let first = edits.first, case .acknowledged(let at) = first.stage,
      at <= sequence || first.operation.id.counter <= ownThrough
    {
      let operation = first.operation
      dropped = (operation.id.counter, min(dropped?.base ?? .max, operation.base))
      edits.removeFirst()
      acknowledgedCount -= 1
    }
    return dropped
  }

  /// Removes one operation that no coordinator will take. The operations after it have to be
  /// renumbered.
  mutating func remove(_ id: OperationID) -> Operation? {
    guard let index = index(of: id) else { return nil }
    if case .acknowledged = edits[index].stage { acknowledgedCount -= 1 }
    if edits[index].stage == .composed { composedCount -= 1 }
    return edits.remove(at: index).operation
  }

  /// Notes that the coordinator never takes an operation, which keeps its place until `replace`.
  mutating func refuse(_ id: OperationID, _ reason: String) {
    guard let index = index(of: id), edits[index].stage == .sent else { return }
    edits[index].stage = .refused(reason)
    hasRefused = true
  }

  /// The operations that the coordinator has refused.
  var refused: [LeftOutEdit] {
    edits.compactMap { edit in
      guard case .refused(let reason) = edit.stage else { return nil }
      return LeftOutEdit(operation: edit.operation, reason: reason)
    }
  }

  /// Replaces what is not acknowledged with renumbered operations, all on disk or about to be.
  /// - Parameter keepsAcknowledged: whether what is acknowledged stays, in front.
  mutating func replace(with operations: [Operation], keepsAcknowledged: Bool) {
    if keepsAcknowledged {
      edits.removeLast(edits.count - acknowledgedCount)
    } else {
      edits = []
      acknowledgedCount = 0
    }
    edits += operations.map { PendingEdit(operation: $0, stage: .stored(perhapsSent: false)) }
    composedCount = 0
    hasRefused = false
  }

  /// Leaves the words around edits out that were made before operation `purge`.
  mutating func leaveOutContexts(before purge: UInt64) {
    for index in edits.indices {
      guard let operation = edits[index].operation.withoutContext(before: purge) else { continue }
      edits[index].operation = operation
    }
  }

  /// The smallest base among the operations that may have been sent without an answer. Those that
  /// were ordered have sequence numbers above it.
  var lowestUncertainBase: UInt64? {
    var lowest: UInt64?
    for edit in edits {
      switch edit.stage {
      case .sent, .stored(perhapsSent: true):
        lowest = min(lowest ?? .max, edit.operation.base)
      case .acknowledged, .composed, .refused, .stored(perhapsSent: false): continue
      }
    }
    return lowest
  }
}
