// The encoding of a board's entities, in snapshots and in digests.
extension Entity: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1:
      self = .header(
        BoardHeader(
          id: try reader.identifier(), level: try reader.uint16(), nextNumber: try reader.uint32(),
          title: try reader.titleField()))
    case 2:
      self = .column(
        Column(
          id: try reader.identifier(), title: try reader.titleField(), placed: try reader.value(),
          deleted: try reader.value()))
    case 3: self = .card(try reader.card())
    case 4:
      self = .text(
        try reader.identifier(),
        try reader.value())
    case 5:
      self = .favourites(
        user: try reader.title(),
        try reader.value())
    case 6:
      let address = try reader.value(FieldAddress.self)
      self = .proposal(
        Proposal(
          field: address, value: try reader.proposedValue(of: address), stamp: try reader.value()))
    case 7:
      self = .undo(
        UndoRecord(
          stamp: try reader.value(),
          steps: try reader.value(),
          kind: try reader.enumeration(),
          undoneBy: try reader.value()))
    case 8:
      let (address, value) = try reader.fieldWrite()
      self = .field(address, Field(value, try reader.value()))
    case 9:
      self = .item(try reader.identifier(), try reader.identifier(), created: try reader.value())
    case 10: self = .comment(try reader.identifier(), try reader.comment())
    case 11:
      self = .commentText(
        try reader.identifier(), try reader.identifier(),
        try reader.value())
    case 12:
      self = .elements(
        try reader.identifier(),
        try reader.value())
    case 13: self = .receipt(try reader.value())
    case 14:
      self = .compacted(
        try reader.identifier(),
        try reader.value(),
        Compaction(
          horizon: try reader.uint64(), stamp: try reader.value(), purge: try reader.uint64()))
    case 15:
      self = .proposalText(
        Proposal.Key(field: try reader.value(), user: try reader.title()),
        try reader.value())
    case 16:
      self = .purged(try reader.identifier(), try reader.value(), try reader.value())
    case 17: self = .lastPurge(try reader.uint64())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .header(let header):
      writer.uint8(1)
      writer.identifier(header.id)
      writer.uint16(header.level)
      writer.uint32(header.nextNumber)
      writer.titleField(header.title)
    case .column(let column):
      writer.uint8(2)
      writer.identifier(column.id)
      writer.titleField(column.title)
      writer.value(column.placed)
      writer.value(column.deleted)
    case .card(let card):
      writer.uint8(3)
      writer.card(card)
    case .text(let id, let runs): writer.tagged(4, id, runs)
    case .favourites(let user, let marked):
      writer.uint8(5)
      writer.string(user)
      writer.value(marked)
    case .proposal(let proposal):
      writer.tagged(6, proposal.field)
      writer.proposedValue(proposal.value, of: proposal.field)
      writer.value(proposal.stamp)
    case .undo(let record):
      writer.tagged(7, record.stamp, record.steps)
      writer.value(record.kind)
      writer.value(record.undoneBy)
    case .field(let address, let field):
      writer.uint8(8)
      writer.fieldWrite(address, field.value)
      writer.value(field.stamp)
    case .item(let card, let id, let created): writer.tagged(9, card, id, created)
    case .comment(let card, let comment):
      writer.tagged(10, card)
      writer.comment(comment)
    case .commentText(let card, let id, let runs): writer.tagged(11, card, id, runs)
    case .elements(let card, let held): writer.tagged(12, card, held)
    case .receipt(let receipt): writer.tagged(13, receipt)
    case .compacted(let card, let comment, let compaction):
      writer.tagged(14, card, comment)
      writer.uint64(compaction.horizon)
      writer.value(compaction.stamp)
      writer.uint64(compaction.purge)
    case .proposalText(let key, let runs):
      writer.tagged(15, key.field)
      writer.string(key.user)
      writer.value(runs)
    case .purged(let card, let comment, let stamp): writer.tagged(16, card, comment, stamp)
    case .lastPurge(let sequence):
      writer.uint8(17)
      writer.uint64(sequence)
    }
  }
}

