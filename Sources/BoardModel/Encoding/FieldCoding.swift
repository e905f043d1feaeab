// The encoding of plain fields, elements and receipts.
extension FieldValue: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .text(try reader.title())
    case 2: self = .flag(try reader.bool())
    case 3: self = .number(try reader.value())
    case 4: self = .role(try reader.value())
    case 5: self = .itemPlace(try reader.value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .text(let text):
      writer.uint8(1)
      writer.string(text)
    case .flag(let flag):
      writer.uint8(2)
      writer.bool(flag)
    case .number(let number): writer.tagged(3, number)
    case .role(let role): writer.tagged(4, role)
    case .itemPlace(let place): writer.tagged(5, place)
    // No plain field holds these values, and every reader refuses the byte.
    case .cardPlace, .columnPlace, .body, .fragment: writer.uint8(0)
    }
  }
}

extension CardElement: WireValue {
  public static var leastSize: Int { 3 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .label(try reader.identifier())
    case 2: self = .assignee(try reader.title())
    case 3: self = .blocker(try reader.identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .label(let id): writer.tagged(1, id)
    case .assignee(let user):
      writer.uint8(2)
      writer.string(user)
    case .blocker(let id): writer.tagged(3, id)
    }
  }
}

extension Receipt: WireValue {
  public static var leastSize: Int { 90 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      user: try reader.title(), cause: try reader.value(), index: try reader.uint16(),
      mine: try reader.value(),
      kind: try reader.receiptKind())
  }

  public func write(to writer: inout ByteWriter) {
    writer.string(user)
    writer.value(cause)
    writer.uint16(index)
    writer.value(mine)
    switch kind {
    case .displaced(let address, let lost):
      writer.tagged(1, address)
      writer.proposedValue(lost, of: address)
    case .superseded(let address, let winner): writer.tagged(2, address, winner)
    case .rejected(let rejection):
      writer.uint8(3)
      writer.rejection(rejection)
    }
  }
}

extension ByteWriter {
  mutating func fieldWrite(_ address: FieldAddress, _ value: FieldValue) {
    self.value(address)
    self.value(value)
  }
}

extension ByteReader {
  /// - Throws: `outOfRange` at the value where the field cannot hold it.
  mutating func fieldWrite() throws(MalformedBytes) -> (FieldAddress, FieldValue) {
    let address = try value(FieldAddress.self)
    let at = offset
    let value = try self.value(FieldValue.self)
    guard address.fits(value) else { throw MalformedBytes(.outOfRange, at: at) }
    return (address, value)
  }

  fileprivate mutating func receiptKind() throws(MalformedBytes) -> Receipt.Kind {
    let start = offset
    switch try uint8() {
    case 1:
      let address = try value(FieldAddress.self)
      return .displaced(address, value: try proposedValue(of: address))
    case 2: return .superseded(try value(), by: try value())
    case 3: return .rejected(try rejection(inBatch: false))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
