public import BoardModel

/// What a window wants with what its user carries (SPEC.md DRG).
public enum DragRequest: Hashable, Sendable {
  /// Takes something up, in place of what was carried before. `DragID`: random. Without a link it is
  /// told to the coordinator when there is one, unless it was cancelled by then.
  case lift(DragID, DragContent)
  case cancel(DragID)
  /// Asks to be the one that puts it down; answered by `dropped` or `notDropped`.
  case drop(DragID, DropProposal)
  /// Asks for an item, counted from 0; answered by `loading`s and then `loaded` or `notLoaded`. It
  /// takes the place of an earlier one that was not answered.
  case load(DragID, item: Int, CardRepresentation)
  case stopLoading
}

/// What a window learns of what its user carries.
public enum DragReport: Hashable, Sendable {
  case carrying(Carrying)
  /// Answers `lift`: the coordinator would not have it.
  case notLifted(DragID, reason: String)
  case dropped(DragID)
  case notDropped(DragID, reason: String)
  /// How many bytes have come, of how many.
  case loading(DragID, item: Int, received: UInt64, of: UInt64)
  case loaded(DragID, item: Int, [UInt8])
  case notLoaded(DragID, item: Int, reason: String)
}

/// What a user carries, as far as a window can know.
public enum Carrying: Hashable, Sendable {
  /// There is no link. What the window lifted itself it may still have.
  case unknown
  /// Nothing any longer, and what became of it if that was told; what this window lifted is over.
  case nothing(EndedDrag?)
  case drag(Drag)
}