extension UndoStep: WireValue {
  public static var leastSize: Int { 3 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .value(.boardTitle, previous: .text(try reader.title()))
    case 2: self = .created(try reader.identifier())
    case 3:
      self = .value(.columnTitle(try reader.identifier()), previous: .text(try reader.title()))
    case 4:
      self = .value(
        .columnPlace(try reader.identifier()), previous: .columnPlace(try reader.value()))
    case 5:
      self = .value(.columnDeleted(try reader.identifier()), previous: .flag(try reader.bool()))
    case 6: self = .value(.cardTitle(try reader.identifier()), previous: .text(try reader.title()))
    case 7:
      self = .value(
        .cardPlace(try reader.identifier()),
        previous: .cardPlace(try reader.identifier(), try reader.value()))
    case 8:
      self = .value(.cardArchived(try reader.identifier()), previous: .flag(try reader.bool()))
    case 9: self = .value(.favourite(try reader.identifier()), previous: .flag(try reader.bool()))
    case 10: self = try reader.splice(of: try reader.identifier(), nil)
    case 11:
      let (address, previous) = try reader.fieldWrite()
      self = .value(address, previous: previous)
    case 12:
      let card: CardID = try reader.identifier()
      let element = try reader.value(CardElement.self)
      self = .value(element.address(on: card), previous: .flag(try reader.bool()))
    case 13: self = try reader.splice(of: try reader.identifier(), try reader.identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .created(let id): writer.tagged(2, id)
    case .splice(let card, let comment, let offset, let inserted, let deleted):
      if let comment { writer.tagged(13, card, comment) } else { writer.tagged(10, card) }
      writer.uint32(offset)
      writer.uint32(inserted)
      writer.value(deleted)
    case .value(let field, let previous): writer.undoStep(field, previous)
    }
  }
}

extension Favourite: WireValue {
  public static var leastSize: Int { 65 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(card: try reader.value(), marked: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(card)
    writer.value(marked)
  }
}

extension HeldElement: WireValue {
  public static var leastSize: Int { 51 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(try reader.value(), try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(element)
    writer.value(stamp)
  }
}

extension Field: WireValue where Value: WireValue {
  public static var leastSize: Int { Value.leastSize + Stamp.leastSize }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(try reader.value(), try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(value)
    writer.value(stamp)
  }
}

extension ByteWriter {
  fileprivate mutating func titleField(_ value: Field<String>) {
    string(value.value)
    self.value(value.stamp)
  }

  /// Writes a proposed value. Titles and the archive mark have cases of their own; other fields
  /// share one.
  mutating func proposedValue(_ value: FieldValue, of field: FieldAddress) {
    switch (field, value) {
    case (_, .text(let title)) where field.isTitle:
      uint8(1)
      string(title)
    case (_, .cardPlace(let column, let place)):
      tagged(2, column, place)
    case (_, .columnPlace(let place)): tagged(3, place)
    case (.cardArchived, .flag(let archived)): tagged(4, archived)
    case (_, .fragment(let fragment)): tagged(6, fragment.context)
    default: tagged(5, value)
    }
  }

  fileprivate mutating func undoStep(_ field: FieldAddress, _ previous: FieldValue) {
    switch (field, previous) {
    case (.boardTitle, .text(let title)):
      uint8(1)
      string(title)
    case (.columnTitle(let id), .text(let title)):
      tagged(3, id)
      string(title)
    case (.columnPlace(let id), .columnPlace(let place)): tagged(4, id, place)
    case (.columnDeleted(let id), .flag(let flag)): tagged(5, id, flag)
    case (.cardTitle(let id), .text(let title)):
      tagged(6, id)
      string(title)
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      tagged(7, id, column, place)
    case (.cardArchived(let id), .flag(let flag)): tagged(8, id, flag)
    case (.favourite(let id), .flag(let flag)): tagged(9, id, flag)
    case (.cardLabel(let card, let label), .flag(let flag)):
      tagged(12, card, CardElement.label(label), flag)
    case (.cardAssignee(let card, let user), .flag(let flag)):
      tagged(12, card, CardElement.assignee(user), flag)
    case (.cardBlocker(let card, let blocker), .flag(let flag)):
      tagged(12, card, CardElement.blocker(blocker), flag)
    default:
      uint8(11)
      fieldWrite(field, previous)
    }
  }
}

extension ByteReader {
  fileprivate mutating func titleField() throws(MalformedBytes) -> Field<String> {
    Field(try title(), try value())
  }

  fileprivate mutating func splice(
    of card: CardID, _ comment: CommentID?
  ) throws(MalformedBytes) -> UndoStep {
    .splice(
      card, comment, offset: try uint32(), inserted: try uint32(), deleted: try value())
  }

  /// - Throws: `outOfRange` at a value that another case holds for this field.
  mutating func proposedValue(of field: FieldAddress) throws(MalformedBytes) -> FieldValue {
    let start = offset
    let tag = try uint8()
    let value: FieldValue
    switch tag {
    case 1: value = .text(try title())
    case 2: return .cardPlace(try identifier(), try self.value())
    case 3: return .columnPlace(try self.value())
    case 4: value = .flag(try bool())
    case 5: value = try self.value()
    case 6: return .fragment(TextFragment(context: try self.value()))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
    let own: UInt8 =
      switch (field, value) {
      case (_, .text) where field.isTitle: 1
      case (.cardArchived, .flag): 4
      default: 5
      }
    guard tag == own else { throw MalformedBytes(.outOfRange, at: start) }
    return value
  }
}
