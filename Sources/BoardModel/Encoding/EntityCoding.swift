// The encoding of a board's entities, in snapshots and in digests.
extension ByteWriter {
  public mutating func entity(_ value: Entity) {
    switch value {
    case .header(let header):
      uint8(1)
      identifier(header.id)
      uint16(header.level)
      titleField(header.title)
    case .column(let column):
      uint8(2)
      identifier(column.id)
      titleField(column.title)
      stamp(column.placed)
      boolField(column.deleted)
    case .card(let card):
      uint8(3)
      identifier(card.id)
      stamp(card.created)
      titleField(card.title)
      stamp(card.bodyStamp)
      identifier(card.column.value)
      stamp(card.column.stamp)
      boolField(card.archived)
    case .text(let id, let runs):
      tagged(4, id)
      list(runs) { $0.run($1) }
    case .favourites(let user, let marked):
      uint8(5)
      string(user)
      list(marked) { writer, favourite in
        writer.identifier(favourite.card)
        writer.boolField(favourite.marked)
      }
    case .proposal(let proposal):
      uint8(6)
      field(proposal.field)
      proposedValue(proposal.value, of: proposal.field)
      stamp(proposal.stamp)
    case .undo(let record):
      uint8(7)
      stamp(record.stamp)
      list(record.steps) { $0.undoStep($1) }
      uint8(record.kind.rawValue)
      optional(record.undoneBy) { $0.operationID($1) }
    case .field(let address, let field):
      uint8(8)
      fieldWrite(address, field.value)
      stamp(field.stamp)
    case .item(let card, let id, let created):
      tagged(9, card, id)
      stamp(created)
    case .comment(let card, let comment):
      tagged(10, card, comment.id)
      stamp(comment.created)
      stamp(comment.bodyStamp)
    case .commentText(let card, let id, let runs):
      tagged(11, card, id)
      list(runs) { $0.run($1) }
    case .elements(let card, let held):
      tagged(12, card)
      list(held) { writer, held in
        writer.element(held.element)
        writer.stamp(held.stamp)
      }
    case .receipt(let receipt):
      uint8(13)
      self.receipt(receipt)
    case .compacted(let card, let comment, let compaction):
      tagged(14, card)
      optional(comment) { $0.identifier($1) }
      uint64(compaction.horizon)
      stamp(compaction.stamp)
    case .proposalText(let key, let runs):
      uint8(15)
      field(key.field)
      string(key.user)
      list(runs) { $0.run($1) }
    }
  }

  private mutating func titleField(_ value: Field<String>) {
    string(value.value)
    stamp(value.stamp)
  }

  private mutating func boolField(_ value: Field<Bool>) {
    bool(value.value)
    stamp(value.stamp)
  }

  /// Writes a proposed value. Titles and the archive mark have cases of their own; other fields
  /// share one.
  mutating func proposedValue(_ value: FieldValue, of field: FieldAddress) {
    switch (field, value) {
    case (_, .text(let title)) where field.isTitle:
      uint8(1)
      string(title)
    case (_, .cardPlace(let column, let place)):
      tagged(2, column)
      anchors(place)
    case (_, .columnPlace(let place)):
      uint8(3)
      anchors(place)
    case (.cardArchived, .flag(let archived)):
      uint8(4)
      bool(archived)
    case (_, .fragment(let fragment)):
      uint8(6)
      textContext(fragment.context)
    default:
      uint8(5)
      fieldValue(value)
    }
  }

  mutating func undoStep(_ step: UndoStep) {
    switch step {
    case .created(let id): tagged(2, id)
    case .splice(let card, let comment, let offset, let inserted, let deleted):
      if let comment { tagged(13, card, comment) } else { tagged(10, card) }
      uint32(offset)
      uint32(inserted)
      list(deleted) { $0.textRange($1) }
    case .value(let field, let previous): undoStep(field, previous)
    }
  }

  private mutating func undoStep(_ field: FieldAddress, _ previous: FieldValue) {
    switch (field, previous) {
    case (.boardTitle, .text(let title)):
      uint8(1)
      string(title)
    case (.columnTitle(let id), .text(let title)):
      tagged(3, id)
      string(title)
    case (.columnPlace(let id), .columnPlace(let place)):
      tagged(4, id)
      anchors(place)
    case (.columnDeleted(let id), .flag(let flag)):
      tagged(5, id)
      bool(flag)
    case (.cardTitle(let id), .text(let title)):
      tagged(6, id)
      string(title)
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      tagged(7, id)
      identifier(column)
      anchors(place)
    case (.cardArchived(let id), .flag(let flag)):
      tagged(8, id)
      bool(flag)
    case (.favourite(let id), .flag(let flag)):
      tagged(9, id)
      bool(flag)
    case (.cardLabel(let card, let label), .flag(let flag)):
      tagged(12, card)
      element(.label(label))
      bool(flag)
    case (.cardAssignee(let card, let user), .flag(let flag)):
      tagged(12, card)
      element(.assignee(user))
      bool(flag)
    default:
      uint8(11)
      fieldWrite(field, previous)
    }
  }
}

