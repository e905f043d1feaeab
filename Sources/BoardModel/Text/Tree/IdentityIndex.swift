/// The places of a text's scalars: for each stretch of keys the number of the leaf that holds it.
/// The tree only grows, and its copies share what did not change.
struct IdentityIndex: Sendable {
  struct Entry: Hashable, Sendable {
    let start: ScalarKey
    private var length: UInt32
    private var number: UInt32

    var count: UInt64 { UInt64(length) }
    var leaf: Int { Int(number) }

    init(_ span: KeySpan, leaf: Int) {
      start = span.start
      length = UInt32(truncatingIfNeeded: span.count)
      number = UInt32(truncatingIfNeeded: leaf)
    }

    /// The number of the stretch's keys before `key`; nil where the stretch does not have it.
    func distance(to key: ScalarKey) -> UInt64? {
      guard let distance = start.distance(to: key), distance < count else { return nil }
      return distance
    }

    mutating func shorten(to count: UInt64) { length = UInt32(truncatingIfNeeded: count) }

    mutating func move(to leaf: Int) { number = UInt32(truncatingIfNeeded: leaf) }

    /// Adds keys to the stretch that follow it in the same leaf.
    mutating func extend(by span: KeySpan, leaf: Int) -> Bool {
      guard leaf == self.leaf, start.distance(to: span.start) == count,
        count + span.count <= UInt64(UInt32.max)
      else { return false }
      length += UInt32(span.count)
      return true
    }
  }

  /// The most entries in a node.
  static let fanout = 32

  private var root = Node()
  /// The number of levels of the tree.
  private(set) var height = 1

  /// The number of the leaf that holds `key`.
  func leaf(of key: ScalarKey) -> Int? {
    guard let entry = root.last(through: key), entry.distance(to: key) != nil else { return nil }
    return entry.leaf
  }

  /// Visits the stretches that hold keys of `span`, with the number of those keys in each.
  func visit(_ span: KeySpan, _ body: (_ leaf: Int, _ count: UInt64) -> Void) {
    let last = span.last
    if let entry = root.last(through: span.start), let offset = entry.distance(to: span.start) {
      let count = min(entry.count - offset, span.count)
      body(entry.leaf, count)
      if count == span.count { return }
    }
    root.visit(after: span.start, through: last) { entry in
      let left = entry.start.distance(to: last) ?? 0
      body(entry.leaf, min(entry.count, left + 1))
    }
  }

  /// Adds keys that were just typed.
  /// - Returns: false, and nothing happened, if one of them is there already.
  mutating func insert(_ span: KeySpan, leaf: Int) -> Bool {
    var isKnown = false
    visit(span) { _, _ in isKnown = true }
    if isKnown { return false }
    let extended = root.changeLast(through: span.start) { $0.extend(by: span, leaf: leaf) }
    if extended != true { insert(Entry(span, leaf: leaf)) }
    return true
  }

  /// Notes that known keys are in another leaf now.
  mutating func move(_ span: KeySpan, to leaf: Int) {
    var moved: UInt64 = 0
    while moved < span.count {
      let start = span.start.advanced(by: moved)
      let most = span.count - moved
      var rest: [Entry] = []
      let count: UInt64?? = root.changeLast(through: start) { entry in
        guard let head = entry.distance(to: start) else { return nil }
        let count = min(entry.count - head, most)
        let tail = entry.count - head - count
        if tail > 0 {
          let span = KeySpan(start: start.advanced(by: count), count: tail)
          rest.append(Entry(span, leaf: entry.leaf))
        }
        if head > 0 {
          rest.append(Entry(KeySpan(start: start, count: count), leaf: leaf))
          entry.shorten(to: head)
        } else {
          entry.shorten(to: count)
          entry.move(to: leaf)
        }
        return count
      }
      for entry in rest { insert(entry) }
      guard case .some(.some(let count)) = count else { return }
      moved += count
    }
  }

  private mutating func insert(_ entry: Entry) {
    guard let (middle, right) = root.insert(entry) else { return }
    root = Node(entries: [middle], children: [root, right])
    height += 1
  }
}

extension IdentityIndex {
  /// A node of a B-tree: an entry stands between the children left and right of it.
  private struct Node: Sendable {
    static let limit = IdentityIndex.fanout

    var entries: [Entry] = []
    /// The children: none at the bottom, else one more than entries.
    var children: [Node] = []

    /// The last entry that starts at `key` or before.
    func last(through key: ScalarKey) -> Entry? {
      let index = count(through: key)
      if !children.isEmpty, let found = children[index].last(through: key) { return found }
      return index > 0 ? entries[index - 1] : nil
    }

    mutating func changeLast<Result>(
      through key: ScalarKey, _ change: (inout Entry) -> Result
    ) -> Result? {
      let index = count(through: key)
      if !children.isEmpty, let result = children[index].changeLast(through: key, change) {
        return result
      }
      return index > 0 ? change(&entries[index - 1]) : nil
    }

    func visit(after low: ScalarKey, through high: ScalarKey, _ body: (Entry) -> Void) {
      let end = count(through: high)
      for index in count(through: low)...end {
        if !children.isEmpty { children[index].visit(after: low, through: high, body) }
        if index < end { body(entries[index]) }
      }
    }

    /// - Returns: the node that was split off on the right, and the entry before it; nil if none
    ///   was.
    mutating func insert(_ entry: Entry) -> (Entry, Node)? {
      let index = count(through: entry.start)
      if children.isEmpty {
        entries.insert(entry, at: index)
      } else {
        guard let (middle, right) = children[index].insert(entry) else { return nil }
        entries.insert(middle, at: index)
        children.insert(right, at: index + 1)
      }
      return entries.count > Node.limit ? split() : nil
    }

    private mutating func split() -> (Entry, Node) {
      let half = entries.count / 2
      let middle = entries[half]
      var right = Node(entries: Array(entries[(half + 1)...]))
      entries = Array(entries[..<half])
      if !children.isEmpty {
        right.children = Array(children[(half + 1)...])
        children = Array(children[...half])
      }
      return (middle, right)
    }

    /// The number of entries that start at `key` or before.
    private func count(through key: ScalarKey) -> Int {
      var (lower, upper) = (0, entries.count)
      while lower < upper {
        let middle = (lower + upper) / 2
        if entries[middle].start <= key { lower = middle + 1 } else { upper = middle }
      }
      return lower
    }
  }
}
