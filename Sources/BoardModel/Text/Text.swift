/// A text that several people edit at once: scalars with identities, deleted ones included.
///
/// An insertion stands directly right of its left identity, tombstones counted. Of two concurrent
/// ones the later in server order therefore stands nearer to it.
///
/// A copy is cheap and stays as it was. An edit takes time logarithmic in the length of the text,
/// also where copies share it.
public struct Text: Sendable {
  /// The number of scalars that are not deleted.
  public internal(set) var visibleCount = 0
  /// The number of all scalars, deleted ones included.
  public internal(set) var totalCount = 0
  /// The nodes, entries and runs that edits looked at so far. They are held against a bound in
  /// tests; no edit looks at what it does not change, but for a few on the way to that.
  private(set) var visits = 0
  var writers = TextWriters()
  /// The whole text while it fits one leaf.
  private var leaf = TextLeaf()
  /// The one tree of a text that does not fit a leaf, else none. An array is changed in place.
  private var trees: [TextTree] = []
  private var cursor = Cursor(leaf: 0, start: 0)

  public init() {}

  /// A text typed at once by one operation.
  public init(_ string: String, by operation: OperationID, offset: UInt32 = 0) {
    append(
      TextRun(
        start: TextIdentity(operation: operation, offset: offset), step: .offset,
        scalars: Array(string.unicodeScalars), deleted: false))
  }

  /// Adds a run at the end, as when a text is read back from its bytes.
  /// - Returns: false, and nothing happened, if the text has one of its scalars already.
  @discardableResult
  public mutating func append(_ run: TextRun) -> Bool {
    guard !run.scalars.isEmpty else { return true }
    let packed = PackedRun(
      start: key(adding: run.start), count: run.scalars.count, step: run.step,
      deleted: run.deleted)
    guard !hasAny(of: packed) else { return false }
    for start in stride(from: 0, to: run.scalars.count, by: Text.scalarsAtOnce) {
      let end = min(start + Text.scalarsAtOnce, run.scalars.count)
      if !read(lastLeaf, { $0.hasRoom(for: end - start) }) { appendLeaf() }
      insert(packed.slice(start..<end), run.scalars[start..<end], at: .init(leaf: lastLeaf))
    }
    return true
  }

  /// - Returns: false, and only the runs before were added, if the text has a scalar of one already.
  mutating func append(contentsOf runs: [TextRun]) -> Bool {
    runs.allSatisfy { append($0) }
  }
}

// How a text keeps its leaves: a short one has one leaf, with number 0.
extension Text {
  /// Where the text was changed last: whoever types goes on there, and needs no search.
  private struct Cursor {
    /// The number of the leaf, and the number of visible scalars left of it.
    let leaf: Int
    let start: Int
    /// The scalar that was typed there last. A division may have moved it to another leaf.
    var typed: ScalarKey?
  }

  /// A place between two scalars of a leaf.
  struct Place {
    let leaf: Int
    /// The number of the leaf's scalars left of the place; nil for the leaf's end.
    var position: Int?
  }

  /// The most scalars that are put into a leaf at once: half of one, so that it is split into full
  /// parts.
  static let scalarsAtOnce = TextLeaf.scalarLimit / 2

  /// The number of levels of the tree of leaves, and of the index of identities.
  var heights: (leaves: Int, index: Int) {
    trees.isEmpty ? (0, 0) : (trees[0].height, trees[0].index.height)
  }

  var leafCount: Int { trees.isEmpty ? 1 : trees[0].leafCount }

  /// The number of runs in which the text is kept. None crosses the border of a leaf, so that there may
  /// be more of them than of `runs`.
  var runCount: Int { trees.isEmpty ? leaf.runs.count : trees[0].runCount }

  var lastLeaf: Int { trees.isEmpty ? 0 : trees[0].last }

  /// The numbers of all leaves in the order of the text.
  var leaves: [Int] {
    var result = [0]
    while let last = result.last, let next = leaf(after: last) { result.append(next) }
    return result
  }

  func read<Result>(_ number: Int, _ body: (TextLeaf) -> Result) -> Result {
    trees.isEmpty ? body(leaf) : trees[0].read(number, body)
  }

  /// The number of scalars, and of visible ones, left of a leaf.
  func start(of number: Int) -> (total: Int, visible: Int) {
    trees.isEmpty ? (0, 0) : trees[0].start(of: number)
  }

