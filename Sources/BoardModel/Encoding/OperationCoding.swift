// The encoding of operations and intents. An intent never grows: another shape is another intent,
// and what an operation gains goes into its extensions.
extension Operation: WireValue {
  public static var leastSize: Int { 41 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let id = try reader.value(OperationID.self)
    self.init(
      id: id, base: try reader.uint64(), queued: try reader.bool(),
      intent: try reader.intent(inBatch: false),
      extensions: try reader.extensions())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(id)
    writer.uint64(base)
    writer.bool(queued)
    writer.intent(intent)
    writer.extensions(extensions)
  }
}

extension CardDisposition: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .archive
    case 2: self = .move(to: try reader.identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .archive: writer.uint8(1)
    case .move(let target): writer.tagged(2, target)
    }
  }
}

extension Splice: WireValue {
  public static var leastSize: Int { 8 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      deletions: try reader.value(),
      insertions: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(deletions)
    writer.value(insertions)
  }
}

extension Splice.Insertion: WireValue {
  public static var leastSize: Int { 3 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(after: try reader.value(), text: try reader.body())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(after)
    writer.string(text)
  }
}

extension ByteWriter {
  public mutating func intent(_ value: Intent) {
    switch value {
    case .boardCreate(let title):
      uint16(1)
      string(title)
    case .boardRename(let title):
      uint16(2)
      string(title)
    case .columnCreate(let id, let title, let place):
      uint16(10)
      identifier(id)
      string(title)
      self.value(place)
    case .columnRename(let id, let title):
      uint16(11)
      identifier(id)
      string(title)
    case .columnMove(let id, let place):
      uint16(12)
      identifier(id)
      self.value(place)
    case .columnDelete(let id, let seen, let disposition):
      uint16(13)
      identifier(id)
      self.value(seen)
      self.value(disposition)
    case .cardCreate(let id, let column, let title, let body, let place):
      uint16(20)
      identifier(id)
      identifier(column)
      string(title)
      string(body)
      self.value(place)
    case .cardRetitle(let id, let title):
      uint16(21)
      identifier(id)
      string(title)
    case .cardSplice(let id, let splice):
      uint16(22)
      identifier(id)
      self.value(splice)
    case .cardMove(let ids, let column, let place):
      uint16(23)
      self.value(ids)
      identifier(column)
      self.value(place)
    case .cardArchive(let id):
      uint16(24)
      identifier(id)
    case .cardRestore(let id):
      uint16(25)
      identifier(id)
    case .cardFavourite(let id, let marked):
      uint16(26)
      identifier(id)
      bool(marked)
    case .boardRaise(let level):
      uint16(3)
      uint16(level)
    case .set(let address, let value):
      uint16(30)
      fieldWrite(address, value)
    case .labelCreate(let id, let name, let colour):
      uint16(31)
      identifier(id)
      string(name)
      uint8(colour)
    case .itemAdd(let card, let id, let text, let place):
      uint16(32)
      identifier(card)
      identifier(id)
      string(text)
      self.value(place)
    case .commentAdd(let card, let id, let text):
      uint16(33)
      identifier(card)
      identifier(id)
      string(text)
    case .attach(let card, let element):
      uint16(34)
      identifier(card)
      self.value(element)
    case .detach(let card, let element, let seen):
      uint16(35)
      identifier(card)
      self.value(element)
      self.value(seen)
    case .commentSplice(let card, let id, let splice):
      uint16(36)
      identifier(card)
      identifier(id)
      self.value(splice)
    case .settle(let address, let user, let operation, let accept):
      uint16(37)
      self.value(address)
      string(user)
      self.value(operation)
      bool(accept)
    case .receiptsSeen(let sequence):
      uint16(38)
      uint64(sequence)
    case .receiptSeen(let cause, let index):
      uint16(42)
      uint64(cause)
      uint16(index)
    case .textCompact(let card, let comment, let horizon):
      uint16(39)
      identifier(card)
      self.value(comment)
      uint64(horizon)
    case .purge(let target):
      uint16(43)
      self.value(target)
    case .batch(let intents):
      uint16(40)
      list(intents) { $0.intent($1) }
    case .undo(let target, let force):
      uint16(41)
      self.value(target)
      bool(force)
    }
  }
}

extension ByteReader {
  /// - Parameter inBatch: whether the intent is in a batch. A batch holds no batch, so nesting
  ///   ends.
  public mutating func intent(inBatch: Bool) throws(MalformedBytes) -> Intent {
    let start = offset
    switch try uint16() {
    case 1: return .boardCreate(title: try title())
    case 2: return .boardRename(title: try title())
    case 3: return .boardRaise(level: try uint16())
    case 10: return .columnCreate(try identifier(), title: try title(), at: try value())
    case 11: return .columnRename(try identifier(), title: try title())
    case 12: return .columnMove(try identifier(), at: try value())
    case 13:
      return .columnDelete(
        try identifier(),
        seen: try value(),
        disposition: try value())
    case 20:
      return .cardCreate(
        try identifier(), in: try identifier(), title: try title(), body: try body(),
        at: try value())
    case 21: return .cardRetitle(try identifier(), title: try title())
    case 22: return .cardSplice(try identifier(), try value())
    case 23:
      return .cardMove(
        try value(),
        to: try identifier(), at: try value())
    case 24: return .cardArchive(try identifier())
    case 25: return .cardRestore(try identifier())
    case 26: return .cardFavourite(try identifier(), marked: try bool())
    case 30:
      let (address, value) = try fieldWrite()
      return .set(address, value)
    case 31: return .labelCreate(try identifier(), name: try title(), colour: try uint8())
    case 32:
      return .itemAdd(try identifier(), try identifier(), text: try title(), at: try value())
    case 33: return .commentAdd(try identifier(), try identifier(), text: try body())
    case 34: return .attach(try identifier(), try value())
    case 35: return .detach(try identifier(), try value(), seen: try value())
    case 36: return .commentSplice(try identifier(), try identifier(), try value())
    case 37:
      return .settle(
        try value(), user: try title(), operation: try value(), accept: try bool())
    case 38: return .receiptsSeen(through: try uint64())
    case 39:
      return .textCompact(
        try identifier(),
        try value(),
        horizon: try uint64())
    case 40:
      guard !inBatch else { throw MalformedBytes(.tooDeep, at: start) }
      return .batch(
        try list(minimum: 2) { (reader) throws(MalformedBytes) in
          try reader.intent(inBatch: true)
        })
    case 41: return .undo(target: try value(), force: try bool())
    case 42: return .receiptSeen(cause: try uint64(), index: try uint16())
    case 43: return .purge(try value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
