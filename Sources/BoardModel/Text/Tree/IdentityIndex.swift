/// The places of a text's scalars: for each stretch of keys the leaf that holds it, and whether it
/// is deleted. Every node counts what stands below it, so that stretches of which nothing is wanted
/// are passed over however long they are. Copies share what did not change.
struct IdentityIndex: Sendable {
  /// How many keys there are, and how many of them are not deleted.
  struct Size: Hashable, Sendable {
    var keys: UInt64 = 0
    var visible: UInt64 = 0

    /// The number of the keys that are deleted, or of those that are not.
    func count(deleted: Bool) -> UInt64 { deleted ? keys - visible : visible }

    static func += (left: inout Size, right: Size) {
      left.keys &+= right.keys
      left.visible &+= right.visible
    }

    static func -= (left: inout Size, right: Size) {
      left.keys &-= right.keys
      left.visible &-= right.visible
    }
  }

  /// The most entries, or children, of a node.
  static let fanout = 32

  private var root = Node()
  /// The number of levels of the tree.
  private(set) var height = 1

  /// The number of the leaf that holds `key`.
  func leaf(of key: ScalarKey) -> Int? {
    guard let entry = root.last(through: key), entry.distance(to: key) != nil else { return nil }
    return entry.leaf
  }

  /// Whether one of the keys is there.
  func hasAny(of span: KeySpan) -> Bool {
    // The entries lie apart, so that only the last one before the end can reach into the span.
    root.last(through: span.last)?.part(in: span) != nil
  }

  /// - Parameter visits: the nodes and entries that were looked at are added to it.
  /// - Returns: how many of the keys are there.
  func size(of span: KeySpan, _ visits: inout Int) -> Size {
    visits += height
    if let entry = entry(holding: span) {
      return Size(keys: span.count, visible: entry.isDeleted ? 0 : span.count)
    }
    let end = root.size(through: span.last, counting: 1, &visits)
    let start = root.size(through: span.start, counting: 0, &visits)
    return Size(keys: end.keys - start.keys, visible: end.visible - start.visible)
  }

  /// Visits the leaves that hold deleted keys of `span`, or such that are not deleted.
  /// - Returns: how many of the keys are there.
  func visit(
    _ span: KeySpan, deleted: Bool, _ visits: inout Int, _ body: (_ leaf: Int) -> Void
  ) -> Size {
    visits += height
    if let entry = entry(holding: span) {
      if entry.isDeleted == deleted { body(entry.leaf) }
      return Size(keys: span.count, visible: entry.isDeleted ? 0 : span.count)
    }
    root.visit(span, deleted: deleted, &visits, body)
    return size(of: span, &visits)
  }

  /// The entry that holds all of the keys, as one mostly does; nil where there is none.
  private func entry(holding span: KeySpan) -> IndexEntry? {
    root.last(through: span.start).flatMap { $0.holds(span) ? $0 : nil }
  }

  /// Adds keys, of which none but the first may be there.
  /// - Returns: false, and nothing happened, where that one is.
  @discardableResult
  mutating func insert(_ span: KeySpan, leaf: Int, deleted: Bool) -> Bool {
    let entry = IndexEntry(span, leaf: leaf, deleted: deleted)
    var isNew = true
    change(at: span.start) { entries, index in
      if index >= 0, entries[index].distance(to: span.start) != nil {
        isNew = false
        return Size()
      }
      if index < 0 || !entries[index].absorb(entry) { entries.insert(entry, at: index + 1) }
      return entry.size
    }
    return isNew
  }

  /// Notes that known keys are in another leaf now.
  mutating func move(_ span: KeySpan, to leaf: Int) {
    assign(span) { $0.moved(to: leaf) }
  }

  /// Notes that known keys are deleted.
  mutating func delete(_ span: KeySpan) {
    assign(span) { $0.deleted }
  }

  /// Notes that keys are deleted, where one entry holds them all and is not deleted yet.
  /// - Returns: their leaf; nil, and nothing happened, where it is otherwise.
  mutating func deleteStretch(_ span: KeySpan) -> Int? {
    var leaf: Int?
    change(at: span.start) { entries, index in
      guard index >= 0, entries[index].holds(span), !entries[index].isDeleted else {
        return Size()
      }
      leaf = entries[index].leaf
      return entries.assign(span, at: index) { $0.deleted }
    }
    return leaf
  }

  /// Takes out known keys, which may come again.
  mutating func remove(_ span: KeySpan) {
    assign(span) { _ in nil }
  }