extension ByteReader {
  public mutating func entity() throws(MalformedBytes) -> Entity {
    let start = offset
    switch try uint8() {
    case 1:
      return .header(
        BoardHeader(id: try identifier(), level: try uint16(), title: try titleField()))
    case 2:
      return .column(
        Column(
          id: try identifier(), title: try titleField(), placed: try stamp(),
          deleted: try boolField(), cards: []))
    case 3: return .card(try card())
    case 4:
      return .text(
        try identifier(),
        try list(minimum: 39) { (reader) throws(MalformedBytes) in try reader.run() })
    case 5:
      return .favourites(
        user: try title(),
        try list(minimum: 65) { (reader) throws(MalformedBytes) in
          Favourite(card: try reader.identifier(), marked: try reader.boolField())
        })
    case 6:
      let address = try field()
      return .proposal(
        Proposal(
          field: address, value: try proposedValue(of: address), stamp: try stamp()))
    case 7:
      return .undo(
        UndoRecord(
          stamp: try stamp(),
          steps: try list(minimum: 3) { (reader) throws(MalformedBytes) in try reader.undoStep() },
          kind: try enumeration(),
          undoneBy: try optional { (reader) throws(MalformedBytes) in try reader.operationID() }))
    case 8:
      let (address, value) = try fieldWrite()
      return .field(address, Field(value, try stamp()))
    case 9: return .item(try identifier(), try identifier(), created: try stamp())
    case 10: return .comment(try identifier(), try comment())
    case 11:
      return .commentText(
        try identifier(), try identifier(),
        try list(minimum: 39) { (reader) throws(MalformedBytes) in try reader.run() })
    case 12:
      return .elements(
        try identifier(),
        try list(minimum: 51) { (reader) throws(MalformedBytes) in
          HeldElement(try reader.element(), try reader.stamp())
        })
    case 13: return .receipt(try receipt())
    case 14:
      return .compacted(
        try identifier(),
        try optional { (reader) throws(MalformedBytes) in try reader.identifier() },
        Compaction(horizon: try uint64(), stamp: try stamp()))
    case 15:
      return .proposalText(
        Proposal.Key(field: try field(), user: try title()),
        try list(minimum: 39) { (reader) throws(MalformedBytes) in try reader.run() })
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func card() throws(MalformedBytes) -> Card {
    let id: CardID = try identifier()
    let created = try stamp()
    let title = try titleField()
    let bodyStamp = try stamp()
    let column = Field(try identifier(ColumnKind.self), try stamp())
    return Card(
      id: id, created: created, title: title, body: Text(), bodyStamp: bodyStamp,
      column: column, archived: try boolField())
  }

  private mutating func comment() throws(MalformedBytes) -> CardComment {
    CardComment(
      id: try identifier(), created: try stamp(), body: Text(), bodyStamp: try stamp())
  }

  private mutating func titleField() throws(MalformedBytes) -> Field<String> {
    Field(try title(), try stamp())
  }

  private mutating func boolField() throws(MalformedBytes) -> Field<Bool> {
    Field(try bool(), try stamp())
  }

  /// - Throws: `outOfRange` at a value that another case holds for this field.
  mutating func proposedValue(of field: FieldAddress) throws(MalformedBytes) -> FieldValue {
    let start = offset
    let tag = try uint8()
    let value: FieldValue
    switch tag {
    case 1: value = .text(try title())
    case 2: return .cardPlace(try identifier(), try anchors())
    case 3: return .columnPlace(try anchors())
    case 4: value = .flag(try bool())
    case 5: value = try fieldValue()
    case 6: return .fragment(TextFragment(context: try textContext()))
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

  private mutating func undoStep() throws(MalformedBytes) -> UndoStep {
    let start = offset
    switch try uint8() {
    case 1: return .value(.boardTitle, previous: .text(try title()))
    case 2: return .created(try identifier())
    case 3: return .value(.columnTitle(try identifier()), previous: .text(try title()))
    case 4: return .value(.columnPlace(try identifier()), previous: .columnPlace(try anchors()))
    case 5: return .value(.columnDeleted(try identifier()), previous: .flag(try bool()))
    case 6: return .value(.cardTitle(try identifier()), previous: .text(try title()))
    case 7:
      return .value(
        .cardPlace(try identifier()), previous: .cardPlace(try identifier(), try anchors()))
    case 8: return .value(.cardArchived(try identifier()), previous: .flag(try bool()))
    case 9: return .value(.favourite(try identifier()), previous: .flag(try bool()))
    case 10: return try splice(of: try identifier(), nil)
    case 11:
      let (address, previous) = try fieldWrite()
      return .value(address, previous: previous)
    case 12:
      let card: CardID = try identifier()
      let element = try element()
      return .value(element.address(on: card), previous: .flag(try bool()))
    case 13: return try splice(of: try identifier(), try identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func splice(
    of card: CardID, _ comment: CommentID?
  ) throws(MalformedBytes) -> UndoStep {
    .splice(
      card, comment, offset: try uint32(), inserted: try uint32(),
      deleted: try list(minimum: 36) { (reader) throws(MalformedBytes) in
        try reader.textRange()
      })
  }
}
