import HashTreeCollections

/// The cards of a column from top to bottom, archived ones at the place they left.
///
/// They are kept in leaves that know their neighbours, and each card knows its leaf: whatever
/// changes looks at a leaf or two, however long the list is. A copy shares what does not change.
public struct CardList: Sendable {
  fileprivate struct Leaf {
    var entries: [Entry] = []
    var previous: Int?
    var next: Int?
  }

  fileprivate struct Entry: Hashable {
    let id: CardID
    var isLive: Bool
  }

  /// The most cards of a leaf. Two neighbours with no more than half as many between them are one.
  private static let capacity = 32

  private var leaves: TreeDictionary<Int, Leaf> = [:]
  private var leafNumbers: TreeDictionary<CardID, Int> = [:]
  private var first: Int?
  private var end: Int?
  /// The number of the next leaf: none is given twice.
  private var nextNumber = 0
  /// The number of cards that are not archived.
  public private(set) var liveCount = 0
  /// The leaves and entries that were looked at so far, which tests compare with their bound.
  private(set) var visits = 0

  public init() {}

  public var count: Int { leafNumbers.count }

  public var last: CardID? { end.flatMap { leaves[$0]?.entries.last?.id } }

  public func contains(_ id: CardID) -> Bool { leafNumbers[id] != nil }

  /// The neighbours of a card, which say where to put it back; nil where it is not in the list.
  public func neighbours(of id: CardID) -> Anchors<CardKind>? {
    guard let (_, leaf, index) = place(of: id) else { return nil }
    let above =
      index > 0
      ? leaf.entries[index - 1].id : leaf.previous.flatMap { leaves[$0]?.entries.last?.id }
    let below =
      index + 1 < leaf.entries.count
      ? leaf.entries[index + 1].id : leaf.next.flatMap { leaves[$0]?.entries.first?.id }
    return Anchors(after: above, before: below)
  }

  /// The cards that are not archived, from top to bottom.
  public func live() -> [CardID] {
    var found: [CardID] = []
    found.reserveCapacity(liveCount)
    var number = first
    while found.count < liveCount, let leaf = number.flatMap({ leaves[$0] }) {
      for entry in leaf.entries where entry.isLive { found.append(entry.id) }
      number = leaf.next
    }
    return found
  }

  private func place(of id: CardID) -> (number: Int, leaf: Leaf, index: Int)? {
    guard let number = leafNumbers[id], let leaf = leaves[number],
      let index = leaf.entries.firstIndex(where: { $0.id == id })
    else { return nil }
    return (number, leaf, index)
  }
}

// How the list changes.
extension CardList {
  /// Puts a card that is not in the list at a place.
  mutating func insert(_ id: CardID, at anchors: Anchors<CardKind>, isLive: Bool) {
    let entry = Entry(id: id, isLive: isLive)
    if let after = anchors.after, let (number, _, index) = place(of: after) {
      insert(entry, into: number, at: index + 1)
    } else if let before = anchors.before, let (number, _, index) = place(of: before) {
      insert(entry, into: number, at: index)
    } else if anchors.after == nil, anchors.before != nil, let first {
      insert(entry, into: first, at: 0)
    } else {
      append(entry)
    }
    if isLive { liveCount += 1 }
  }

  /// Takes a card out; one that is not in the list stays out.
  mutating func remove(_ id: CardID) {
    guard let (number, leaf, index) = place(of: id) else { return }
    visits += 1 + leaf.entries.count
    leafNumbers[id] = nil
    leaves[number]?.entries.remove(at: index)
    if leaf.entries[index].isLive { liveCount -= 1 }
    join(number)
  }

  /// Says whether a card is archived; it stays where it is.
  mutating func setLive(_ id: CardID, _ isLive: Bool) {
    guard let (number, leaf, index) = place(of: id), leaf.entries[index].isLive != isLive else {
      return
    }
    visits += 1 + leaf.entries.count
    leaves[number]?.entries[index].isLive = isLive
    liveCount += isLive ? 1 : -1
  }

  private mutating func append(_ entry: Entry) {
    if let end, let held = leaves[end]?.entries.count, held < CardList.capacity {
      insert(entry, into: end, at: held)
    } else {
      add(Leaf(entries: [entry], previous: end))
    }
  }

  private mutating func insert(_ entry: Entry, into number: Int, at index: Int) {
    leaves[number]?.entries.insert(entry, at: index)
    leafNumbers[entry.id] = number
    let held = leaves[number]?.entries.count ?? 0
    visits += 1 + held
    guard held > CardList.capacity, let leaf = leaves[number] else { return }
    let half = held / 2
    leaves[number]?.entries.removeSubrange(half...)
    add(Leaf(entries: Array(leaf.entries[half...]), previous: number, next: leaf.next))
  }

  /// Adds a leaf between its neighbours.
  private mutating func add(_ leaf: Leaf) {
    let number = nextNumber
    nextNumber += 1
    visits += 1 + leaf.entries.count
    leaves[number] = leaf
    for entry in leaf.entries { leafNumbers[entry.id] = number }
    link(leaf.previous, number)
    link(number, leaf.next)
  }

  private mutating func link(_ left: Int?, _ right: Int?) {
    if let left { leaves[left]?.next = right } else { first = right }
    if let right { leaves[right]?.previous = left } else { end = left }
  }

  /// Joins a leaf that lost a card with a neighbour, where that leaves room for as many again.
  private mutating func join(_ number: Int) {
    guard let leaf = leaves[number] else { return }
    if let previous = leaf.previous {
      take(number, into: previous)
    }
    if leaves[number] != nil, let next = leaves[number]?.next { take(next, into: number) }
    // The only leaf has no neighbour to go to.
    if let only = leaves[number], only.entries.isEmpty {
      leaves[number] = nil
      link(only.previous, only.next)
    }
  }

  private mutating func take(_ right: Int, into left: Int) {
    guard let source = leaves[right], let target = leaves[left],
      source.entries.count + target.entries.count <= CardList.capacity / 2
    else { return }
    visits += 2 + source.entries.count
    leaves[left]?.entries += source.entries
    for entry in source.entries { leafNumbers[entry.id] = left }
    leaves[right] = nil
    link(left, source.next)
  }
}

extension CardList: Sequence {
  public struct Iterator: IteratorProtocol {
    fileprivate let list: CardList
    fileprivate var leaf: Leaf?
    fileprivate var index = 0

    public mutating func next() -> CardID? {
      while let leaf {
        if index < leaf.entries.count {
          index += 1
          return leaf.entries[index - 1].id
        }
        self.leaf = leaf.next.flatMap { list.leaves[$0] }
        index = 0
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(list: self, leaf: first.flatMap { leaves[$0] })
  }

  public var underestimatedCount: Int { count }
}

// How the cards are spread over leaves tells nothing.
extension CardList: Hashable {
  public static func == (left: CardList, right: CardList) -> Bool {
    left.count == right.count && left.liveCount == right.liveCount
      && left.elementsEqual(right) && left.live() == right.live()
  }

  public func hash(into hasher: inout Hasher) { for id in self { hasher.combine(id) } }
}

// Nor does it show in what is printed of a board.
extension CardList: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
