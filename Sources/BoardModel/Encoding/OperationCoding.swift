// The encoding of operations and intents. An intent never grows: another shape is another intent,
// and what an operation gains goes into its extensions.
extension ByteWriter {
  public mutating func operation(_ value: Operation) {
    operationID(value.id)
    uint64(value.base)
    bool(value.queued)
    intent(value.intent)
    extensions(value.extensions)
  }

  public mutating func committed(_ value: CommittedOperation) {
    uint64(value.sequence)
    uint64(value.time)
    author(value.author)
    operation(value.operation)
    outcome(value.outcome)
  }

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
      anchors(place)
    case .columnRename(let id, let title):
      uint16(11)
      identifier(id)
      string(title)
    case .columnMove(let id, let place):
      uint16(12)
      identifier(id)
      anchors(place)
    case .columnDelete(let id, let seen, let disposition):
      uint16(13)
      identifier(id)
      list(seen) { $0.identifier($1) }
      self.disposition(disposition)
    case .cardCreate(let id, let column, let title, let body, let place):
      uint16(20)
      identifier(id)
      identifier(column)
      string(title)
      string(body)
      anchors(place)
    case .cardRetitle(let id, let title):
      uint16(21)
      identifier(id)
      string(title)
    case .cardSplice(let id, let splice):
      uint16(22)
      identifier(id)
      self.splice(splice)
    case .cardMove(let ids, let column, let place):
      uint16(23)
      list(ids) { $0.identifier($1) }
      identifier(column)
      anchors(place)
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
      anchors(place)
    case .commentAdd(let card, let id, let text):
      uint16(33)
      identifier(card)
      identifier(id)
      string(text)
    case .attach(let card, let element):
      uint16(34)
      identifier(card)
      self.element(element)
    case .detach(let card, let element, let seen):
      uint16(35)
      identifier(card)
      self.element(element)
      operationID(seen)
    case .commentSplice(let card, let id, let splice):
      uint16(36)
      identifier(card)
      identifier(id)
      self.splice(splice)
    case .settle(let address, let user, let operation, let accept):
      uint16(37)
      field(address)
      string(user)
      operationID(operation)
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
      optional(comment) { $0.identifier($1) }
      uint64(horizon)
    case .batch(let intents):
      uint16(40)
      list(intents) { $0.intent($1) }
    case .undo(let target, let force):
      uint16(41)
      operationID(target)
      bool(force)
    }
  }

  private mutating func disposition(_ value: CardDisposition) {
    switch value {
    case .archive: uint8(1)
    case .move(let target): tagged(2, target)
    }
  }

  private mutating func splice(_ value: Splice) {
    list(value.deletions) { $0.textRange($1) }
    list(value.insertions) { writer, insertion in
      writer.optional(insertion.after) { $0.textIdentity($1) }
      writer.string(insertion.text)
    }
  }
}

extension ByteReader {
  public mutating func operation() throws(MalformedBytes) -> Operation {
    let id = try operationID()
    return Operation(
      id: id, base: try uint64(), queued: try bool(), intent: try intent(inBatch: false),
      extensions: try extensions())
  }

  public mutating func committed() throws(MalformedBytes) -> CommittedOperation {
    CommittedOperation(
      sequence: try uint64(), time: try uint64(), author: try author(),
      operation: try operation(), outcome: try outcome())
  }

  /// - Parameter inBatch: whether the intent is in a batch. A batch holds no batch, so nesting
  ///   ends.
  public mutating func intent(inBatch: Bool) throws(MalformedBytes) -> Intent {
    let start = offset
    switch try uint16() {
    case 1: return .boardCreate(title: try title())
    case 2: return .boardRename(title: try title())
    case 3: return .boardRaise(level: try uint16())
    case 10: return .columnCreate(try identifier(), title: try title(), at: try anchors())
    case 11: return .columnRename(try identifier(), title: try title())
    case 12: return .columnMove(try identifier(), at: try anchors())
    case 13:
      return .columnDelete(
        try identifier(),
        seen: try list(minimum: 16) { (reader) throws(MalformedBytes) in try reader.identifier() },
        disposition: try disposition())
    case 20:
      return .cardCreate(
        try identifier(), in: try identifier(), title: try title(), body: try body(),
        at: try anchors())
    case 21: return .cardRetitle(try identifier(), title: try title())
    case 22: return .cardSplice(try identifier(), try splice())
    case 23:
      return .cardMove(
        try list(minimum: 16) { (reader) throws(MalformedBytes) in try reader.identifier() },
        to: try identifier(), at: try anchors())
    case 24: return .cardArchive(try identifier())
    case 25: return .cardRestore(try identifier())
    case 26: return .cardFavourite(try identifier(), marked: try bool())
    case 30:
      let (address, value) = try fieldWrite()
      return .set(address, value)
    case 31: return .labelCreate(try identifier(), name: try title(), colour: try uint8())
    case 32:
      return .itemAdd(try identifier(), try identifier(), text: try title(), at: try anchors())
    case 33: return .commentAdd(try identifier(), try identifier(), text: try body())
    case 34: return .attach(try identifier(), try element())
    case 35: return .detach(try identifier(), try element(), seen: try operationID())
    case 36: return .commentSplice(try identifier(), try identifier(), try splice())
    case 37:
      return .settle(
        try field(), user: try title(), operation: try operationID(), accept: try bool())
    case 38: return .receiptsSeen(through: try uint64())
    case 39:
      return .textCompact(
        try identifier(),
        try optional { (reader) throws(MalformedBytes) in try reader.identifier() },
        horizon: try uint64())
    case 40:
      guard !inBatch else { throw MalformedBytes(.tooDeep, at: start) }
      return .batch(
        try list(minimum: 2) { (reader) throws(MalformedBytes) in
          try reader.intent(inBatch: true)
        })
    case 41: return .undo(target: try operationID(), force: try bool())
    case 42: return .receiptSeen(cause: try uint64(), index: try uint16())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func disposition() throws(MalformedBytes) -> CardDisposition {
    let start = offset
    switch try uint8() {
    case 1: return .archive
    case 2: return .move(to: try identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func splice() throws(MalformedBytes) -> Splice {
    Splice(
      deletions: try list(minimum: 36) { (reader) throws(MalformedBytes) in
        try reader.textRange()
      },
      insertions: try list(minimum: 3) { (reader) throws(MalformedBytes) in
        let after = try reader.optional { (reader) throws(MalformedBytes) in
          try reader.textIdentity()
        }
        return Splice.Insertion(after: after, text: try reader.body())
      })
  }
}