  /// - Parameter change: what becomes of the known keys in an entry; nil where they are taken out.
  private mutating func assign(_ span: KeySpan, _ change: (IndexEntry) -> IndexEntry?) {
    var done: UInt64 = 0
    while done < span.count {
      let rest = KeySpan(start: span.start.advanced(by: done), count: span.count - done)
      let before = done
      self.change(at: rest.start) { entries, index in
        guard index >= 0, let part = entries[index].part(in: rest) else { return Size() }
        done += part.count
        return entries.assign(part, at: index, change)
      }
      guard done > before else { return }
    }
  }

  /// Changes the entries of the node in which `key` has its place.
  /// - Parameter body: gets the index of the last entry that starts at `key` or before, else -1. It
  ///   adds two entries at the most, and returns by how much the size of all has grown, in numbers
  ///   that wrap where it shrank.
  private mutating func change(at key: ScalarKey, _ body: (inout [IndexEntry], Int) -> Size) {
    if let right = root.change(at: key, body).right {
      root = Node(children: [root, right])
      height += 1
    }
    while root.children.count == 1 {
      root = root.children[0]
      height -= 1
    }
    if root.isEmpty { height = 1 }
  }
}

extension IdentityIndex {
  /// A node of a B+ tree: only nodes at the bottom have entries. One that has none any more is taken
  /// out, so that each key has one node in which it can be.
  private struct Node: Sendable {
    private(set) var entries: [IndexEntry] = []
    private(set) var children: [Node] = []
    /// The first key of the first entry; any where there is none, as in the index of no text.
    private(set) var first = ScalarKey(writer: 0, counter: 0, offset: 0)
    private(set) var size = Size()

    init(entries: [IndexEntry] = [], children: [Node] = []) {
      self.entries = entries
      self.children = children
      first = entries.first?.start ?? children.first?.first ?? first
      for entry in entries { size += entry.size }
      for child in children { size += child.size }
    }

    var isEmpty: Bool { entries.isEmpty && children.isEmpty }

    /// The last entry that starts at `key` or before.
    func last(through key: ScalarKey) -> IndexEntry? {
      let index = position(of: key)
      guard index >= 0 else { return nil }
      return children.isEmpty ? entries[index] : children[index].last(through: key)
    }

    /// The keys before `key`, and itself where `own` is 1.
    func size(through key: ScalarKey, counting own: UInt64, _ visits: inout Int) -> Size {
      let index = position(of: key)
      visits += index + 2
      guard index >= 0 else { return Size() }
      var sum = Size()
      if children.isEmpty {
        for entry in entries[..<index] { sum += entry.size }
        sum += entries[index].size(through: key, counting: own)
      } else {
        for child in children[..<index] { sum += child.size }
        sum += children[index].size(through: key, counting: own, &visits)
      }
      return sum
    }

    func visit(
      _ span: KeySpan, deleted: Bool, _ visits: inout Int, _ body: (_ leaf: Int) -> Void
    ) {
      visits += 1
      guard size.count(deleted: deleted) > 0 else { return }
      let (low, high) = (max(0, position(of: span.start)), position(of: span.last))
      guard low <= high else { return }
      for index in low...high {
        if !children.isEmpty {
          children[index].visit(span, deleted: deleted, &visits, body)
        } else {
          visits += 1
          let entry = entries[index]
          if entry.isDeleted == deleted, entry.part(in: span) != nil { body(entry.leaf) }
        }
      }
    }

    /// - Returns: what `body` does, and the node that was split off on the right; nil if none was.
    mutating func change(
      at key: ScalarKey, _ body: (inout [IndexEntry], Int) -> Size
    ) -> (growth: Size, right: Node?) {
      let index = position(of: key)
      let growth: Size
      if children.isEmpty {
        growth = body(&entries, index)
        first = entries.first?.start ?? first
      } else {
        let child = max(0, index)
        let right: Node?
        (growth, right) = children[child].change(at: key, body)
        if let right { children.insert(right, at: child + 1) }
        if children[child].isEmpty { children.remove(at: child) }
        first = children.first?.first ?? first
      }
      size += growth
      return (growth, max(entries.count, children.count) > IdentityIndex.fanout ? split() : nil)
    }

    private mutating func split() -> Node {
      let right = Node(
        entries: Array(entries[(entries.count / 2)...]),
        children: Array(children[(children.count / 2)...]))
      entries.removeLast(right.entries.count)
      children.removeLast(right.children.count)
      size -= right.size
      return right
    }

    /// The index of the last entry or child that starts at `key` or before, else -1.
    private func position(of key: ScalarKey) -> Int {
      if children.isEmpty { return entries.last { $0.start <= key } }
      return children.last { $0.first <= key }
    }
  }
}

extension Array {
  /// The index of the last element of which something holds that holds for all before it too, else
  /// -1.
  fileprivate func last(_ holds: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let isBefore = holds(self[middle])
      lower = isBefore ? middle + 1 : lower
      upper = isBefore ? upper : middle
    }
    return lower - 1
  }
}