  func leaf(after number: Int) -> Int? { trees.isEmpty ? nil : trees[0].leaf(after: number) }

  func leaf(atVisible position: Int) -> (leaf: Int, rest: Int) {
    trees.isEmpty ? (0, position) : trees[0].leaf(atVisible: position)
  }

  /// The visible scalar at this position, which is not beyond the end.
  func key(atVisible position: Int) -> ScalarKey? {
    if position >= cursor.start,
      let key = read(cursor.leaf, { $0.key(atVisible: position - cursor.start) })
    {
      return key
    }
    let (number, rest) = leaf(atVisible: position)
    return read(number) { $0.key(atVisible: rest) }
  }

  /// The place with so many scalars left of it, deleted ones counted.
  func place(atTotal position: Int) -> Place {
    guard position > 0, !trees.isEmpty else { return Place(leaf: 0, position: position) }
    // The place is right of the scalar before it, so that an insertion goes on with that scalar's
    // leaf.
    let (leaf, rest) = trees[0].leaf(atTotal: position - 1)
    return Place(leaf: leaf, position: rest + 1)
  }

  /// The leaf of a scalar, and the result of `TextLeaf.place`.
  func locate(
    _ identity: TextIdentity
  ) -> (leaf: Int, position: Int, visible: Int, deleted: Bool)? {
    guard let key = key(of: identity) else { return nil }
    if key == cursor.typed, let found = read(cursor.leaf, { $0.place(of: key) }) {
      return (cursor.leaf, found.position, found.visible, found.deleted)
    }
    let number = trees.isEmpty ? 0 : trees[0].index.leaf(of: key)
    guard let number, let found = read(number, { $0.place(of: key) }) else { return nil }
    return (number, found.position, found.visible, found.deleted)
  }

  /// Whether the text has one of `count` scalars from `start` on, deleted or not.
  func hasAny(from start: TextIdentity, count: Int) -> Bool {
    guard count > 0, let key = key(of: start) else { return false }
    return hasAny(of: PackedRun(start: key, count: count, step: .offset, deleted: false))
  }

  private func hasAny(of run: PackedRun) -> Bool {
    trees.isEmpty ? leaf.runs.contains { $0.overlaps(run) } : trees[0].hasAny(of: run)
  }

  /// How many scalars of `wanted` the text has, and how many of these are not deleted.
  func size(of wanted: TextRanges, _ visits: inout Int) -> IdentityIndex.Size {
    var size = IdentityIndex.Size()
    guard !trees.isEmpty else {
      visits += leaf.runs.count
      for run in leaf.runs {
        let count = wanted.parts(of: run).reduce(0 as UInt64) { $0 + UInt64($1.count) }
        size += IdentityIndex.Size(keys: count, visible: run.deleted ? 0 : count)
      }
      return size
    }
    for span in wanted.spans { size += trees[0].index.size(of: span, &visits) }
    return size
  }

  /// The leaves, each once and in the order of the text, that hold deleted scalars of `wanted`, or
  /// such that are not deleted, and how many of all of them the text has.
  func leaves(
    holding wanted: TextRanges, deleted: Bool, _ visits: inout Int
  ) -> (numbers: [Int], size: IdentityIndex.Size) {
    guard !trees.isEmpty else { return ([0], size(of: wanted, &visits)) }
    var found: [Int] = []
    var size = IdentityIndex.Size()
    for span in wanted.spans {
      size += trees[0].index.visit(span, deleted: deleted, &visits) { leaf in
        if found.last != leaf { found.append(leaf) }
      }
    }
    // Mostly one leaf has them all.
    guard found.count > 1 else { return (found, size) }
    let numbers = Set(found)
    visits += numbers.count * trees[0].height
    let inOrder = numbers.map { ($0, start(of: $0).total) }.sorted { $0.1 < $1.1 }.map(\.0)
    return (inOrder, size)
  }

  mutating func noteVisits(_ count: Int) { visits += count }

  /// Deletes what is wanted where one entry of the index holds it and is not deleted, as is mostly so:
  /// then it is found and noted in one step.
  /// - Returns: what is deleted now; nil, and nothing happened, where it is otherwise.
  mutating func deleteStretch(_ wanted: TextRanges) -> [PackedRun]? {
    guard !trees.isEmpty, let span = wanted.stretch, span.count == wanted.count else { return nil }
    visits += trees[0].index.height
    return trees[0].noteDeleted(span).map { delete(wanted, in: $0, isNoted: true) }
  }

