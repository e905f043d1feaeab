// The encoding of names: operations, authors, stamps, fields, text identities.
extension OperationID: WireValue {
  public static var leastSize: Int { 28 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      session: try reader.identifier(), epoch: try reader.uint32(), counter: try reader.uint64())
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(session)
    writer.uint32(epoch)
    writer.uint64(counter)
  }
}

extension Author: WireValue {
  public static var leastSize: Int { 4 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(user: try reader.title(), device: try reader.title())
  }

  public func write(to writer: inout ByteWriter) {
    writer.string(user)
    writer.string(device)
  }
}

extension Stamp: WireValue {
  public static var leastSize: Int { 48 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      operation: try reader.value(), sequence: try reader.uint64(), time: try reader.uint64(),
      author: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(operation)
    writer.uint64(sequence)
    writer.uint64(time)
    writer.value(author)
  }
}

extension FieldAddress: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .boardTitle
    case 2: self = .columnTitle(try reader.identifier())
    case 3: self = .columnPlace(try reader.identifier())
    case 4: self = .columnDeleted(try reader.identifier())
    case 5: self = .cardTitle(try reader.identifier())
    case 6: self = .cardBody(try reader.identifier())
    case 7: self = .cardPlace(try reader.identifier())
    case 8: self = .cardArchived(try reader.identifier())
    case 9: self = .favourite(try reader.identifier())
    case 10: self = .wipLimitBlocks
    case 11: self = .memberRole(try reader.title())
    case 12: self = .columnWIPLimit(try reader.identifier())
    case 13: self = .labelName(try reader.identifier())
    case 14: self = .labelColour(try reader.identifier())
    case 15: self = .labelRemoved(try reader.identifier())
    case 16: self = .cardDue(try reader.identifier())
    case 17: self = .itemText(try reader.identifier(), try reader.identifier())
    case 18: self = .itemDone(try reader.identifier(), try reader.identifier())
    case 19: self = .itemPlace(try reader.identifier(), try reader.identifier())
    case 20: self = .itemRemoved(try reader.identifier(), try reader.identifier())
    case 21: self = .commentBody(try reader.identifier(), try reader.identifier())
    case 22: self = .commentRemoved(try reader.identifier(), try reader.identifier())
    case 23: self = .cardLabel(try reader.identifier(), try reader.identifier())
    case 24: self = .cardAssignee(try reader.identifier(), user: try reader.title())
    case 25: self = .cardPriority(try reader.identifier())
    case 26: self = .cardBlocker(try reader.identifier(), blocker: try reader.identifier())
    case 27: self = .boardArchived
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .boardTitle: writer.uint8(1)
    case .boardArchived: writer.uint8(27)
    case .columnTitle(let id): writer.tagged(2, id)
    case .columnPlace(let id): writer.tagged(3, id)
    case .columnDeleted(let id): writer.tagged(4, id)
    case .cardTitle(let id): writer.tagged(5, id)
    case .cardBody(let id): writer.tagged(6, id)
    case .cardPlace(let id): writer.tagged(7, id)
    case .cardArchived(let id): writer.tagged(8, id)
    case .favourite(let id): writer.tagged(9, id)
    case .wipLimitBlocks: writer.uint8(10)
    case .memberRole(let user):
      writer.uint8(11)
      writer.string(user)
    case .columnWIPLimit(let id): writer.tagged(12, id)
    case .labelName(let id): writer.tagged(13, id)
    case .labelColour(let id): writer.tagged(14, id)
    case .labelRemoved(let id): writer.tagged(15, id)
    case .cardDue(let id): writer.tagged(16, id)
    case .itemText(let card, let id): writer.tagged(17, card, id)
    case .itemDone(let card, let id): writer.tagged(18, card, id)
    case .itemPlace(let card, let id): writer.tagged(19, card, id)
    case .itemRemoved(let card, let id): writer.tagged(20, card, id)
    case .commentBody(let card, let id): writer.tagged(21, card, id)
    case .commentRemoved(let card, let id): writer.tagged(22, card, id)
    case .cardLabel(let card, let id): writer.tagged(23, card, id)
    case .cardAssignee(let card, let user):
      writer.tagged(24, card)
      writer.string(user)
    case .cardPriority(let id): writer.tagged(25, id)
    case .cardBlocker(let card, let id): writer.tagged(26, card, id)
    }
  }
}

extension TextIdentity: WireValue {
  public static var leastSize: Int { 32 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(operation: try reader.value(), offset: try reader.uint32())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(operation)
    writer.uint32(offset)
  }
}

extension TextRange: WireValue {
  public static var leastSize: Int { 36 }

  /// Reads a range, which names at least one scalar, and none beyond offset 2^32 - 1.
  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = try reader.value(TextIdentity.self)
    let at = reader.offset
    let count = try reader.uint32()
    guard count > 0, start.offset <= UInt32.max - (count - 1) else {
      throw MalformedBytes(.outOfRange, at: at)
    }
    self.init(start: start, count: count)
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(start)
    writer.uint32(count)
  }
}

extension TextContext: WireValue {
  public static var leastSize: Int { 4 }

  /// - Throws: `outOfRange` at a text that is longer than a context may be.
  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(before: try reader.words(), after: try reader.words())
  }

  public func write(to writer: inout ByteWriter) {
    writer.string(before)
    writer.string(after)
  }
}

extension TextRun: WireValue {
  public static var leastSize: Int { 39 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = try reader.value(TextIdentity.self)
    let step: TextRun.Step = try reader.enumeration()
    let deleted = try reader.bool()
    let at = reader.offset + 4
    let scalars = try reader.scalars()
    guard !scalars.isEmpty else { throw MalformedBytes(.outOfRange, at: at - 4) }
    let count = UInt64(scalars.count)
    let inRange =
      switch step {
      case .offset: UInt64(start.offset) + count <= 1 << 32
      case .operation:
        start.offset == 0 && count > 1 && start.operation.counter <= .max - (count - 1)
      }
    guard inRange else { throw MalformedBytes(.outOfRange, at: at) }
    self.init(start: start, step: step, scalars: scalars, deleted: deleted)
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(start)
    writer.uint8(step.rawValue)
    writer.bool(deleted)
    // No string is made, because a text of many runs is written for each digest and snapshot.
    var utf8: [UInt8] = []
    utf8.reserveCapacity(scalars.count)
    for scalar in scalars {
      if scalar.isASCII { utf8.append(UInt8(scalar.value)) } else { utf8 += scalar.utf8 }
    }
    writer.data(utf8)
  }
}

extension Anchors: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(after: try reader.value(), before: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(after)
    writer.value(before)
  }
}

extension ByteReader {
  fileprivate mutating func words() throws(MalformedBytes) -> String {
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
}
