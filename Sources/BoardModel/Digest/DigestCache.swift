import HashTreeCollections

/// The name of one entity of a board, which the digest hashes as a whole.
enum EntityKey: Hashable, Sendable {
  case header
  case column(ColumnID)
  case card(CardID)
  case favourites(String)
  case proposal(Proposal.Key)
  case undo(OperationID)
  case field(FieldAddress)
  case checklist(CardID)
  case elements(CardID)
  case comment(CardID, CommentID)
  case receipt(Receipt.Key)
  case compacted(FieldAddress)
}

/// The digests of the entities, and which of them changed since they were taken.
struct DigestCache: Sendable {
  var sum = BoardDigest.empty
  var entities: TreeDictionary<EntityKey, BoardDigest> = [:]
  var touched: TreeSet<EntityKey> = []
}

extension Board {
  mutating func touch(_ key: EntityKey) {
    digestCache.touched.insert(key)
  }

  /// Notes that an entity is gone. One that no digest ever had leaves nothing to do for the next.
  mutating func forget(_ key: EntityKey) {
    if digestCache.entities[key] != nil {
      touch(key)
    } else {
      digestCache.touched.remove(key)
    }
  }

  /// The digest of the board as it is. It costs time only for the entities that changed since the
  /// last call.
  public mutating func digest() -> BoardDigest {
    // The order does not matter, because the digests are added up.
    for key in digestCache.touched {
      if let old = digestCache.entities[key] { digestCache.sum = digestCache.sum.removing(old) }
      let new = entityBytes(key).map { BoardDigest(bytes: SHA256.hash($0)) }
      if let new { digestCache.sum = digestCache.sum.adding(new) }
      digestCache.entities[key] = new
    }
    digestCache.touched = []
    return digestCache.sum
  }

  /// The bytes that stand for an entity, or nil if the board does not hold it (SPEC.md DIG-002).
  private func entityBytes(_ key: EntityKey) -> [UInt8]? {
    var writer = ByteWriter()
    switch key {
    case .header:
      guard let header else { return nil }
      writer.value(Entity.header(header))
      writer.list(columnOrder) { $0.identifier($1) }
    case .column(let id):
      guard let column = columns[id] else { return nil }
      writer.value(Entity.column(column))
      writer.list(column.cards) { $0.identifier($1) }
    case .card(let id):
      guard let card = cards[id] else { return nil }
      writer.value(Entity.card(card))
      writer.value(card.body.runs)
    case .favourites(let user):
      guard let marked = favourites[user] else { return nil }
      writer.value(Entity.favourites(user: user, marked.inOrder))
    case .proposal(let key):
      guard let proposal = proposals[key] else { return nil }
      writer.value(Entity.proposal(proposal))
      if case .fragment(let fragment) = proposal.value {
        writer.value(fragment.text.runs)
      }
    case .undo(let id):
      guard let record = undo.records[id] else { return nil }
      writer.value(Entity.undo(record))
    case .field(let address):
      guard let field = field(address) else { return nil }
      writer.value(Entity.field(address, field))
    case .checklist(let card):
      let items = itemEntities(of: card)
      guard !items.isEmpty else { return nil }
      writer.value(items)
    case .elements(let card):
      guard let elements = elementsEntity(of: card) else { return nil }
      writer.value(elements)
    case .comment(let card, let id):
      guard let comment = comment(id, on: card) else { return nil }
      writer.value(Entity.comment(card, comment))
      writer.value(comment.body.runs)
    case .receipt(let key):
      guard let receipt = receipt(key) else { return nil }
      writer.value(Entity.receipt(receipt))
    case .compacted(let field):
      guard let entity = compactedEntities(of: field).first else { return nil }
      writer.value(entity)
    }
    return writer.bytes
  }
}
