public import LogRecords
import Wire
import BoardModel

/// The operations that were read of a log, as they are sent. It is made where it was read: that takes
/// as long as the operations are many.
public struct ReadOperations: Sendable {
  /// Nil where a row is malformed.
  private let operations: [LoadedBoard.EncodedOperation]?

  public init(_ rows: [OperationRow]) {
    operations = try? rows.flatMap { row in
      var reader = ByteReader(row.bytes)
      return try reader.committedList().map { operation in
        var writer = ByteWriter()
        writer.value(operation)
        return LoadedBoard.EncodedOperation(sequence: operation.sequence, bytes: writer.bytes)
      }
    }
  }

  /// Those from `first` on, at most `count`; nil where they cannot be read.
  func from(_ first: UInt64, count: Int) -> [LoadedBoard.EncodedOperation]? {
    operations.map { Array($0.drop { $0.sequence < first }.prefix(count)) }
  }
}
