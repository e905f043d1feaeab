import HashTreeCollections

/// A set of what changed. What is noted is nearly always what was noted last, and is not looked for
/// then.
struct NotedSet<Element: Hashable & Sendable>: Sendable {
  private(set) var elements: TreeSet<Element> = []
  private var last: Element?

  var count: Int { elements.count }

  mutating func insert(_ element: Element) {
    guard element != last else { return }
    last = element
    elements.insert(element)
  }
}
