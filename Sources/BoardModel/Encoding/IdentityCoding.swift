// The encoding of names: operations, authors, stamps, fields, text identities.
extension ByteWriter {
  public mutating func operationID(_ value: OperationID) {
    identifier(value.session)
    uint32(value.epoch)
    uint64(value.counter)
  }

  public mutating func author(_ value: Author) {
    string(value.user)
    string(value.device)
  }

  public mutating func stamp(_ value: Stamp) {
    operationID(value.operation)
    uint64(value.sequence)
    uint64(value.time)
    author(value.author)
  }

  public mutating func field(_ value: FieldAddress) {
    switch value {
    case .boardTitle: uint8(1)
    case .columnTitle(let id): tagged(2, id)
    case .columnPlace(let id): tagged(3, id)
    case .columnDeleted(let id): tagged(4, id)
    case .cardTitle(let id): tagged(5, id)
    case .cardBody(let id): tagged(6, id)
    case .cardPlace(let id): tagged(7, id)
    case .cardArchived(let id): tagged(8, id)
    case .favourite(let id): tagged(9, id)
    case .wipLimitBlocks: uint8(10)
    case .memberRole(let user):
      uint8(11)
      string(user)
    case .columnWIPLimit(let id): tagged(12, id)
    case .labelName(let id): tagged(13, id)
    case .labelColour(let id): tagged(14, id)
    case .labelRemoved(let id): tagged(15, id)
    case .cardDue(let id): tagged(16, id)
    case .itemText(let card, let id): tagged(17, card, id)
    case .itemDone(let card, let id): tagged(18, card, id)
    case .itemPlace(let card, let id): tagged(19, card, id)
    case .itemRemoved(let card, let id): tagged(20, card, id)
    case .commentBody(let card, let id): tagged(21, card, id)
    case .commentRemoved(let card, let id): tagged(22, card, id)
    case .cardLabel(let card, let id): tagged(23, card, id)
    case .cardAssignee(let card, let user):
      tagged(24, card)
      string(user)
    }
  }

  mutating func tagged<Kind>(_ tag: UInt8, _ id: Identifier<Kind>) {
    uint8(tag)
    identifier(id)
  }

  mutating func tagged<Kind, Other>(
    _ tag: UInt8, _ id: Identifier<Kind>, _ other: Identifier<Other>
  ) {
    tagged(tag, id)
    identifier(other)
  }

  public mutating func anchors<Kind>(_ value: Anchors<Kind>) {
    optional(value.after) { $0.identifier($1) }
    optional(value.before) { $0.identifier($1) }
  }

  public mutating func textIdentity(_ value: TextIdentity) {
    operationID(value.operation)
    uint32(value.offset)
  }

  public mutating func textRange(_ value: TextRange) {
    textIdentity(value.start)
    uint32(value.count)
  }

  mutating func textContext(_ value: TextContext) {
    string(value.before)
    string(value.after)
  }

  public mutating func run(_ value: TextRun) {
    textIdentity(value.start)
    uint8(value.step.rawValue)
    bool(value.deleted)
    // No string is made, because a text of many runs is written for each digest and snapshot.
    var utf8: [UInt8] = []
    utf8.reserveCapacity(value.scalars.count)
    for scalar in value.scalars {
      if scalar.isASCII { utf8.append(UInt8(scalar.value)) } else { utf8 += scalar.utf8 }
    }
    data(utf8)
  }
}

extension ByteReader {
  public mutating func operationID() throws(MalformedBytes) -> OperationID {
    OperationID(session: try identifier(), epoch: try uint32(), counter: try uint64())
  }

  public mutating func author() throws(MalformedBytes) -> Author {
    Author(user: try title(), device: try title())
  }

  public mutating func stamp() throws(MalformedBytes) -> Stamp {
    Stamp(
      operation: try operationID(), sequence: try uint64(), time: try uint64(),
      author: try author())
  }

