public import BoardModel

/// What a window asks for about the drag of its user (SPEC.md DRG).
public enum DragRequest: Hashable, Sendable {
  /// Lifts the content, in place of what was carried before. The `DragID` is random. Without a link
  /// the coordinator is told when there is one, unless the drag was cancelled by then.
  case lift(DragID, DragContent)
  case cancel(DragID)
  /// Asks to be the window that drops the content; answered by `dropped` or `notDropped`.
  case drop(DragID, DropProposal)
  /// Asks for an item, counted from 0; answered by `loading`s and then `loaded` or `notLoaded`. The
  /// request takes the place of an earlier one that was not answered.
  case load(DragID, item: Int, CardRepresentation)
  case stopLoading
}

/// What a window learns of the drag of its user.
public enum DragReport: Hashable, Sendable {
  case carrying(Carrying)
  /// Answers `lift`: the coordinator refused it.
  case notLifted(DragID, reason: String)
  case dropped(DragID)
  case notDropped(DragID, reason: String)
  /// The number of bytes that have come, and of bytes there are.
  case loading(DragID, item: Int, received: UInt64, of: UInt64)
  case loaded(DragID, item: Int, [UInt8])
  case notLoaded(DragID, item: Int, reason: String)
}

/// What a user carries, as far as a window can know.
public enum Carrying: Hashable, Sendable {
  /// There is no link. The user may still carry what this window lifted.
  case unknown
  /// The user carries nothing any longer; the value says what became of the drag, if that was told.
  /// A drag that this window lifted is over too.
  case nothing(EndedDrag?)
  case drag(Drag)
}
