import BoardModel
import WindowSync

/// What the records of a journal add up to.
struct JournalState: Hashable, Sendable {
  private(set) var session: SavedSession
  /// Ascending counters without gaps, all of `session`, all beyond `forgottenThrough`.
  private(set) var pending: [Operation] = []

  init(session: SavedSession, pending: [Operation] = []) throws(WindowStoreError) {
    self.session = session
    if !pending.isEmpty { try take(.operations(pending)) }
  }

  /// - Throws: `unfit`, and nothing has changed.
  mutating func take(_ record: JournalRecord) throws(WindowStoreError) {
    switch record {
    case .session(let saved): try take(saved)
    case .operations(let operations): try take(operations)
    case .forget(let counter): forget(through: counter)
    }
  }

  private mutating func take(_ saved: SavedSession) throws(WindowStoreError) {
    var saved = saved
    if saved.session == session.session {
      saved.forgottenThrough = max(saved.forgottenThrough, session.forgottenThrough)
    } else if !pending.isEmpty {
      throw .unfit("another session would take the place of one that still holds edits")
    }
    session = saved
    forget(through: saved.forgottenThrough)
  }

  private mutating func take(_ operations: [Operation]) throws(WindowStoreError) {
    var merged = pending
    for operation in operations {
      guard operation.id.session == session.session else {
        throw .unfit("an operation of another session")
      }
      guard operation.id.counter > session.forgottenThrough else {
        throw .unfit("operation \(operation.id.counter) was let go before")
      }
      guard let first = merged.first, let last = merged.last else {
        merged.append(operation)
        continue
      }
      if operation.id.counter == last.id.counter + 1 {
        merged.append(operation)
      } else if operation.id.counter >= first.id.counter, operation.id.counter <= last.id.counter {
        merged[Int(operation.id.counter - first.id.counter)] = operation
      } else {
        throw .unfit(
          "operation \(operation.id.counter) does not follow operation \(last.id.counter)")
      }
    }
    pending = merged
  }

  private mutating func forget(through counter: UInt64) {
    session.forgottenThrough = max(session.forgottenThrough, counter)
    pending.removeAll { $0.id.counter <= session.forgottenThrough }
  }

  /// Few records that add up to this.
  var records: [JournalRecord] {
    let batches = stride(from: 0, to: pending.count, by: Self.batch).map { start in
      JournalRecord.operations(Array(pending[start..<min(start + Self.batch, pending.count)]))
    }
    return [.session(session)] + batches
  }

  /// So many operations of the largest kind are well below `JournalRecord.limit`.
  private static let batch = 8
}
