/// Whether a peer is read from, and why not.
struct ReadingGate: Hashable, Sendable {
  enum Reason: Hashable, Sendable, CaseIterable {
    /// It does not read its answers.
    case answers
    /// What it sent waits for its turn.
    case backlog
  }

  private(set) var closed: Set<Reason> = []

  var isOpen: Bool { closed.isEmpty }

  /// - Returns: whether reading ends with this.
  mutating func close(_ reason: Reason) -> Bool {
    let wasOpen = isOpen
    closed.insert(reason)
    return wasOpen
  }

  /// - Returns: whether reading goes on with this.
  mutating func open(_ reason: Reason) -> Bool { closed.remove(reason) != nil && isOpen }
}
