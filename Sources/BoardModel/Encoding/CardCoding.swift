// The encoding of cards and comments, without their bodies. A field of theirs carries a stamp only
// where that is another than the creation's, as most fields were never written again (SPEC.md
// SNP-021).
extension ByteWriter {
  mutating func card(_ card: Card) {
    identifier(card.id)
    uint32(card.number)
    value(card.created)
    string(card.title.value)
    value(card.title.stamp.besides(card.created))
    value(card.bodyStamp.besides(card.created))
    identifier(card.column.value)
    value(card.column.stamp.besides(card.created))
    bool(card.archived.value)
    value(card.archived.stamp.besides(card.created))
  }

  mutating func comment(_ comment: CardComment) {
    identifier(comment.id)
    value(comment.created)
    value(comment.bodyStamp.besides(comment.created))
  }
}

extension ByteReader {
  mutating func card() throws(MalformedBytes) -> Card {
    let id: CardID = try identifier()
    let number = try uint32()
    var stamps = OwnStamps(created: try value())
    let title = Field(try self.title(), try stamps.next(&self))
    let bodyStamp = try stamps.next(&self)
    let column = Field<ColumnID>(try identifier(), try stamps.next(&self))
    let archived = Field(try bool(), try stamps.next(&self))
    try stamps.check()
    return Card(
      id: id, number: number, created: stamps.created, title: title, body: Text(),
      bodyStamp: bodyStamp, column: column, archived: archived)
  }

  mutating func comment() throws(MalformedBytes) -> CardComment {
    let id: CommentID = try identifier()
    var stamps = OwnStamps(created: try value())
    let bodyStamp = try stamps.next(&self)
    try stamps.check()
    return CardComment(id: id, created: stamps.created, body: Text(), bodyStamp: bodyStamp)
  }
}

/// Reads the stamps of what was created by one operation.
private struct OwnStamps {
  let created: Stamp
  /// The first stamp that should not be there, as it is the creation's.
  private var fault: MalformedBytes?

  init(created: Stamp) { self.created = created }

  mutating func next(_ reader: inout ByteReader) throws(MalformedBytes) -> Stamp {
    let start = reader.offset
    guard let stamp = try reader.value(Stamp?.self) else { return created }
    if stamp == created, fault == nil { fault = MalformedBytes(.outOfRange, at: start) }
    return stamp
  }

  /// - Throws: `outOfRange` behind the last field, so that a fault of another kind comes first
  ///   (SPEC.md ENC-026, ENC-028).
  func check() throws(MalformedBytes) {
    if let fault { throw fault }
  }
}

extension Stamp {
  /// The stamp of a field as it stands beside that of the creation: nil where it is the same.
  fileprivate func besides(_ created: Stamp) -> Stamp? { self == created ? nil : self }
}
