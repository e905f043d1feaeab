/// The leaves of a text that does not fit one, under branches that count what stands below them:
/// a position, a leaf's place and an identity are found in as many steps as the tree is high.
///
/// Leaves and branches have numbers instead of references, and know their parents, so that the way
/// from a scalar up to its position is as short as the way down.
struct TextTree: Sendable {
  struct Slot: Equatable, Sendable {
    var leaf: TextLeaf
    var parent = 0
    /// The number of the leaf to the right.
    var next: Int?
  }

  private var slots = PersistentList<Slot>()
  private var branches = PersistentList<Branch>()
  private var root = 0
  private(set) var last = 0
  /// The number of branches from the root down to a leaf.
  private(set) var height = 1
  private(set) var index = IdentityIndex()
  /// The number of runs of all leaves.
  private(set) var runCount = 0

  var leafCount: Int { slots.count }

  init(_ leaf: TextLeaf) {
    slots.append(Slot(leaf: leaf))
    runCount = leaf.runs.count
    let child = Branch.Child(0, visible: leaf.visibleCount, total: leaf.scalars.count)
    branches.append(Branch(children: [child], parent: nil, isLowest: true))
    for run in leaf.runs { enter(run, leaf: 0) }
    divide(0)
  }

  func read<Result>(_ number: Int, _ body: (TextLeaf) -> Result) -> Result {
    slots.read(number) { body($0.leaf) }
  }

  func leaf(after number: Int) -> Int? { slots.read(number) { $0.next } }

  /// Whether both trees have the same leaves in the same order.
  func hasSameLeaves(as other: TextTree) -> Bool { slots == other.slots }

  /// The numbers of the leaves that an earlier state of the tree did not have, or had otherwise.
  func leavesChanged(since known: TextTree) -> [Int] {
    slots.indexes(changedSince: known.slots)
  }

  /// Changes a leaf, which may be overfull then; a call of `settle` has to follow.
  mutating func change<Result>(_ number: Int, _ body: (inout TextLeaf) -> Result) -> Result {
    let (result, growth) = slots.update(number) { slot in
      let before = slot.leaf.runs.count
      let result = body(&slot.leaf)
      return (result, slot.leaf.runs.count - before)
    }
    runCount += growth
    return result
  }

  /// Updates counts and shape for a leaf that has changed by so many scalars.
  mutating func settle(_ number: Int, visible: Int, total: Int) {
    count(number, visible: visible, total: total)
    divide(number)
  }

  func hasAny(of run: PackedRun) -> Bool { run.spans.contains { index.hasAny(of: $0) } }

  /// Adds the identities of scalars to the index that are about to be put into a leaf, or just were.
  /// None but the first may be there.
  /// - Returns: false, and nothing happened, where that one is.
  @discardableResult
  mutating func enter(_ run: PackedRun, leaf: Int) -> Bool {
    run.spans.allSatisfy { index.insert($0, leaf: leaf, deleted: run.deleted) }
  }

  /// Notes in the index that the scalars of a run are deleted.
  mutating func noteDeleted(_ run: PackedRun) {
    for span in run.spans { index.delete(span) }
  }

  /// Notes in the index that the scalars of a span are deleted, where one entry holds all of them and
  /// is not deleted yet.
  /// - Returns: the leaf; nil, and nothing happened, where it is otherwise.
  mutating func noteDeleted(_ span: KeySpan) -> Int? { index.deleteStretch(span) }

  /// The first leaf that holds deleted scalars; the last one where there is none.
  var firstLeafWithDeleted: Int { descend(0) { Int($0.total - $0.visible) }.leaf }

  /// Takes deleted scalars out of a leaf, and a leaf that is empty then out of the tree.
  /// - Returns: what is gone.
  mutating func dropDeleted(in number: Int, atMost limit: Int) -> [PackedRun] {
    let dropped = change(number) { $0.dropDeleted(atMost: limit) }
    for span in dropped.flatMap(\.spans) { index.remove(span) }
    count(number, visible: 0, total: -dropped.reduce(0) { $0 + $1.count })
    // The first leaf stays, because reading begins there.
    if number != 0, read(number, { $0.scalars.isEmpty }) { unlink(number) }
    return dropped
  }

  /// Takes an empty leaf out. Its number is not used again.
  private mutating func unlink(_ number: Int) {
    let start = self.start(of: number).total
    // No leaf but the first one is ever empty, so the one to the left holds the scalar there.
    let left = start > 0 ? leaf(atTotal: start - 1).leaf : 0
    let (parent, next) = slots.read(number) { ($0.parent, $0.next) }
    slots.update(left) { $0.next = next }
    if last == number { last = left }
    remove(number, from: parent)
  }

  /// Adds an empty leaf at the end.
  mutating func appendLeaf() { add(TextLeaf(), after: last) }

  /// Adds a leaf right of another one.
  /// - Returns: the new leaf's number.
  @discardableResult
  private mutating func add(_ leaf: TextLeaf, after left: Int) -> Int {
    let number = slots.count
    let (parent, next) = slots.update(left) { slot in
      defer { slot.next = number }
      return (slot.parent, slot.next)
    }
    slots.append(Slot(leaf: leaf, parent: parent, next: next))
    runCount += leaf.runs.count
    if last == left { last = number }
    insert(Branch.Child(number), after: left, in: parent)
    count(number, visible: leaf.visibleCount, total: leaf.scalars.count)
    return number
  }

