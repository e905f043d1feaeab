public import BoardModel

/// Operations of one board in one commit group that follow one another, before they are written: what
/// becomes one row of the log.
public struct EncodedRow: Hashable, Sendable {
  public let board: BoardID
  public let first: UInt64
  /// At least one, each as in COMMITTED.
  public let operations: [[UInt8]]
  /// The bytes that purges may add to them (`CommittedOperation.roomForPurge`).
  public let room: Int

  public init(board: BoardID, first: UInt64, operations: [[UInt8]], room: Int) {
    self.board = board
    self.first = first
    self.operations = operations
    self.room = room
  }

  public var last: UInt64 { first &+ UInt64(operations.count) &- 1 }

  public var row: OperationRow {
    var writer = ByteWriter(reservingCapacity: 4 + operations.reduce(0) { $0 + $1.count })
    writer.uint32(UInt32(operations.count))
    for operation in operations { writer.raw(operation) }
    return OperationRow(board: board, first: first, last: last, bytes: writer.bytes)
  }
}
