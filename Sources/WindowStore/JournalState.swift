import BoardModel
import WindowSync

/// The state that the records of a journal add up to.
struct JournalState: Hashable, Sendable {
  private(set) var session: SavedSession
  /// The pending operations: their counters ascend without gaps, belong to `session` and are beyond
  /// `forgottenThrough`.
  private(set) var pending: [Operation] = []

  init(session: SavedSession, pending: [Operation] = []) throws(WindowStoreError) {
    self.session = session
    if !pending.isEmpty { try take(.operations(pending)) }
  }

  /// Applies a record.
  /// - Throws: `unfit`, and then nothing has changed.
  mutating func take(_ record: JournalRecord) throws(WindowStoreError) {
    try check(record)
    switch record {
    case .session(var saved):
      if saved.session == session.session {
        saved.forgottenThrough = max(saved.forgottenThrough, session.forgottenThrough)
      }
      session = saved
      forget(through: saved.forgottenThrough)
    case .operations(let operations):
      for operation in operations {
        if let place = place(of: operation.id.counter) {
          pending[place] = operation
        } else {
          pending.append(operation)
        }
      }
    case .forget(let counter): forget(through: counter)
    }
  }

  /// - Throws: `unfit` if the record contradicts the state.
  func check(_ record: JournalRecord) throws(WindowStoreError) {
    switch record {
    case .session(let saved):
      guard saved.session == session.session || pending.isEmpty else {
        throw .unfit("another window would take the place of one that still holds edits")
      }
    case .operations(let operations): try check(operations)
    case .forget: break
    }
  }

  private func check(_ operations: [Operation]) throws(WindowStoreError) {
    var last = pending.last?.id.counter
    for operation in operations {
      let counter = operation.id.counter
      guard operation.id.session == session.session else {
        throw .unfit("an edit of another window")
      }
      guard counter > session.forgottenThrough else {
        throw .unfit("edit \(counter) was let go before")
      }
      guard let newest = last else {
        last = counter
        continue
      }
      guard place(of: counter) != nil || counter == newest + 1 else {
        throw .unfit("edit \(counter) does not follow edit \(newest)")
      }
      last = max(newest, counter)
    }
  }

  /// The index of the pending operation with this counter; nil if there is none.
  private func place(of counter: UInt64) -> Int? {
    guard let first = pending.first, let last = pending.last, counter >= first.id.counter,
      counter <= last.id.counter
    else { return nil }
    return Int(counter - first.id.counter)
  }

  private mutating func forget(through counter: UInt64) {
    session.forgottenThrough = max(session.forgottenThrough, counter)
    pending.removeAll { $0.id.counter <= session.forgottenThrough }
  }

  /// Leaves the words around edits out that were made before operation `purge`.
  mutating func leaveOutContexts(before purge: UInt64) {
    pending = pending.map { $0.withoutContext(before: purge) ?? $0 }
  }

  /// A few records that add up to this state.
  var records: [JournalRecord] {
    let batches = stride(from: 0, to: pending.count, by: Self.batch).map { start in
      JournalRecord.operations(Array(pending[start..<min(start + Self.batch, pending.count)]))
    }
    return [.session(session)] + batches
  }

  /// The operations in one record. This many of the largest kind are well below
  /// `JournalRecord.limit`.
  private static let batch = 8
}
