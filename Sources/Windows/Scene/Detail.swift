import BoardModel
import Screen

/// The card that is shown beside the board of a wide window.
struct Detail: Sendable {
  /// The version of a card that is shown, by the stamps of its title and body.
  private struct Version: Hashable, Sendable {
    let card: CardID
    let title: Stamp
    let body: Stamp

    init(_ card: Card) { (self.card, title, body) = (card.id, card.title.stamp, card.bodyStamp) }
  }

  /// A card with its first line that was shown.
  private struct Place: Hashable, Sendable {
    let card: CardID
    let top: Int
  }

  /// Whether the person wants a card beside the board, where there is room.
  private(set) var isShown = true
  /// The focused card, to be read, while the board has the keys.
  private(set) var preview: CardEditor?
  private var version: Version?
  /// The place of the card that had the keys last.
  private var left: Place?

  mutating func toggle() { isShown.toggle() }

  /// Shows a card to be read, scrolled as it was while it had the keys.
  mutating func show(_ card: Card, in scene: Scene) {
    let version = Version(card)
    var preview = preview ?? CardEditor(card, top: top(of: card.id))
    if preview.card != card.id {
      preview = CardEditor(card, top: top(of: card.id))
    } else if version != self.version {
      preview = CardEditor(card, asReadIn: preview)
    }
    preview.layOut(scene, followsCaret: false)
    (self.preview, self.version) = (preview, version)
  }

  mutating func showNothing() { preview = nil }

  /// Remembers how the card is scrolled that has the keys, and is not shown here meanwhile.
  mutating func leave(to open: CardEditor) {
    left = Place(card: open.card, top: open.body.top)
    preview = nil
  }

  /// An editor for the card's texts, scrolled as it was while the card was read.
  func editor(on card: Card) -> CardEditor {
    var editor = CardEditor(card)
    if let preview, preview.card == card.id { editor.begin(asReadIn: preview) }
    return editor
  }

  // MARK: Scrolling

  mutating func scroll(by lines: Int) { preview?.body.scroll(by: lines) }

  mutating func wheel(_ direction: MouseEvent.WheelDirection, _ scene: Scene) {
    preview?.wheel(direction, scene)
  }

  /// The number of body lines scrolled away above.
  func scrolledLines(of card: CardID) -> Int {
    if let preview, preview.card == card { return preview.body.top }
    return top(of: card)
  }

  /// Scrolls as it was when the window was saved.
  mutating func restore(_ top: Int, of card: CardID) {
    (preview, left) = (nil, Place(card: card, top: top))
  }

  private func top(of card: CardID) -> Int { left.flatMap { $0.card == card ? $0.top : nil } ?? 0 }
}

extension CardEditor {
  fileprivate init(_ card: Card, top: Int) {
    self.init(card)
    body.scroll(to: top)
  }

  fileprivate init(_ card: Card, asReadIn preview: CardEditor) {
    self.init(card)
    body.show(asIn: preview.body)
  }

  fileprivate mutating func begin(asReadIn preview: CardEditor) {
    body.show(asIn: preview.body)
    body.placeInFirstLine()
  }
}
