public import WindowSync

/// Tables show what a disk would hold of a board, however that is held until it is written.
extension SavedBoard: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "board": board, "sequence": sequence, "entities": entities, "ownThrough": ownThrough,
      ], displayStyle: .struct)
  }
}
