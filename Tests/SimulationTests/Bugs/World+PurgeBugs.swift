import BoardModel
import LogRecords
import SampleHistory
import Wire

// The store's purges, as a bug leaves them.
extension PurgeRecord {
  /// The row without what was purged, but with all operations that say what items of checklists are.
  func sparingItems(_ row: OperationRow) -> OperationRow? {
    guard let purged = try? SaltedRow(sample: row).purging(self)?.row else { return nil }
    var (old, new) = (ByteReader(row.bytes), ByteReader(purged.bytes))
    guard let before = try? old.committedList(), let after = try? new.committedList() else {
      return nil
    }
    var writer = ByteWriter()
    writer.value(
      zip(before, after).map { was, isNow in
        was.operation?.intent.parts.contains(where: \.saysItem) == true ? was : isNow
      })
    return OperationRow(board: row.board, first: row.first, last: row.last, bytes: writer.bytes)
  }

  /// The row without what was purged, with other hashes of what that was.
  /// - Parameters:
  ///   - againWhereLeft: also of what an earlier purge has left.
  ///   - salted: behind the operation's salt.
  func hashing(_ row: OperationRow, againWhereLeft: Bool, salted: Bool) -> OperationRow? {
    guard let purged = try? SaltedRow(sample: row).purging(self)?.row else { return nil }
    var (old, new) = (ByteReader(row.bytes), ByteReader(purged.bytes))
    guard let before = try? old.committedList(), let after = try? new.committedList() else {
      return nil
    }
    var writer = ByteWriter()
    writer.value(
      zip(before, after).map { was, isNow in
        guard case .purged(let left) = isNow.content, was != isNow,
          againWhereLeft || !was.isPurged
        else { return isNow }
        var bytes = ByteWriter()
        bytes.value(was)
        let salt = salted ? SaltedRow.sampleSalt(was.sequence) : []
        return CommittedOperation(
          sequence: isNow.sequence, time: isNow.time, author: isNow.author,
          content: .purged(
            PurgedOperation(
              id: left.id, hash: SHA256.hash(salt + bytes.bytes), base: left.base,
              queued: left.queued, parts: left.parts, outcome: left.outcome)))
      })
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
