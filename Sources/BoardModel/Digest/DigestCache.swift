import HashTreeCollections

/// The digests of the parts of a board, and which parts changed since they were taken.
struct DigestCache: Sendable {
  /// Whether nothing of the board is hashed, so that no change of it has to be noted.
  private var isUnhashed = false
  private var hashed = HashedParts()
  private var changes = UnhashedChanges()
  /// How much was handed out to be hashed elsewhere, with the digests, and is not back yet. They are
  /// not kept here meanwhile: to let go of as many as a large board has takes a while.
  private var awayCount: Int?

  /// That of a board of which nothing is hashed.
  static var unhashed: DigestCache {
    var cache = DigestCache()
    cache.isUnhashed = true
    return cache
  }

  /// How many parts have to be hashed for a digest, every text counted once.
  fileprivate func unhashedCount(of board: Board) -> Int {
    isUnhashed ? board.leastPartCount : changes.count + (awayCount ?? 0)
  }

  fileprivate var sum: BoardDigest { hashed.sum }

  fileprivate var isAway: Bool { awayCount != nil }

  mutating func note(_ place: ListPlace) {
    if !isUnhashed { changes.places[place.element] = place }
  }

  /// Notes that an element is in no list any more.
  mutating func forget(_ element: ListElement) {
    guard !isUnhashed else { return }
    changes.places[element] = nil
    changes.gone.insert(element)
  }

  fileprivate mutating func touch(_ key: EntityKey) {
    if !isUnhashed { changes.entities.insert(key) }
  }

  fileprivate mutating func touch(_ text: TextAddress) {
    if !isUnhashed { changes.texts.insert(text) }
  }

  fileprivate mutating func noteUndo() { changes.newRecords += 1 }

  fileprivate mutating func touchUndo(_ sequence: UInt64) {
    if !isUnhashed { changes.records.insert(sequence) }
  }

  /// Brings the digests up to the board as it is.
  fileprivate mutating func follow(_ board: Board) -> DigestCost {
    // What is hashed elsewhere comes too late, and all of the board is hashed here.
    if isAway { (isUnhashed, hashed) = (true, HashedParts()) }
    let cost = hashed.follow(board, isUnhashed ? nil : changes)
    (isUnhashed, awayCount, changes) = (false, nil, UnhashedChanges())
    return cost
  }

  /// Hands out the digests, and what they lack of a board: nil where that is everything.
  fileprivate mutating func handOut(of board: Board) -> (HashedParts, UnhashedChanges?) {
    let handed = (hashed, isUnhashed ? nil : changes)
    awayCount = unhashedCount(of: board)
    (isUnhashed, hashed, changes) = (false, HashedParts(), UnhashedChanges())
    return handed
  }

  /// Takes what was hashed elsewhere, unless it came too late.
  fileprivate mutating func take(_ parts: HashedParts) {
    guard isAway else { return }
    (hashed, awayCount) = (parts, nil)
  }
}

/// The parts of a board whose digests are not those of the board as it is.
struct UnhashedChanges: Sendable {
  var entities = NotedSet<EntityKey>()
  var texts = NotedSet<TextAddress>()
  /// The places that elements came to. They are noted when they change, because a list is not
  /// searched for its elements.
  var places: TreeDictionary<ListElement, ListPlace> = [:]
  /// The elements that were purged. None of them comes back.
  var gone: TreeSet<ListElement> = []
  /// How many undo records came, some of which may be gone again.
  var newRecords = 0
  /// The sequence numbers of other undo records that changed or are gone.
  var records: TreeSet<UInt64> = []

  var count: Int {
    entities.count + texts.count + places.count + gone.count + newRecords + records.count
  }
}

/// The digests of all parts of a board as it was at one moment, and their sum.
struct HashedParts: Sendable {
  private(set) var sum = BoardDigest.empty
  private var entities: TreeDictionary<EntityKey, BoardDigest> = [:]
  private var places: TreeDictionary<ListElement, BoardDigest> = [:]
  private var texts: TreeDictionary<TextAddress, TextDigest> = [:]
  private var edits = HashedUndo()
  private var marks = HashedUndo()

