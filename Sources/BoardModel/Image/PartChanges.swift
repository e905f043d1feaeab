public import HashTreeCollections

/// The parts of a board that changed since somebody encoded it.
struct PartChanges: Sendable {
  /// Nil where nobody encodes the board time and again: then nothing is noted, and every part may
  /// have changed.
  private var parts: TreeSet<BoardPart>?

  mutating func note(_ part: BoardPart) { parts?.insert(part) }

  /// - Returns: the parts that changed since the last call; nil where all of them may have.
  mutating func take() -> TreeSet<BoardPart>? {
    defer { parts = [] }
    return parts
  }
}

extension Board {
  /// The parts that changed since the last call, or came, or went; nil where all of them may have.
  public mutating func takeChangedParts() -> TreeSet<BoardPart>? { partChanges.take() }
}
