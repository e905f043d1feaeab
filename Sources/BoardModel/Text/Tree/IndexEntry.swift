/// Keys that follow one another, are in one leaf, and are all deleted or all not; 24 bytes.
struct IndexEntry: Hashable, Sendable {
  private static let deletedBit: UInt32 = 1 << 31

  let start: ScalarKey
  private var length: UInt32
  /// The number of the leaf, and the bit that says whether the keys are deleted.
  private var place: UInt32

  init(_ span: KeySpan, leaf: Int, deleted: Bool) {
    start = span.start
    length = UInt32(truncatingIfNeeded: span.count)
    place = UInt32(truncatingIfNeeded: leaf) | (deleted ? IndexEntry.deletedBit : 0)
  }

  var count: UInt64 { UInt64(length) }
  var leaf: Int { Int(place & ~IndexEntry.deletedBit) }
  var isDeleted: Bool { place & IndexEntry.deletedBit != 0 }

  var size: IdentityIndex.Size {
    IdentityIndex.Size(keys: count, visible: isDeleted ? 0 : count)
  }

  /// The number of keys before `key`; nil where the entry does not have it.
  func distance(to key: ScalarKey) -> UInt64? {
    guard let distance = start.distance(to: key), distance < count else { return nil }
    return distance
  }

  func holds(_ span: KeySpan) -> Bool {
    distance(to: span.start).map { span.count <= count - $0 } ?? false
  }

  /// The keys before `key`, which is not before the first, and itself where `own` is 1.
  func size(through key: ScalarKey, counting own: UInt64) -> IdentityIndex.Size {
    guard let distance = start.distance(to: key), distance < count else { return size }
    let keys = min(count, distance + own)
    return IdentityIndex.Size(keys: keys, visible: isDeleted ? 0 : keys)
  }

  /// The keys that are also in `span`; nil where there are none.
  func part(in span: KeySpan) -> KeySpan? {
    if let distance = distance(to: span.start) {
      return KeySpan(start: span.start, count: min(count - distance, span.count))
    }
    guard let distance = span.start.distance(to: start), distance < span.count else { return nil }
    return KeySpan(start: start, count: min(count, span.count - distance))
  }

  func moved(to leaf: Int) -> IndexEntry {
    var entry = self
    entry.place = UInt32(truncatingIfNeeded: leaf) | (place & IndexEntry.deletedBit)
    return entry
  }

  var deleted: IndexEntry {
    var entry = self
    entry.place |= IndexEntry.deletedBit
    return entry
  }

  /// Takes an entry in that continues this one.
  mutating func absorb(_ next: IndexEntry) -> Bool {
    guard place == next.place, start.distance(to: next.start) == count,
      count + next.count <= UInt64(UInt32.max)
    else { return false }
    length += next.length
    return true
  }

  fileprivate func slice(from lower: UInt64, to upper: UInt64) -> IndexEntry? {
    guard lower < upper else { return nil }
    let span = KeySpan(start: start.advanced(by: lower), count: upper - lower)
    return IndexEntry(span, leaf: leaf, deleted: isDeleted)
  }
}

extension [IndexEntry] {
  /// Changes a part of the entry at `index`, or takes it out where it becomes nil, and joins what
  /// can be one entry then.
  /// - Returns: by how much the size of all has grown, in numbers that wrap where it shrank.
  mutating func assign(
    _ part: KeySpan, at index: Int, _ change: (IndexEntry) -> IndexEntry?
  ) -> IdentityIndex.Size {
    let entry = self[index]
    guard let lower = entry.distance(to: part.start) else { return IdentityIndex.Size() }
    let upper = lower + part.count
    let old = entry.slice(from: lower, to: upper)
    let new = old.flatMap(change)
    var growth = new?.size ?? IdentityIndex.Size()
    if let old { growth -= old.size }
    // What stays of the entry on both sides goes around what is new.
    let left = entry.slice(from: 0, to: lower)
    var end = index
    func put(_ piece: IndexEntry?) {
      guard let piece else { return }
      if end == index { self[index] = piece } else { insert(piece, at: end) }
      end += 1
    }
    put(left)
    put(new)
    put(entry.slice(from: upper, to: entry.count))
    if end == index { remove(at: index) }
    // What is new may continue what stands before it, and be continued by what stands behind it.
    let place = left == nil ? index : index + 1
    if new != nil { join(at: place + 1) }
    join(at: place)
    return growth
  }

  /// Joins the entry at `index` with the one before it, if they can be one.
  private mutating func join(at index: Int) {
    guard index > 0, index < count, self[index - 1].absorb(self[index]) else { return }
    remove(at: index)
  }
}
