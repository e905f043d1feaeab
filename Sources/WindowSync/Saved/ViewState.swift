public import BoardModel

/// The state that is restored with a window: where it was, and what was typed but not yet made an
/// operation.
public struct ViewState: Hashable, Sendable {
  public var column: ColumnID?
  public var card: CardID?
  /// The index of the leftmost column that is shown.
  public var firstColumn: UInt32 = 0
  /// The numbers of cards that are scrolled away at the top of columns.
  public var scrolls: [Scroll] = []
  public var filter = ""
  public var marked: [CardID] = []
  public var openCard: CardID?
  /// The number of body lines that are scrolled away above, in a window on one card.
  public var cardTop: UInt32 = 0
  /// The drafts in the order in which they were typed; the last is the one still being typed.
  public var drafts: [Draft] = []

  public struct Scroll: Hashable, Sendable {
    public let column: ColumnID
    public let cards: UInt32

    public init(column: ColumnID, cards: UInt32) {
      self.column = column
      self.cards = cards
    }
  }

  public enum Draft: Hashable, Sendable {
    /// A whole edit, which was to become the session's operation number `counter`. It has become
    /// that if the session's operations on disk go so far.
    case edit(Intent, counter: UInt64)
    /// `from` is the title that was there when it was begun.
    case title(CardID, String, from: String)
    case newCard(in: ColumnID, String)
    /// A card at the top of the column.
    case firstCard(in: ColumnID, String)
    case newColumn(String)
    /// The next card of a new column whose title is already there.
    case newColumnCards(title: String, String)
    /// A form for a new column; each line is a card, and cards of the board are to be moved in.
    case columnForm(title: String, lines: [String], gathered: [CardID] = [])
    case columnTitle(ColumnID, String)
    case boardTitle(String)
    case newBoard(String)
    /// The text of a comment: the comment that is changed, or nil for a new one.
    case comment(CardID, CommentID?, String)
    /// `from` is the text that the item had when it was begun; empty for a new one.
    case item(CardID, ItemID?, String, from: String)
    /// An edit that the board refused, until its author has read of that.
    case refused(OperationID, Intent)
  }

  /// The bounds of the lists: the state stays small, whatever the board holds.
  public static let maximumScrolls = 64
  public static let maximumMarked = 1_000
  public static let maximumDrafts = 64

  public init() {}

  /// The cards without which the state cannot be restored.
  public var cards: [CardID] { [card, openCard].compactMap(\.self) + drafts.compactMap(\.card) }
}

extension ViewState.Draft {
  /// The card on which the draft was typed; nil for one on no card.
  public var card: CardID? {
    switch self {
    case .title(let card, _, _), .comment(let card, _, _), .item(let card, _, _, _): card
    case .edit, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm, .columnTitle,
      .boardTitle, .newBoard, .refused:
      nil
    }
  }

  /// What was typed.
  public var text: String {
    switch self {
    case .title(_, let text, _), .newCard(_, let text), .firstCard(_, let text),
      .newColumn(let text), .columnTitle(_, let text), .boardTitle(let text), .newBoard(let text),
      .comment(_, _, let text), .item(_, _, let text, _):
      text
    case .newColumnCards(let title, let text): title + "\n" + text
    case .columnForm(let title, let lines, _): ([title] + lines).joined(separator: "\n")
    case .edit(let intent, _), .refused(_, let intent): intent.typedText ?? ""
    }
  }

  /// The draft without the text of others that it was begun from.
  public var ownWords: ViewState.Draft {
    switch self {
    case .title(let card, let text, let from): .title(card, text.parting(from: from), from: "")
    case .item(let card, let item, let text, let from):
      .item(card, item, text.parting(from: from), from: "")
    case .edit, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm, .columnTitle,
      .boardTitle, .newBoard, .comment, .refused:
      self
    }
  }
}

extension ViewState.Draft {
  /// The draft without the text of others that may have been purged: the draft itself where none was.
  /// A board that had a purge does not say of which titles, so that whatever its field does not hold
  /// any longer goes. Of a card that the board does not have, nothing was purged.
  /// - Parameter board: all of the board, with what waits to be sent.
  public func reduced(on board: Board) -> ViewState.Draft {
    guard let id = card else { return self }
    if board.purge(of: id) != nil { return ownWords }
    guard let card = board.card(id) else { return self }
    let (from, present): (String, String?)
    switch self {
    case .title(_, _, let before): (from, present) = (before, card.title.value)
    case .item(_, let item?, _, let before):
      (from, present) = (before, board.item(item, on: id)?.text.value)
    case .item, .edit, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm,
      .columnTitle, .boardTitle, .newBoard, .comment, .refused:
      return self
    }
    return board.lastPurge > 0 && from != present ? ownWords : self
  }
}

extension String {
  /// What is left of the text without the beginning and the end that it shares with another.
  fileprivate func parting(from other: String) -> String {
    let (own, before) = (Array(unicodeScalars), Array(other.unicodeScalars))
    let start = zip(own, before).prefix { $0 == $1 }.count
    let end = zip(own[start...].reversed(), before[start...].reversed()).prefix { $0 == $1 }.count
    return String(String.UnicodeScalarView(own[start..<(own.count - end)]))
  }
}
