public import BoardModel

/// The items of a drag that a person carries from window to window.
public struct DraggedItems: Hashable, Sendable {
  public let id: DragID
  public let board: BoardID
  public let content: DragContent
  /// Whether this window took the items up.
  public let isOwn: Bool
  /// The device on which the items were taken up; nil before the coordinator has named the drag.
  public let device: String?

  /// The items that the person takes up in this window now. The identifier is random.
  public init(_ id: DragID, _ content: DragContent, on board: BoardID) {
    (self.id, self.content, self.board, isOwn, device) = (id, content, board, true, nil)
  }

  /// The items of a drag that the coordinator names.
  public init(_ drag: Drag, isOwn: Bool) {
    (id, board, content) = (drag.id, drag.board, drag.content)
    (self.isOwn, device) = (isOwn, drag.author.device)
  }

  /// Whether the coordinator knows the drag, and with it the person's other windows.
  public var isNamed: Bool { device != nil }
}
