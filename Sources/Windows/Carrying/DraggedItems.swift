import BoardModel

/// What a person carries from window to window.
struct DraggedItems: Hashable, Sendable {
  let id: DragID
  let board: BoardID
  let content: DragContent
  /// This window took it up.
  let isOwn: Bool
  /// Where it was taken up; nil before the coordinator has named it.
  private(set) var device: String?

  /// Taken up here and now.
  init(_ id: DragID, _ content: DragContent, on board: BoardID) {
    (self.id, self.content, self.board, isOwn) = (id, content, board, true)
  }

  /// As the coordinator tells of it.
  init(_ drag: Drag, isOwn: Bool) {
    (id, board, content) = (drag.id, drag.board, drag.content)
    (self.isOwn, device) = (isOwn, drag.author.device)
  }

  /// The coordinator knows of it, and so do the person's other windows.
  var isNamed: Bool { device != nil }

  var isAtPointer: Bool { content.isPointer }

  var cards: [CardID] { content.items.compactMap(\.card) }

  var title: String {
    content.items.count == 1 ? content.items[0].title : "\(content.items.count) cards"
  }

  /// Whether all of it can be had so.
  func offers(_ type: CardRepresentation) -> Bool {
    content.items.allSatisfy { $0.types.contains(type.rawValue) }
  }
}

/// Where cards go: below one, else above one, else to the end.
struct CardPlace: Hashable, Sendable {
  let column: ColumnID
  let anchors: Anchors<CardKind>
}

/// What is done with it where it is put down.
enum Landing: Hashable, Sendable {
  case move([CardID], CardPlace)
  /// Copies of cards of this board.
  case duplicate([CardID], CardPlace)
  /// New cards of what came from another board.
  case make([CardCopy], CardPlace)
  case favour([CardID])
  /// Into the column that is to be made.
  case gather([CardID])

  var proposal: DropProposal {
    switch self {
    case .move, .gather: .move
    case .duplicate, .make, .favour: .copy
    }
  }
}

/// What comes from elsewhere, item after item, before something is done with it.
struct Fetch: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case make(CardPlace)
    /// To copy it out as text.
    case text
  }

  /// What has come.
  enum Payload: Hashable, Sendable {
    case copies([CardCopy], CardPlace)
    case texts([String])
  }

  let purpose: Purpose
  let count: Int
  private(set) var payload: Payload
  /// Of all that has come, and of the item that comes, in bytes.
  private(set) var bytes = 0
  private(set) var received: UInt64 = 0
  private(set) var total: UInt64 = 0

  /// No board takes as much at once.
  private static let maximumBytes = 32 << 20

  init(_ purpose: Purpose, count: Int) {
    (self.purpose, self.count) = (purpose, count)
    payload =
      switch purpose {
      case .make(let place): .copies([], place)
      case .text: .texts([])
      }
  }

  /// The item that comes, counted from 0.
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

  /// - Returns: why not, as the end of a sentence.
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

  /// Of the item that comes.
  var percent: UInt64 { total == 0 ? 0 : UInt64((Double(received) / Double(total)) * 100) }
}

extension CardCopy {
  /// Whether a board takes all of it.
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
