/// What a person carries from window to window (SPEC.md DRG). It is never part of a board.
public struct Drag: Hashable, Sendable {
  public let id: DragID
  /// The window that lifted the drag; `board` and `author` are that window's.
  public let session: SessionID
  public let board: BoardID
  public let author: Author
  public let content: DragContent

  public init(
    id: DragID, session: SessionID, board: BoardID, author: Author, content: DragContent
  ) {
    self.id = id
    self.session = session
    self.board = board
    self.author = author
    self.content = content
  }
}

/// What the window that lifts a drag says of it.
public struct DragContent: Hashable, Sendable {
  /// Whether the drag began with a pointer's button held down; it then lasts less long than one
  /// that began with a key.
  public let isPointer: Bool
  public let moves: Bool
  public let copies: Bool
  /// The items that are carried, at most `maximumItems`.
  public let items: [DragItem]

  public static let maximumItems = 1_000

  public init(isPointer: Bool, moves: Bool, copies: Bool, items: [DragItem]) {
    self.isPointer = isPointer
    self.moves = moves
    self.copies = copies
    self.items = items
  }
}

public struct DragItem: Hashable, Sendable {
  /// The card on the drag's board; nil for an item that is no card.
  public let card: CardID?
  public let title: String
  /// The media types in which the window can give the item, at most `maximumTypes`.
  public let types: [String]

  public static let maximumTypes = 16

  public init(card: CardID?, title: String, types: [String]) {
    self.card = card
    self.title = title
    self.types = types
  }
}

/// What is done with a drag where it is dropped.
public enum DropProposal: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  case move = 1
  case copy = 2
}

/// How a drag ended.
public enum DragEnd: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  case dropped = 1
  case cancelled = 2
  /// The user lifted something else.
  case replaced = 3
  /// Nobody dropped it in time.
  case lapsed = 4
}

/// The end of a drag.
public struct EndedDrag: Hashable, Sendable {
  public let drag: DragID
  public let end: DragEnd
  /// The user and device that ended it; `place` is that of their window.
  public let author: Author
  public let place: String

  public init(drag: DragID, end: DragEnd, author: Author, place: String) {
    self.drag = drag
    self.end = end
    self.author = author
    self.place = place
  }
}
