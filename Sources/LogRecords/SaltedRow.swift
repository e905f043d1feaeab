public import BoardModel

/// A row of the log as it is stored: with a salt for each of its operations, random bytes of which
/// nobody else knows. The hash of an operation's salt and bytes stands for it in the log's checks, and
/// in its place once something is purged from it: that takes the salt too, so that no word is found
/// by trying (SPEC.md PRG-021).
///
/// A row has as many bytes behind a purge as before, so that it is written over itself: where SQLite
/// moves rows from page to page it may leave of each a copy that nobody finds.
public struct SaltedRow: Hashable, Sendable {
  /// The bytes of a salt, and of the hash that comes with the purge that takes it.
  public static let saltSize = 32

  public let row: OperationRow
  /// The salts of the operations from which nothing was purged, in their order, and zeros for what may
  /// be added yet.
  private let beside: [UInt8]

  private init(_ row: OperationRow, beside: [UInt8]) {
    self.row = row
    self.beside = beside
  }

  /// - Parameter salts: `saltSize` bytes for each operation.
  public init(_ new: EncodedRow, salts: [UInt8]) {
    self.init(new.row, beside: salts + [UInt8](repeating: 0, count: new.room))
  }

  /// - Parameter stored: as `stored` was.
  public init(
    board: BoardID, first: UInt64, last: UInt64, stored: [UInt8]
  ) throws(MalformedBytes) {
    var reader = ByteReader(stored)
    row = OperationRow(
      board: board, first: first, last: last, bytes: try reader.raw(Int(try reader.uint32())))
    beside = try reader.raw(reader.remaining)
  }

  /// The row as it is stored: the length of its operations (u32), these, and what is beside them.
  public var stored: [UInt8] {
    var writer = ByteWriter(reservingCapacity: 4 + row.bytes.count + beside.count)
    writer.uint32(UInt32(row.bytes.count))
    writer.raw(row.bytes)
    writer.raw(beside)
    return writer.bytes
  }

  /// The hashes of a row's operations before anything is purged.
  /// - Parameters:
  ///   - salts: `saltSize` bytes for each operation.
  ///   - sha256: a faster SHA-256 than that of digests, where there is one.
  /// - Returns: for each the SHA-256 of its salt and its bytes (32 bytes), one behind the other.
  /// - Throws: what `sha256` throws.
  public static func hashes<Failure: Error>(
    of row: EncodedRow, salts: [UInt8], by sha256: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    var hashes: [UInt8] = []
    hashes.reserveCapacity(32 * row.operations.count)
    for (index, operation) in row.operations.enumerated() {
      let start = index * saltSize
      hashes += try sha256(salts[start..<(start + saltSize)] + operation)
    }
    return hashes
  }

  /// The same of a row that was read: of an operation that was purged the hash that is left of it.
  /// - Throws: also where something else than zeros stands behind the salts.
  public func hashes() throws(MalformedBytes) -> [UInt8] {
    var hashes: [UInt8] = []
    var behind = 0
    for operation in try operations() {
      if case .purged(let purged) = operation.committed.content {
        hashes += purged.hash
      } else {
        hashes += Self.hash(operation.bytes, salt: operation.salt)
        behind = operation.salt.endIndex
      }
    }
    guard beside[behind...].allSatisfy({ $0 == 0 }) else {
      throw MalformedBytes(.trailingBytes, at: behind)
    }
    return hashes
  }

  /// What is left behind a purge; nil where the row has nothing of what that takes.
  public func purging(_ purge: PurgeRecord) throws(MalformedBytes) -> SaltedRow? {
    var left: [CommittedOperation] = []
    var leftBeside: [UInt8] = []
    var isChanged = false
    for operation in try operations() {
      let committed = operation.committed
      let rest =
        committed.sequence < purge.sequence
        ? committed.purging(
          purge.target, hash: Self.hash(operation.bytes, salt: operation.salt)) : nil
      isChanged = isChanged || rest != nil
      left.append(rest ?? committed)
      if rest == nil { leftBeside += operation.salt }
    }
    guard isChanged else { return nil }
    var writer = ByteWriter()
    writer.value(left)
    let more = row.bytes.count + beside.count - writer.bytes.count - leftBeside.count
    leftBeside += [UInt8](repeating: 0, count: max(more, 0))
    return SaltedRow(
      OperationRow(board: row.board, first: row.first, last: row.last, bytes: writer.bytes),
      beside: leftBeside)
  }

  private struct Operation {
    let committed: CommittedOperation
    let bytes: ArraySlice<UInt8>
    /// Empty where something was purged from it.
    let salt: ArraySlice<UInt8>
  }

  private func operations() throws(MalformedBytes) -> [Operation] {
    var reader = ByteReader(row.bytes)
    var operations: [Operation] = []
    var salted = 0
    for _ in 0..<(try reader.uint32()) {
      let start = reader.offset
      let committed = try CommittedOperation(&reader)
      let end = committed.isPurged ? salted : salted + Self.saltSize
      guard end <= beside.count else { throw MalformedBytes(.truncated, at: reader.offset) }
      operations.append(
        Operation(
          committed: committed, bytes: row.bytes[start..<reader.offset], salt: beside[salted..<end])
      )
      salted = end
    }
    try reader.finish()
    return operations
  }

  private static func hash(_ operation: ArraySlice<UInt8>, salt: ArraySlice<UInt8>) -> [UInt8] {
    SHA256.hash(Array(salt + operation))
  }
}