  public mutating func field() throws(MalformedBytes) -> FieldAddress {
    let start = offset
    switch try uint8() {
    case 1: return .boardTitle
    case 2: return .columnTitle(try identifier())
    case 3: return .columnPlace(try identifier())
    case 4: return .columnDeleted(try identifier())
    case 5: return .cardTitle(try identifier())
    case 6: return .cardBody(try identifier())
    case 7: return .cardPlace(try identifier())
    case 8: return .cardArchived(try identifier())
    case 9: return .favourite(try identifier())
    case 10: return .wipLimitBlocks
    case 11: return .memberRole(try title())
    case 12: return .columnWIPLimit(try identifier())
    case 13: return .labelName(try identifier())
    case 14: return .labelColour(try identifier())
    case 15: return .labelRemoved(try identifier())
    case 16: return .cardDue(try identifier())
    case 17: return .itemText(try identifier(), try identifier())
    case 18: return .itemDone(try identifier(), try identifier())
    case 19: return .itemPlace(try identifier(), try identifier())
    case 20: return .itemRemoved(try identifier(), try identifier())
    case 21: return .commentBody(try identifier(), try identifier())
    case 22: return .commentRemoved(try identifier(), try identifier())
    case 23: return .cardLabel(try identifier(), try identifier())
    case 24: return .cardAssignee(try identifier(), user: try title())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public mutating func anchors<Kind>(
    _ kind: Kind.Type = Kind.self
  ) throws(MalformedBytes) -> Anchors<Kind> {
    let after = try optional { (reader) throws(MalformedBytes) in try reader.identifier(kind) }
    let before = try optional { (reader) throws(MalformedBytes) in try reader.identifier(kind) }
    return Anchors(after: after, before: before)
  }

  public mutating func textIdentity() throws(MalformedBytes) -> TextIdentity {
    TextIdentity(operation: try operationID(), offset: try uint32())
  }

  /// Reads a range, which names at least one scalar, and none beyond offset 2^32 - 1.
  public mutating func textRange() throws(MalformedBytes) -> TextRange {
    let start = try textIdentity()
    let at = offset
    let count = try uint32()
    guard count > 0, start.offset <= UInt32.max - (count - 1) else {
      throw MalformedBytes(.outOfRange, at: at)
    }
    return TextRange(start: start, count: count)
  }

  /// - Throws: `outOfRange` at a text that is longer than a context may be.
  mutating func textContext() throws(MalformedBytes) -> TextContext {
    TextContext(before: try words(), after: try words())
  }

  private mutating func words() throws(MalformedBytes) -> String {
    let start = offset
    let words = try body()
    guard words.unicodeScalars.count <= TextContext.reach else {
      throw MalformedBytes(.outOfRange, at: start)
    }
    return words
  }

  /// Reads a text of any length that a body may hold.
  mutating func scalars() throws(MalformedBytes) -> [Unicode.Scalar] {
    let at = offset + 4
    guard let text = String(validating: try data(), as: UTF8.self) else {
      throw MalformedBytes(.notUTF8, at: at)
    }
    let scalars = Array(text.unicodeScalars)
    guard scalars.allSatisfy(TextRules.allowsInBody) else {
      throw MalformedBytes(.forbiddenScalar, at: at)
    }
    return scalars
  }

  public mutating func run() throws(MalformedBytes) -> TextRun {
    let start = try textIdentity()
    let step: TextRun.Step = try enumeration()
    let deleted = try bool()
    let at = offset + 4
    let scalars = try scalars()
    guard !scalars.isEmpty else { throw MalformedBytes(.outOfRange, at: at - 4) }
    let count = UInt64(scalars.count)
    let inRange =
      switch step {
      case .offset: UInt64(start.offset) + count <= 1 << 32
      case .operation:
        start.offset == 0 && count > 1 && start.operation.counter <= .max - (count - 1)
      }
    guard inRange else { throw MalformedBytes(.outOfRange, at: at) }
    return TextRun(start: start, step: step, scalars: scalars, deleted: deleted)
  }
}
