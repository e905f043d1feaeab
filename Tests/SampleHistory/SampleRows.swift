public import BoardModel
public import LogRecords
import Wire

extension EncodedRow {
  /// - Parameter operations: at least one.
  public init(_ board: BoardID, _ operations: [CommittedOperation]) {
    self.init(
      board: board, first: operations[0].sequence,
      operations: operations.map { operation in
        var writer = ByteWriter()
        writer.value(operation)
        return writer.bytes
      }, room: operations.reduce(0) { $0 + $1.roomForPurge })
  }
}

extension SaltedRow {
  /// The row with salts that follow from the numbers of its operations, so that a run can be had again.
  public init(sample row: OperationRow) throws {
    var reader = ByteReader(row.bytes)
    var writer = ByteWriter()
    writer.uint32(UInt32(row.bytes.count))
    writer.raw(row.bytes)
    for committed in try reader.committedList() where !committed.isPurged {
      writer.raw(SaltedRow.sampleSalt(committed.sequence))
    }
    try self.init(board: row.board, first: row.first, last: row.last, stored: writer.bytes)
  }

  public static func sampleSalt(_ sequence: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint64(sequence)
    return SHA256.hash(writer.bytes)
  }
}
