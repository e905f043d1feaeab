// The encoding of plain fields, elements and receipts.
extension ByteWriter {
  mutating func fieldWrite(_ address: FieldAddress, _ value: FieldValue) {
    field(address)
    fieldValue(value)
  }

  mutating func fieldValue(_ value: FieldValue) {
    switch value {
    case .text(let text):
      uint8(1)
      string(text)
    case .flag(let flag):
      uint8(2)
      bool(flag)
    case .number(let number):
      uint8(3)
      optional(number) { $0.uint32($1) }
    case .role(let role):
      uint8(4)
      optional(role) { $0.uint8($1.rawValue) }
    case .itemPlace(let place):
      uint8(5)
      anchors(place)
    // No plain field holds these values, and every reader refuses the byte.
    case .cardPlace, .columnPlace, .body, .fragment: uint8(0)
    }
  }

  mutating func element(_ value: CardElement) {
    switch value {
    case .label(let id): tagged(1, id)
    case .assignee(let user):
      uint8(2)
      string(user)
    }
  }

  mutating func receipt(_ value: Receipt) {
    string(value.user)
    stamp(value.cause)
    uint16(value.index)
    operationID(value.mine)
    switch value.kind {
    case .displaced(let address, let lost):
      uint8(1)
      field(address)
      proposedValue(lost, of: address)
    case .superseded(let address, let winner):
      uint8(2)
      field(address)
      operationID(winner)
    case .rejected(let rejection):
      uint8(3)
      self.rejection(rejection)
    }
  }
}

extension ByteReader {
  /// - Throws: `outOfRange` at the value where the field cannot hold it.
  mutating func fieldWrite() throws(MalformedBytes) -> (FieldAddress, FieldValue) {
    let address = try field()
    let at = offset
    let value = try fieldValue()
    guard address.fits(value) else { throw MalformedBytes(.outOfRange, at: at) }
    return (address, value)
  }

  mutating func fieldValue() throws(MalformedBytes) -> FieldValue {
    let start = offset
    switch try uint8() {
    case 1: return .text(try title())
    case 2: return .flag(try bool())
    case 3:
      return .number(
        try optional { (reader) throws(MalformedBytes) in try reader.uint32() })
    case 4:
      return .role(
        try optional { (reader) throws(MalformedBytes) in try reader.enumeration(Role.self) })
    case 5: return .itemPlace(try anchors())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  mutating func element() throws(MalformedBytes) -> CardElement {
    let start = offset
    switch try uint8() {
    case 1: return .label(try identifier())
    case 2: return .assignee(try title())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  mutating func receipt() throws(MalformedBytes) -> Receipt {
    Receipt(
      user: try title(), cause: try stamp(), index: try uint16(), mine: try operationID(),
      kind: try receiptKind())
  }

  private mutating func receiptKind() throws(MalformedBytes) -> Receipt.Kind {
    let start = offset
    switch try uint8() {
    case 1:
      let address = try field()
      return .displaced(address, value: try proposedValue(of: address))
    case 2: return .superseded(try field(), by: try operationID())
    case 3: return .rejected(try rejection(inBatch: false))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
