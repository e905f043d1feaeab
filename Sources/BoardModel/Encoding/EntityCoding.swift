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
      proposedValue(proposal.value)
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

  mutating func proposedValue(_ value: ProposedValue) {
    switch value {
    case .title(let title):
      uint8(1)
      string(title)
    case .cardPlace(let column, let place):
      tagged(2, column)
      anchors(place)
    case .columnPlace(let place):
      uint8(3)
      anchors(place)
    case .archived(let archived):
      uint8(4)
      bool(archived)
    case .field(let value):
      uint8(5)
      fieldValue(value)
    case .text(let fragment):
      uint8(6)
      textContext(fragment.context)
    }
  }

  mutating func undoStep(_ value: UndoStep) {
    switch value {
    case .boardTitle(let previous):
      uint8(1)
      string(previous)
    case .columnCreated(let id): tagged(2, id)
    case .columnTitle(let id, let previous):
      tagged(3, id)
      string(previous)
    case .columnPlace(let id, let previous):
      tagged(4, id)
      anchors(previous)
    case .columnDeleted(let id, let previous):
      tagged(5, id)
      bool(previous)
    case .cardTitle(let id, let previous):
      tagged(6, id)
      string(previous)
    case .cardPlace(let id, let column, let place):
      tagged(7, id)
      identifier(column)
      anchors(place)
    case .cardArchived(let id, let previous):
      tagged(8, id)
      bool(previous)
    case .favourite(let id, let previous):
      tagged(9, id)
      bool(previous)
    case .splice(let id, let offset, let inserted, let deleted):
      tagged(10, id)
      uint32(offset)
      uint32(inserted)
      list(deleted) { $0.textRange($1) }
    case .field(let address, let previous):
      uint8(11)
      fieldWrite(address, previous)
    case .element(let card, let element, let previous):
      tagged(12, card)
      self.element(element)
      bool(previous)
    case .commentSplice(let card, let id, let offset, let inserted, let deleted):
      tagged(13, card, id)
      uint32(offset)
      uint32(inserted)
      list(deleted) { $0.textRange($1) }
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
      return .proposal(
        Proposal(field: try field(), value: try proposedValue(), stamp: try stamp()))
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

  mutating func proposedValue() throws(MalformedBytes) -> ProposedValue {
    let start = offset
    switch try uint8() {
    case 1: return .title(try title())
    case 2: return .cardPlace(try identifier(), try anchors())
    case 3: return .columnPlace(try anchors())
    case 4: return .archived(try bool())
    case 5: return .field(try fieldValue())
    case 6: return .text(TextFragment(context: try textContext()))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func undoStep() throws(MalformedBytes) -> UndoStep {
    let start = offset
    switch try uint8() {
    case 1: return .boardTitle(previous: try title())
    case 2: return .columnCreated(try identifier())
    case 3: return .columnTitle(try identifier(), previous: try title())
    case 4: return .columnPlace(try identifier(), previous: try anchors())
    case 5: return .columnDeleted(try identifier(), previous: try bool())
    case 6: return .cardTitle(try identifier(), previous: try title())
    case 7: return .cardPlace(try identifier(), previous: try identifier(), at: try anchors())
    case 8: return .cardArchived(try identifier(), previous: try bool())
    case 9: return .favourite(try identifier(), previous: try bool())
    case 10:
      return .splice(
        try identifier(), offset: try uint32(), inserted: try uint32(),
        deleted: try list(minimum: 36) { (reader) throws(MalformedBytes) in
          try reader.textRange()
        })
    case 11:
      let (address, previous) = try fieldWrite()
      return .field(address, previous: previous)
    case 12: return .element(try identifier(), try element(), previous: try bool())
    case 13:
      return .commentSplice(
        try identifier(), try identifier(), offset: try uint32(), inserted: try uint32(),
        deleted: try list(minimum: 36) { (reader) throws(MalformedBytes) in
          try reader.textRange()
        })
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
