import BoardModel
import LogRecords
import Wire

// The store's purges, as a bug leaves them.
extension PurgeRecord {
  /// The row without what was purged, but with all operations that say what items of checklists are.
  func sparingItems(_ row: OperationRow) -> OperationRow? {
    guard let purged = try? purging(row) else { return nil }
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
}

extension Intent {
  fileprivate var saysItem: Bool {
    switch self {
    case .itemAdd, .set(.itemText, _): true
    default: false
    }
  }
}
