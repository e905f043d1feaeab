import BoardModel

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
      && priority.map { Priority(rawValue: $0) != nil } ?? true
      && labels.count <= BoardLimits.elements && assignees.count <= BoardLimits.elements
      && items.count <= BoardLimits.items
      && labels.allSatisfy { CardCopy.isTitle($0.name) && $0.colour < BoardLimits.colours }
      && assignees.allSatisfy { Author.isUserName($0) }
      && items.allSatisfy { CardCopy.isTitle($0.text) }
  }

  private static func isTitle(_ text: String) -> Bool {
    !TextRules.isBlank(text) && text.unicodeScalars.count <= BoardLimits.titleScalars
      && text.unicodeScalars.allSatisfy(TextRules.allowsInTitle)
  }
}