  /// Hashes what changed of a board; all of it where `changes` is nil.
  fileprivate mutating func follow(_ board: Board, _ changes: UnhashedChanges?) -> DigestCost {
    let changes = changes ?? board.allAsUnhashed
    var cost = DigestCost()
    // The order does not matter, because the digests are added up.
    for key in changes.entities.elements {
      let old = entities[key]
      let new = board.entity(key).map { entity in
        var writer = ByteWriter(reservingCapacity: 256)
        writer.value(entity)
        cost.entities += 1
        return BoardDigest(hashing: writer.bytes)
      }
      replace(old, by: new)
      entities[key] = new
    }
    for place in changes.places.values {
      let new = BoardDigest(hashing: place.bytes)
      cost.places += 1
      replace(places.updateValue(new, forKey: place.element), by: new)
    }
    for element in changes.gone {
      replace(places.removeValue(forKey: element), by: nil)
    }
    for address in changes.texts.elements {
      guard let current = board.text(address) else {
        replace(texts.removeValue(forKey: address)?.sum, by: nil)
        continue
      }
      var digest = texts[address] ?? TextDigest()
      let old = digest.sum
      cost.pieces += digest.follow(current, at: address)
      replace(old, by: digest.sum)
      texts[address] = current.totalCount > 0 ? digest : nil
    }
    cost.entities += edits.follow(board.undo.edits, changes.records, &sum)
    cost.entities += marks.follow(board.undo.marks, changes.records, &sum)
    return cost
  }

  private mutating func replace(_ old: BoardDigest?, by new: BoardDigest?) {
    if let old { sum.remove(old) }
    if let new { sum.add(new) }
  }
}

/// How much of a board was hashed for a digest.
struct DigestCost: Hashable, Sendable {
  var entities = 0
  var places = 0
  /// Pieces of texts: those that are gone and those that are new.
  var pieces = 0
}

// What changes the digest.
extension Board {
  mutating func touch(_ key: EntityKey) {
    digestCache.touch(key)
    partChanges.note(BoardPart(key))
  }

  mutating func touchText(_ text: TextAddress) {
    digestCache.touch(text)
    partChanges.note(BoardPart(text))
  }

  /// Notes where an element of a list stands from now on.
  mutating func note(_ place: ListPlace) {
    digestCache.note(place)
    if let part = BoardPart(place) { partChanges.note(part) }
  }

  /// Notes that a proposal came, changed or went, and the text it may hold with it.
  mutating func touchProposal(_ key: Proposal.Key) {
    touch(.proposal(key))
    touchText(.proposal(key))
  }

  /// Notes that an undo record came.
  /// - Parameter dropped: the sequence number of the oldest, which is gone for it.
  mutating func noteUndo(_ sequence: UInt64, dropped: UInt64?) {
    digestCache.noteUndo()
    partChanges.noteUndo(UndoBlock(of: sequence), dropped: dropped.map { UndoBlock(of: $0) })
  }

  /// Notes that an undo record changed, or went from between others.
  mutating func touchUndo(_ sequence: UInt64) {
    digestCache.touchUndo(sequence)
    partChanges.note(.undo(UndoBlock(of: sequence)))
  }
}

// The digest of the board as it is.
extension Board {
  /// The digest of the board as it is. It costs time only for what changed since the last call.
  public mutating func digest() -> BoardDigest {
    _ = updateDigest()
    return digestCache.sum
  }

  /// Brings the digest up to the board as it is.
  mutating func updateDigest() -> DigestCost {
    // The cache is taken out meanwhile, so that it is not copied.
    var cache = digestCache
    digestCache = DigestCache()
    defer { digestCache = cache }
    return cache.follow(self)
  }

  /// How many parts have to be hashed for a digest, every text counted once.
  public var unhashedCount: Int { digestCache.unhashedCount(of: self) }

  /// Hands out what has to be hashed for a digest, so that another thread does it.
  public mutating func takeUnhashed() -> UnhashedBoard {
    // Only one other thread has them at a time.
    if digestCache.isAway { _ = updateDigest() }
    let (parts, changes) = digestCache.handOut(of: self)
    return UnhashedBoard(board: withoutDigests, parts: parts, changes: changes)
  }

  /// Takes back what another thread hashed. What changed since then is hashed for the next digest.
  public mutating func take(_ hashed: HashedBoard) { digestCache.take(hashed.parts) }

  /// The same board, which hashes itself anew where a digest of it is wanted: for whoever only reads
  /// it.
  public var withoutDigests: Board {
    var copy = self
    copy.digestCache = .unhashed
    copy.partChanges = PartChanges()
    return copy
  }
}

/// A board as it was when it was to be hashed.
public struct UnhashedBoard: Sendable {
  fileprivate let board: Board
  fileprivate let parts: HashedParts
  fileprivate let changes: UnhashedChanges?

  /// Hashes what changed, which takes as long as that is much.
  public func hashed() -> HashedBoard {
    var parts = parts
    _ = parts.follow(board, changes)
    return HashedBoard(parts: parts)
  }
}

/// The digests of a board's parts, as another thread made them.
public struct HashedBoard: Sendable {
  fileprivate let parts: HashedParts
}
