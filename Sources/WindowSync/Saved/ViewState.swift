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

extension String {
  /// What is left of the text without the beginning and the end that it shares with another.
  fileprivate func parting(from other: String) -> String {
    let (own, before) = (Array(unicodeScalars), Array(other.unicodeScalars))
    let start = zip(own, before).prefix { $0 == $1 }.count
    let end = zip(own[start...].reversed(), before[start...].reversed()).prefix { $0 == $1 }.count
    return String(String.UnicodeScalarView(own[start..<(own.count - end)]))
  }
}

extension ViewState {
  /// The first byte of the encoding, which changes with its shape.
  private static let version: UInt8 = 3

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.uint8(ViewState.version)
    writer.value(column)
    writer.value(card)
    writer.uint32(firstColumn)
    writer.list(scrolls) {
      $0.identifier($1.column)
      $0.uint32($1.cards)
    }
    writer.string(filter)
    writer.value(marked)
    writer.value(openCard)
    writer.uint32(cardTop)
    writer.list(drafts) { $0.draft($1) }
    return writer.bytes
  }

  /// - Throws: `MalformedBytes` if the bytes are not those of a state.
  public init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    let version = try reader.uint8()
    guard version == ViewState.version else {
      throw MalformedBytes(.unknownCase, at: 0)
    }
    column = try reader.value()
    card = try reader.value()
    firstColumn = try reader.uint32()
    scrolls = try reader.list(minimum: 20) { (reader) throws(MalformedBytes) in
      Scroll(column: try reader.identifier(), cards: try reader.uint32())
    }
    filter = try reader.title()
    marked = try reader.value()
    openCard = try reader.value()
    cardTop = try reader.uint32()
    drafts = try reader.list(minimum: 3) { (reader) throws(MalformedBytes) in try reader.draft() }
    try reader.finish()
  }
}

extension ByteWriter {
  fileprivate mutating func draft(_ value: ViewState.Draft) {
    switch value {
    case .edit(let intent, let counter):
      uint8(1)
      self.intent(intent)
      uint64(counter)
    case .title(let card, let text, let from):
      uint8(2)
      identifier(card)
      string(text)
      string(from)
    case .newCard(let column, let text):
      uint8(3)
      identifier(column)
      string(text)
    case .firstCard(let column, let text):
      uint8(14)
      identifier(column)
      string(text)
    case .newColumn(let text):
      uint8(4)
      string(text)
    case .newColumnCards(let title, let text):
      uint8(5)
      string(title)
      string(text)
    case .columnTitle(let column, let text):
      uint8(6)
      identifier(column)
      string(text)
    case .boardTitle(let text):
      uint8(7)
      string(text)
    case .newBoard(let text):
      uint8(8)
      string(text)
    case .comment(let card, let comment, let text):
      uint8(9)
      identifier(card)
      self.value(comment)
      // A text may be longer than a string of the encoding.
      data(Array(text.utf8))
    case .item(let card, let item, let text, let from):
      uint8(10)
      identifier(card)
      self.value(item)
      string(text)
      string(from)
    case .refused(let operation, let intent):
      uint8(11)
      self.value(operation)
      self.intent(intent)
    case .columnForm(let title, let lines, let gathered):
      uint8(gathered.isEmpty ? 12 : 13)
      string(title)
      list(lines) { $0.string($1) }
      if !gathered.isEmpty { self.value(gathered) }
    }
  }
}

/// The part of the bytes' text that a body may hold.
private func bodyText(_ bytes: [UInt8]) -> String {
  let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
  return String(String.UnicodeScalarView(scalars.filter(TextRules.allowsInBody)))
}

extension ByteReader {
  fileprivate mutating func draft() throws(MalformedBytes) -> ViewState.Draft {
    let start = offset
    switch try uint8() {
    case 1: return .edit(try intent(inBatch: false), counter: try uint64())
    case 2: return .title(try identifier(), try title(), from: try title())
    case 3: return .newCard(in: try identifier(), try title())
    case 4: return .newColumn(try title())
    case 14: return .firstCard(in: try identifier(), try title())
    case 5: return .newColumnCards(title: try title(), try title())
    case 6: return .columnTitle(try identifier(), try title())
    case 7: return .boardTitle(try title())
    case 8: return .newBoard(try title())
    case 9: return .comment(try identifier(), try value(), bodyText(try data()))
    case 10: return .item(try identifier(), try value(), try title(), from: try title())
    case 11: return .refused(try value(), try intent(inBatch: false))
    case 12:
      return .columnForm(
        title: try title(),
        lines: try list(minimum: 2) { (reader) throws(MalformedBytes) in try reader.title() })
    case 13:
      return .columnForm(
        title: try title(),
        lines: try list(minimum: 2) { (reader) throws(MalformedBytes) in try reader.title() },
        gathered: try value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
