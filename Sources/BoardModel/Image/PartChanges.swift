public import HashTreeCollections

/// The parts of a board that changed since somebody encoded it.
struct PartChanges: Sendable {
  /// Nil where nobody encodes the board time and again: then nothing is noted, and every part may
  /// have changed.
  private var parts: NotedSet<BoardPart>?
  /// The blocks into which the last undo record came, and out of which one went: nearly always they
  /// are noted already.
  private var blocks: (came: UndoBlock?, went: UndoBlock?)

  mutating func note(_ part: BoardPart) { parts?.insert(part) }

  mutating func noteUndo(_ came: UndoBlock, dropped went: UndoBlock?) {
    if came != blocks.came { note(.undo(came)) }
    if let went, went != blocks.went { note(.undo(went)) }
    blocks = (came, went ?? blocks.went)
  }

  /// - Returns: the parts that changed since the last call; nil where all of them may have.
  mutating func take() -> TreeSet<BoardPart>? {
    defer { (parts, blocks) = (NotedSet(), (nil, nil)) }
    return parts?.elements
  }
}

extension Board {
  /// The parts that changed since the last call, or came, or went; nil where all of them may have.
  public mutating func takeChangedParts() -> TreeSet<BoardPart>? { partChanges.take() }
}
