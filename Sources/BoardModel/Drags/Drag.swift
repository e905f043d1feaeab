/// What a person carries from window to window (SPEC.md DRG). Never part of a board.
public struct Drag: Hashable, Sendable {
  public let id: DragID
  /// The window that lifted it, its board and its author.
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
  /// Hangs at a pointer with a button down: does not last as long as what was taken up by a key.
  public let isPointer: Bool
  public let moves: Bool
  public let copies: Bool
  /// At most `maximumItems`.
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
  /// On the drag's board; nil for what is no card.
  public let card: CardID?
  public let title: String
  /// Media types that the window can give it in; at most `maximumTypes`.
  public let types: [String]

  public static let maximumTypes = 16

  public init(card: CardID?, title: String, types: [String]) {
    self.card = card
    self.title = title
    self.types = types
  }
}

/// What is done with a drag where it is put down.
public enum DropProposal: UInt8, Hashable, Sendable, CaseIterable {
  case move = 1
  case copy = 2
}

/// How a drag ended.
public enum DragEnd: UInt8, Hashable, Sendable, CaseIterable {
  case dropped = 1
  case cancelled = 2
  /// Its user lifted something else.
  case replaced = 3
  /// Nobody put it down in time.
  case lapsed = 4
}

/// What became of a drag.
public struct EndedDrag: Hashable, Sendable {
  public let drag: DragID
  public let end: DragEnd
  /// Who ended it, on which device, and the place of the window.
  public let author: Author
  public let place: String

  public init(drag: DragID, end: DragEnd, author: Author, place: String) {
    self.drag = drag
    self.end = end
    self.author = author
    self.place = place
  }
}
