/// A list whose copies share all that did not change: a copy costs nothing, and changing an element
/// copies only the nodes above it. Elements are never removed.
struct PersistentList<Element: Sendable>: Sendable {
  fileprivate struct Node: Sendable {
    var children: [Node] = []
    var elements: [Element] = []
  }

  private var root = Node()
  /// The number of levels of nodes above those that hold elements.
  private var height = 0
  private(set) var count = 0

  /// The number of elements or children of a node, as an exponent of two; one change of a shared
  /// list copies as many.
  private static var bits: Int { 4 }
  private static var mask: Int { (1 << bits) - 1 }

  subscript(index: Int) -> Element { read(index) { $0 } }

  func read<Result>(_ index: Int, _ body: (Element) -> Result) -> Result {
    PersistentList.read(root, height, index, body)
  }

  private static func read<Result>(
    _ node: Node, _ level: Int, _ index: Int, _ body: (Element) -> Result
  ) -> Result {
    let slot = (index >> (bits * level)) & mask
    return level == 0
      ? body(node.elements[slot]) : read(node.children[slot], level - 1, index, body)
  }

  mutating func update<Result>(_ index: Int, _ change: (inout Element) -> Result) -> Result {
    PersistentList.update(&root, height, index, change)
  }

  private static func update<Result>(
    _ node: inout Node, _ level: Int, _ index: Int, _ change: (inout Element) -> Result
  ) -> Result {
    let slot = (index >> (bits * level)) & mask
    return level == 0
      ? change(&node.elements[slot]) : update(&node.children[slot], level - 1, index, change)
  }

  mutating func append(_ element: Element) {
    if count == 1 << (Self.bits * (height + 1)) {
      root = Node(children: [root])
      height += 1
    }
    Self.append(element, to: &root, height, count)
    count += 1
  }

  private static func append(_ element: Element, to node: inout Node, _ level: Int, _ index: Int) {
    guard level > 0 else { return node.elements.append(element) }
    let slot = (index >> (bits * level)) & mask
    if slot == node.children.count { node.children.append(Node()) }
    append(element, to: &node.children[slot], level - 1, index)
  }
}

extension PersistentList where Element: Equatable {
  /// The indexes of the elements that an earlier state of the list did not have, or had otherwise.
  /// What both share is passed over.
  func indexes(changedSince known: PersistentList) -> [Int] {
    var indexes: [Int] = []
    PersistentList.compare(root, height, at: 0, known.root, known.height, &indexes)
    return indexes
  }

  private static func compare(
    _ node: Node, _ level: Int, at start: Int, _ known: Node?, _ knownLevel: Int,
    _ indexes: inout [Int]
  ) {
    if level == knownLevel, node == known { return }
    if level == 0 {
      for (slot, element) in node.elements.enumerated() {
        let isKnown =
          known.map { slot < $0.elements.count && $0.elements[slot] == element } ?? false
        if !isKnown { indexes.append(start + slot) }
      }
      return
    }
    for (slot, child) in node.children.enumerated() {
      var counterpart: Node?
      if level > knownLevel {
        counterpart = slot == 0 ? known : nil
      } else if let known, slot < known.children.count {
        counterpart = known.children[slot]
      }
      compare(
        child, level - 1, at: start + slot << (bits * level), counterpart,
        min(level - 1, knownLevel), &indexes)
    }
  }
}

extension PersistentList.Node: Equatable where Element: Equatable {}

/// Comparison is quick where lists share their elements: arrays with one buffer are not compared.
extension PersistentList: Equatable where Element: Equatable {}
