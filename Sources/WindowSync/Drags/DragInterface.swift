public import BoardModel

/// What a window asks for about the drag of its user (SPEC.md DRG).
public enum DragRequest: Hashable, Sendable {
  /// Lifts the items, in place of what was carried before. Without a link the coordinator is told
  /// when there is one, unless the drag was cancelled by then.
  case lift(DraggedItems)
  case cancel(DragID)
  /// Asks to be the window that drops the content; answered by `dropped` or `notDropped`.
  case drop(DragID, DropProposal)
  /// Asks for an item, counted from 0; answered by `loading`s and then `loaded` or `notLoaded`,
  /// unless the window lets go of the drag before. The request takes the place of an earlier one
  /// that was not answered.
  case load(DragID, item: Int, CardRepresentation)
  case stopLoading
}

/// What a window learns of the drag of its user. What the window asked for itself is not reported.
public enum DragReport: Hashable, Sendable {
  /// What the user carries now, as far as this window can know. Without a link that is at most what
  /// it lifted itself.
  case carrying(DraggedItems?)
  /// What this window lifted is over, as `carrying` has just said; the second value says what became
  /// of it, if that was told.
  case ended(DraggedItems, EndedDrag?)
  /// The same, for what the coordinator refused or may never have known.
  case notLifted(DraggedItems, reason: String)
  case dropped(DragID)
  case notDropped(DragID, reason: String)
  /// The number of bytes that have come, and of bytes there are.
  case loading(DragID, item: Int, received: UInt64, of: UInt64)
  case loaded(DragID, item: Int, [UInt8])
  case notLoaded(DragID, item: Int, reason: String)
}
