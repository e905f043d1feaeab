import BoardModel

/// The items of a drag that a person carries from window to window.
struct DraggedItems: Hashable, Sendable {
  let id: DragID
  let board: BoardID
  let content: DragContent
  /// Whether this window took the items up.
  let isOwn: Bool
  /// The device on which the items were taken up; nil before the coordinator has reported the drag.
  private(set) var device: String?

  /// The items that the person takes up in this window now.
  init(_ id: DragID, _ content: DragContent, on board: BoardID) {
    (self.id, self.content, self.board, isOwn) = (id, content, board, true)
  }

  /// The items of a drag that the coordinator reports.
  init(_ drag: Drag, isOwn: Bool) {
    (id, board, content) = (drag.id, drag.board, drag.content)
    (self.isOwn, device) = (isOwn, drag.author.device)
  }

  /// Whether the coordinator knows the drag, and with it the person's other windows.
  var isNamed: Bool { device != nil }

  var isAtPointer: Bool { content.isPointer }

  var cards: [CardID] { content.items.compactMap(\.card) }

  var title: String {
    content.items.count == 1 ? content.items[0].title : "\(content.items.count) cards"
  }

  /// Whether every item can be had as this representation.
  func offers(_ type: CardRepresentation) -> Bool {
    content.items.allSatisfy { $0.types.contains(type.rawValue) }
  }
}

/// A place for cards in a column: below one card, else above one, else at the end.
struct CardPlace: Hashable, Sendable {
  let column: ColumnID
  let anchors: Anchors<CardKind>
}

/// What is done with the items where they are put down.
enum Landing: Hashable, Sendable {
  case move([CardID], CardPlace)
  /// Copies of cards of this board are made.
  case duplicate([CardID], CardPlace)
  /// New cards are made from items of another board.
  case make([CardCopy], CardPlace)
  case favour([CardID])
  /// The cards go into the column that is to be made.
  case gather([CardID])

  var proposal: DropProposal {
    switch self {
    case .move, .gather: .move
    case .duplicate, .make, .favour: .copy
    }
  }
}

/// A load of carried items from elsewhere, one after another, before something is done with them.
struct Fetch: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case make(CardPlace)
    /// The items are copied to the clipboard as text.
    case text
  }

  /// The items that have arrived.
  enum Payload: Hashable, Sendable {
    case copies([CardCopy], CardPlace)
    case texts([String])
  }

  let purpose: Purpose
  let count: Int
  private(set) var payload: Payload
  /// The bytes of all items that have arrived. `received` and `total` are the bytes of the item
  /// that is arriving.
  private(set) var bytes = 0
  private(set) var received: UInt64 = 0
  private(set) var total: UInt64 = 0

  /// The bound of one fetch in bytes, 32 MiB: no board takes as much at once.
  private static let maximumBytes = 32 << 20

  init(_ purpose: Purpose, count: Int) {
    (self.purpose, self.count) = (purpose, count)
    payload =
      switch purpose {
      case .make(let place): .copies([], place)
      case .text: .texts([])
      }
  }

  /// The item that is arriving, counted from 0.
  var item: Int {
    switch payload {
    case .copies(let copies, _): copies.count
    case .texts(let texts): texts.count
    }
  }

  var isComplete: Bool { item == count }

  var type: CardRepresentation {
    switch purpose {
    case .make: .card
    case .text: .markdown
    }
  }

  mutating func progress(_ received: UInt64, of total: UInt64) {
    (self.received, self.total) = (min(received, total), total)
  }

  /// - Returns: the end of a sentence that says why the bytes are refused; nil if they are taken.
  mutating func take(_ bytes: [UInt8]) -> String? {
    guard self.bytes + bytes.count <= Fetch.maximumBytes else { return "it is too much at once" }
    switch payload {
    case .copies(let copies, let place):
      guard let copy = try? CardCopy(bytes: bytes), copy.canBeCard else {
        return "what came is no card"
      }
      payload = .copies(copies + [copy], place)
    case .texts(let texts):
      guard let text = String(validating: bytes, as: UTF8.self),
        text.unicodeScalars.allSatisfy(TextRules.allowsInBody)
      else { return "what came is no text" }
      payload = .texts(texts + [text])
    }
    self.bytes += bytes.count
    (received, total) = (0, 0)
    return nil
  }

  /// The percentage of the current item that has arrived.
  var percent: UInt64 { total == 0 ? 0 : UInt64((Double(received) / Double(total)) * 100) }
}

extension CardCopy {
  /// Whether the copy keeps the limits of a board for each of its fields.
  fileprivate var canBeCard: Bool {
    CardCopy.isTitle(title) && body.unicodeScalars.count <= BoardLimits.bodyScalars
      && body.unicodeScalars.allSatisfy(TextRules.allowsInBody)
      && due.map { $0 <= BoardLimits.dueDay } ?? true
      && labels.count <= BoardLimits.elements && assignees.count <= BoardLimits.elements
      && items.count <= BoardLimits.items
      && labels.allSatisfy { CardCopy.isTitle($0.name) && $0.colour < BoardLimits.colours }
      && assignees.allSatisfy { Author.isName($0) }
      && items.allSatisfy { CardCopy.isTitle($0.text) }
  }

  private static func isTitle(_ text: String) -> Bool {
    !TextRules.isBlank(text) && text.unicodeScalars.count <= BoardLimits.titleScalars
      && text.unicodeScalars.allSatisfy(TextRules.allowsInTitle)
  }
}
