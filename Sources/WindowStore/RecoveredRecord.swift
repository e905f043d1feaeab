import BoardModel

/// What is there of the operations of a record that was cut off a journal, and may end too early or
/// be damaged. Their extensions are left out: nobody sends these operations, and what stands around
/// their own words is others'.
struct RecoveredRecord {
  /// The operations whose own words are whole.
  private var operations: [Operation] = []
  /// What is there of the operation that was torn within its own words.
  private var rest: [UInt8] = []

  /// - Parameters:
  ///   - body: the kind and the body of the record, as far as they are there.
  ///   - isTorn: whether they end too early. Of others nothing tells what behind a damaged place is
  ///     whose, and nothing of it is kept.
  init(_ body: [UInt8], isTorn: Bool) {
    guard body.first == JournalRecord.operationsKind else { return }
    var reader = ByteReader(Array(body.dropFirst()))
    guard var count = try? reader.uint32() else { return }
    while count > 0, reader.remaining > 0 {
      count -= 1
      var next = reader
      do throws(MalformedBytes) {
        operations.append(try next.ownWords())
      } catch {
        if isTorn { rest = (try? reader.raw(error.offset - reader.offset)) ?? [] }
        return
      }
      guard (try? next.extensions()) != nil else { return }
      reader = next
    }
  }

  /// The same without the operations that are not to be kept. One that was torn stays: it may never
  /// have been sent, and another may have its counter.
  func filter(_ isKept: (OperationID) -> Bool) -> RecoveredRecord {
    var result = self
    result.operations = operations.filter { isKept($0.id) }
    return result
  }

  /// The bytes of a record that reads as this one, without a checksum; none if nothing is left.
  var bytes: [UInt8] {
    let torn = rest.isEmpty ? 0 : 1
    guard operations.count + torn > 0 else { return [] }
    var body = ByteWriter()
    body.uint8(JournalRecord.operationsKind)
    body.uint32(UInt32(clamping: operations.count + torn))
    for operation in operations { body.value(operation) }
    body.raw(rest)
    var writer = ByteWriter()
    // A torn one says that it is longer, as it did.
    writer.uint32(UInt32(clamping: body.bytes.count + torn))
    writer.uint32(0)
    writer.raw(body.bytes)
    return writer.bytes
  }
}

extension ByteReader {
  /// Reads an operation up to its extensions.
  fileprivate mutating func ownWords() throws(MalformedBytes) -> Operation {
    let id = try value(OperationID.self)
    return Operation(
      id: id, base: try uint64(), queued: try bool(), intent: try intent(inBatch: false))
  }
}