  /// Splits a leaf until each part is of the right size.
  private mutating func divide(_ number: Int) {
    while slots.read(number, { $0.leaf.isOverfull }) {
      let right = change(number) { $0.split() }
      count(number, visible: -right.visibleCount, total: -right.scalars.count)
      let added = add(right, after: number)
      for span in right.runs.flatMap(\.spans) { index.move(span, to: added) }
      divide(added)
    }
  }
}

// The branches, which tell how far from the start a leaf is, and which leaf is at a position.
extension TextTree {
  struct Branch: Sendable {
    /// The most children of one branch; a search looks through as many on each level.
    static let limit = 32

    struct Child: Sendable {
      let node: UInt32
      var visible: UInt32
      var total: UInt32

      init(_ node: Int, visible: Int = 0, total: Int = 0) {
        self.node = UInt32(truncatingIfNeeded: node)
        self.visible = UInt32(truncatingIfNeeded: visible)
        self.total = UInt32(truncatingIfNeeded: total)
      }
    }

    var children: [Child]
    /// The number of the branch above; nil for the root.
    var parent: Int?
    /// Whether its children are leaves.
    let isLowest: Bool

    func position(of node: Int) -> Int? {
      children.firstIndex { $0.node == UInt32(truncatingIfNeeded: node) }
    }

    /// The one branch below, where there is nothing else.
    var onlyBranch: Int? {
      isLowest || children.count > 1 ? nil : children.first.map { Int($0.node) }
    }

    func asChild(_ number: Int) -> Child {
      children.reduce(into: Child(number)) { sum, child in
        sum.visible += child.visible
        sum.total += child.total
      }
    }
  }

  /// The number of scalars, and of visible ones, left of a leaf.
  func start(of number: Int) -> (total: Int, visible: Int) {
    var sum = (total: 0, visible: 0)
    var node = number
    var parent: Int? = slots.read(number) { $0.parent }
    while let current = parent {
      parent = branches.read(current) { branch in
        for child in branch.children {
          if child.node == UInt32(truncatingIfNeeded: node) { break }
          sum.total += Int(child.total)
          sum.visible += Int(child.visible)
        }
        return branch.parent
      }
      node = current
    }
    return sum
  }

  /// The leaf that holds the visible scalar at a position, and the number of that leaf's visible
  /// scalars left of it. Positions beyond the end are in the last leaf.
  func leaf(atVisible position: Int) -> (leaf: Int, rest: Int) {
    descend(position) { Int($0.visible) }
  }

  /// The leaf that holds the scalar at a position, and the number of that leaf's scalars left of
  /// it, deleted ones counted.
  func leaf(atTotal position: Int) -> (leaf: Int, rest: Int) {
    descend(position) { Int($0.total) }
  }

  private func descend(_ position: Int, _ size: (Branch.Child) -> Int) -> (leaf: Int, rest: Int) {
    var rest = position
    var node = root
    while true {
      let isLowest = branches.read(node) { branch in
        let final = branch.children.count - 1
        for (index, child) in branch.children.enumerated() {
          node = Int(child.node)
          if index == final || rest < size(child) { break }
          rest -= size(child)
        }
        return branch.isLowest
      }
      if isLowest { return (node, rest) }
    }
  }

  private mutating func count(_ number: Int, visible: Int, total: Int) {
    var node = number
    var parent: Int? = slots.read(number) { $0.parent }
    while let current = parent {
      parent = branches.update(current) { branch in
        if let index = branch.position(of: node) {
          branch.children[index].visible &+= UInt32(truncatingIfNeeded: visible)
          branch.children[index].total &+= UInt32(truncatingIfNeeded: total)
        }
        return branch.parent
      }
      node = current
    }
  }

  private mutating func insert(_ child: Branch.Child, after left: Int, in number: Int) {
    let isOverfull = branches.update(number) { branch in
      let index = branch.position(of: left) ?? branch.children.count - 1
      branch.children.insert(child, at: index + 1)
      return branch.children.count > Branch.limit
    }
    if isOverfull { divideBranch(number) }
  }

  /// Removes a child, and the branch with the last one.
  private mutating func remove(_ child: Int, from number: Int) {
    let (isEmpty, parent) = branches.update(number) { branch in
      branch.children.removeAll { $0.node == UInt32(truncatingIfNeeded: child) }
      return (branch.children.isEmpty, branch.parent)
    }
    if isEmpty, let parent { return remove(number, from: parent) }
    while let only = branches.read(root, { $0.onlyBranch }) {
      root = only
      branches.update(root) { $0.parent = nil }
      height -= 1
    }
  }

  private mutating func divideBranch(_ number: Int) {
    let added = branches.count
    let right = branches.update(number) { branch in
      let half = branch.children.count / 2
      let right = Array(branch.children[half...])
      branch.children = Array(branch.children[..<half])
      return Branch(children: right, parent: branch.parent, isLowest: branch.isLowest)
    }
    branches.append(right)
    for child in right.children {
      if right.isLowest {
        slots.update(Int(child.node)) { $0.parent = added }
      } else {
        branches.update(Int(child.node)) { $0.parent = added }
      }
    }
    let moved = right.asChild(added)
    if let parent = right.parent {
      branches.update(parent) { branch in
        guard let index = branch.position(of: number) else { return }
        branch.children[index].visible -= moved.visible
        branch.children[index].total -= moved.total
      }
      insert(moved, after: number, in: parent)
    } else {
      let left = branches.read(number) { $0.asChild(number) }
      root = branches.count
      branches.append(Branch(children: [left, moved], parent: nil, isLowest: false))
      for node in [number, added] { branches.update(node) { $0.parent = root } }
      height += 1
    }
  }
}