  /// Deletes what is still visible of `wanted` in one leaf.
  /// - Parameter isNoted: whether the index has it as deleted already.
  mutating func delete(_ wanted: TextRanges, in number: Int, isNoted: Bool) -> [PackedRun] {
    visits += read(number) { $0.runs.count }
    moveCursor(to: number)
    let deleted: [PackedRun]
    if trees.isEmpty {
      deleted = leaf.delete(wanted)
    } else {
      deleted = trees[0].change(number) { $0.delete(wanted) }
      if !isNoted { for run in deleted { trees[0].noteDeleted(run) } }
    }
    visits += deleted.count
    let count = deleted.reduce(0) { $0 + $1.count }
    visibleCount -= count
    settle(number, visible: -count, total: 0)
    return deleted
  }

  /// Takes deleted scalars out of the text, from left to right, `limit` of them at most.
  /// - Returns: how many they were.
  @discardableResult
  mutating func dropDeleted(atMost limit: Int) -> Int {
    var dropped = 0
    while dropped < limit, totalCount > visibleCount {
      let number = trees.isEmpty ? 0 : trees[0].firstLeafWithDeleted
      let count = dropDeleted(in: number, atMost: limit - dropped)
      guard count > 0 else { break }
      dropped += count
    }
    return dropped
  }

  private mutating func dropDeleted(in number: Int, atMost limit: Int) -> Int {
    visits += read(number) { $0.runs.count } + heights.leaves
    let dropped =
      trees.isEmpty
      ? leaf.dropDeleted(atMost: limit) : trees[0].dropDeleted(in: number, atMost: limit)
    visits += dropped.count * (1 + heights.index)
    let count = dropped.reduce(0) { $0 + $1.count }
    totalCount -= count
    return count
  }

  /// Puts at most `scalarsAtOnce` scalars at a place. None of them but the first may be there.
  /// - Returns: false, and nothing happened, where that one is.
  @discardableResult
  mutating func insert(_ run: PackedRun, _ scalars: ArraySlice<Unicode.Scalar>, at place: Place)
    -> Bool
  {
    let isThere =
      trees.isEmpty ? hasAny(of: run.slice(0..<1)) : !trees[0].enter(run, leaf: place.leaf)
    guard !isThere else { return false }
    let visible = run.deleted ? 0 : run.count
    visibleCount += visible
    totalCount += run.count
    visits += read(place.leaf) { $0.runs.count } + heights.leaves + heights.index
    moveCursor(to: place.leaf)
    cursor.typed = run.key(at: run.count - 1)
    func put(_ leaf: inout TextLeaf) {
      leaf.insert(run, scalars, at: place.position ?? leaf.scalars.count)
    }
    if trees.isEmpty {
      put(&leaf)
    } else {
      trees[0].change(place.leaf, put)
    }
    settle(place.leaf, visible: visible, total: run.count)
    return true
  }

  private mutating func moveCursor(to number: Int) {
    guard cursor.leaf != number else { return }
    cursor = Cursor(leaf: number, start: start(of: number).visible)
  }

  private mutating func settle(_ number: Int, visible: Int, total: Int) {
    if !trees.isEmpty {
      trees[0].settle(number, visible: visible, total: total)
    } else if leaf.isOverfull {
      grow()
    }
  }

  private mutating func appendLeaf() {
    if trees.isEmpty { grow() }
    trees[0].appendLeaf()
  }

  private mutating func grow() {
    trees = [TextTree(leaf)]
    leaf = TextLeaf()
  }

  /// The numbers of the leaves that an earlier state of the text did not have, or had otherwise,
  /// or has no more.
  func leavesChanged(since known: Text) -> [Int] {
    let all = 0..<max(leafCount, known.leafCount)
    guard writers.extends(known.writers) else { return Array(all) }
    if trees.isEmpty, known.trees.isEmpty { return leaf == known.leaf ? [] : [0] }
    guard let tree = trees.first, let before = known.trees.first else { return Array(all) }
    return tree.leavesChanged(since: before) + all.dropFirst(leafCount)
  }

  func hasSameLeaves(as other: Text) -> Bool {
    guard writers == other.writers else { return false }
    guard let tree = trees.first, let others = other.trees.first else {
      return trees.isEmpty && other.trees.isEmpty && leaf == other.leaf
    }
    return tree.hasSameLeaves(as: others)
  }
}
