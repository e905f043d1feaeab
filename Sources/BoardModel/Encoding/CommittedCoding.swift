// The encoding of what stands at one place of a board's order.
extension CommittedOperation: WireValue {
  public static var leastSize: Int { 20 + CommittedContent.leastSize }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      sequence: try reader.uint64(), time: try reader.uint64(), author: try reader.value(),
      content: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    write(to: &writer) { $1.value($0) }
  }

  /// Its encoding, where that of its operation is known already.
  /// - Parameter operation: as `Operation.bytes`.
  public func bytes(encoded operation: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(reservingCapacity: operation.count + 256)
    write(to: &writer) { $1.raw(operation) }
    return writer.bytes
  }

  private func write(
    to writer: inout ByteWriter, operation write: (Operation, inout ByteWriter) -> Void
  ) {
    writer.uint64(sequence)
    writer.uint64(time)
    writer.value(author)
    content.write(to: &writer, operation: write)
  }
}

extension CommittedContent: WireValue {
  public static var leastSize: Int { 46 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1:
      self = .applied(
        try reader.value(), displaced: try reader.value(), notes: try reader.value())
    case 2: self = .merged(try reader.value(), notes: try reader.value())
    case 3:
      self = .superseded(try reader.value(), by: try reader.value(), field: try reader.value())
    case 4: self = .rejected(try reader.value())
    case 5: self = .purged(try reader.value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    write(to: &writer) { $1.value($0) }
  }

  fileprivate func write(
    to writer: inout ByteWriter, operation write: (Operation, inout ByteWriter) -> Void
  ) {
    switch self {
    case .applied(let operation, let displaced, let notes):
      writer.uint8(1)
      write(operation, &writer)
      writer.value(displaced)
      writer.value(notes)
    case .merged(let operation, let notes):
      writer.uint8(2)
      write(operation, &writer)
      writer.value(notes)
    case .superseded(let operation, let winner, let field):
      writer.uint8(3)
      write(operation, &writer)
      writer.value(winner)
      writer.value(field)
    case .rejected(let rejected): writer.tagged(4, rejected)
    case .purged(let purged): writer.tagged(5, purged)
    }
  }
}

extension RejectedOperation: WireValue {
  public static var leastSize: Int { 62 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      id: try reader.value(), hash: try reader.raw(32),
      rejection: try reader.rejection(inBatch: false), isReported: try reader.bool())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(id)
    writer.raw(hash)
    writer.rejection(rejection)
    writer.bool(isReported)
  }
}

extension PurgedOperation: WireValue {
  public static var leastSize: Int { 74 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      id: try reader.value(), hash: try reader.raw(32), base: try reader.uint64(),
      queued: try reader.bool(), parts: try reader.value(), outcome: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(id)
    writer.raw(hash)
    writer.uint64(base)
    writer.bool(queued)
    writer.value(parts)
    writer.value(outcome)
  }
}

extension PurgedOperation.Part: WireValue {
  public static var leastSize: Int { 6 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(offset: try reader.uint32(), intent: try reader.intent(inBatch: false))
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint32(offset)
    writer.intent(intent)
  }
}
