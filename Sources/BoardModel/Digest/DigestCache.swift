import HashTreeCollections

/// The digests of the parts of a board, and which parts changed since they were taken.
struct DigestCache: Sendable {
  fileprivate(set) var sum = BoardDigest.empty
  fileprivate var entities: TreeDictionary<EntityKey, BoardDigest> = [:]
  fileprivate var places: TreeDictionary<ListElement, BoardDigest> = [:]
  fileprivate var texts: TreeDictionary<TextAddress, TextDigest> = [:]
  fileprivate var touched: TreeSet<EntityKey> = []
  fileprivate var touchedTexts: TreeSet<TextAddress> = []
  /// The places that elements came to. They are noted when they change, because a list is not
  /// searched for its elements.
  private(set) var noted: TreeDictionary<ListElement, ListPlace> = [:]
  /// The elements that were purged. None of them comes back.
  fileprivate var gone: TreeSet<ListElement> = []

  mutating func note(_ place: ListPlace) { noted[place.element] = place }

  /// Notes that an element is in no list any more.
  mutating func forget(_ element: ListElement) {
    noted[element] = nil
    gone.insert(element)
  }

  fileprivate mutating func forgetNotes() {
    noted = [:]
    gone = []
    touched = []
    touchedTexts = []
  }
}

/// How much of a board was hashed for a digest.
struct DigestCost: Hashable, Sendable {
  var entities = 0
  var places = 0
  /// Pieces of texts: those that are gone and those that are new.
  var pieces = 0
}

extension Board {
  mutating func touch(_ key: EntityKey) {
    digestCache.touched.insert(key)
  }

  mutating func touchText(_ text: TextAddress) {
    digestCache.touchedTexts.insert(text)
  }

  /// Notes that a proposal came, changed or went, and the text it may hold with it.
  mutating func touchProposal(_ key: Proposal.Key) {
    touch(.proposal(key))
    touchText(.proposal(key))
  }

  /// Notes that an entity is gone. One that no digest ever had leaves nothing to do for the next.
  mutating func forget(_ key: EntityKey) {
    if digestCache.entities[key] != nil {
      touch(key)
    } else {
      digestCache.touched.remove(key)
    }
  }

  /// The digest of the board as it is. It costs time only for what changed since the last call.
  public mutating func digest() -> BoardDigest {
    _ = updateDigest()
    return digestCache.sum
  }

  /// Brings the digest up to the board as it is.
  mutating func updateDigest() -> DigestCost {
    var cost = DigestCost()
    // The order does not matter, because the digests are added up.
    for key in digestCache.touched {
      let old = digestCache.entities[key]
      let new = entity(key).map { entity in
        var writer = ByteWriter()
        writer.value(entity)
        cost.entities += 1
        return BoardDigest(hashing: writer.bytes)
      }
      replace(old, by: new)
      digestCache.entities[key] = new
    }
    for place in digestCache.noted.values {
      let new = BoardDigest(hashing: place.bytes)
      cost.places += 1
      replace(digestCache.places.updateValue(new, forKey: place.element), by: new)
    }
    for element in digestCache.gone {
      replace(digestCache.places.removeValue(forKey: element), by: nil)
    }
    for address in digestCache.touchedTexts {
      guard let current = text(address) else {
        replace(digestCache.texts.removeValue(forKey: address)?.sum, by: nil)
        continue
      }
      var digest = digestCache.texts[address] ?? TextDigest()
      let old = digest.sum
      cost.pieces += digest.follow(current, at: address)
      replace(old, by: digest.sum)
      digestCache.texts[address] = current.totalCount > 0 ? digest : nil
    }
    digestCache.forgetNotes()
    return cost
  }

  private mutating func replace(_ old: BoardDigest?, by new: BoardDigest?) {
    if let old { digestCache.sum.remove(old) }
    if let new { digestCache.sum.add(new) }
  }
}

extension Board {
  /// The same board, which hashes itself anew where a digest of it is wanted: for whoever only reads
  /// it.
  public var withoutDigests: Board {
    var copy = self
    copy.digestCache = DigestCache()
    return copy
  }
}
