import BoardModel
import LogRecords
import SampleHistory
import Wire

// The store's purges, as a bug leaves them.
extension PurgeRecord {
  /// The row without what was purged, but with all operations that say what items of checklists are.
  func sparingItems(_ row: OperationRow) -> OperationRow? {
    purging(row) { was, isNow in
      was.operation?.intent.parts.contains(where: \.saysItem) == true ? was : isNow
    }
  }

  /// The row without what was purged, with other hashes of what that was.
  /// - Parameters:
  ///   - againWhereLeft: also of what an earlier purge has left.
  ///   - salted: behind the operation's salt.
  func hashing(_ row: OperationRow, againWhereLeft: Bool, salted: Bool) -> OperationRow? {
    purging(row) { was, isNow in
      guard case .purged(let left) = isNow.content, was != isNow, againWhereLeft || !was.isPurged
      else { return isNow }
      var writer = ByteWriter()
      writer.value(was)
      let salt = salted ? SaltedRow.sampleSalt(was.sequence) : []
      return CommittedOperation(
        sequence: isNow.sequence, time: isNow.time, author: isNow.author,
        content: .purged(
          PurgedOperation(
            id: left.id, hash: SHA256.hash(salt + writer.bytes), base: left.base,
            queued: left.queued, parts: left.parts, outcome: left.outcome)))
    }
  }

  /// - Parameter left: what is left instead, by what was and what a purge should leave.
  private func purging(
    _ row: OperationRow, _ left: (CommittedOperation, CommittedOperation) -> CommittedOperation
  ) -> OperationRow? {
    guard let purged = try? SaltedRow(sample: row).purging(self)?.row else { return nil }
    var (old, new) = (ByteReader(row.bytes), ByteReader(purged.bytes))
    guard let before = try? old.committedList(), let after = try? new.committedList() else {
      return nil
    }
    var writer = ByteWriter()
    writer.value(zip(before, after).map(left))
    return OperationRow(board: row.board, first: row.first, last: row.last, bytes: writer.bytes)
  }
}

extension Intent {
  fileprivate var saysItem: Bool {
    switch self {
    case .itemAdd, .set(.itemText, _): true
    default: false
    }
  }
}
