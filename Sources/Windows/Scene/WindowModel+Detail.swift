import BoardModel
import Screen

/// The card that is shown beside the board of a wide window.
struct Detail: Sendable {
  /// The version of a card that is shown, by the stamps of its title and body.
  struct Version: Hashable, Sendable {
    let card: CardID
    let title: Stamp
    let body: Stamp

    init(_ card: Card) { (self.card, title, body) = (card.id, card.title.stamp, card.bodyStamp) }
  }

  /// A card with its first line that was shown.
  struct Place: Hashable, Sendable {
    let card: CardID
    let top: Int
  }

  /// Whether the person wants a card beside the board, where there is room.
  var isShown = true
  /// The focused card, to be read, while the board has the keys.
  fileprivate(set) var preview: CardEditor?
  fileprivate var version: Version?
  /// The place of the card that had the keys last.
  fileprivate var left: Place?
}

// This part shows the board and one card beside it.
extension WindowModel {
  var isDetailBeside: Bool {
    viewport.sizeClass == .wide && viewport.detail.isShown && !view.contents.lanes.isEmpty
      && !view.isAlone
  }

  mutating func toggleDetail() {
    guard hasRoomForDetail() else { return }
    viewport.detail.isShown.toggle()
    revealFocus()
  }

  private mutating func hasRoomForDetail() -> Bool {
    guard viewport.sizeClass == .wide || view.isAlone else {
      refuse("A card beside the board needs a terminal \(SizeClass.wideColumns) wide.")
      return false
    }
    return true
  }

  /// An editor for the card's texts, scrolled as it was while the card was read, with the entry
  /// that was put aside on it.
  mutating func editor(on card: Card) -> CardEditor {
    var editor = CardEditor(card)
    if view.isAlone || view.opened != nil, viewport.detail.preview?.card != card.id {
      settleDetail(nil)
    }
    if let preview = viewport.detail.preview, preview.card == card.id {
      editor.begin(asReadIn: preview)
    }
    editor.stashedDraft = edits.takeStashed(on: card.id)
    return editor
  }

  /// - Parameter open: the editor of the card that has the keys; nil if none has.
  mutating func settleDetail(_ open: CardEditor?) {
    if open != nil || view.opened != nil, viewport.sizeClass == .wide, !viewport.detail.isShown,
      !view.isAlone
    {
      toggleDetail()
    }
    if let open {
      viewport.detail.left = Detail.Place(card: open.card, top: open.top)
      viewport.detail.preview = nil
      return
    }
    guard isDetailBeside || view.isAlone || view.opened != nil, let card = view.focusedCard else {
      viewport.detail.preview = nil
      return
    }
    let version = Detail.Version(card)
    var preview = viewport.detail.preview ?? CardEditor(card, scrolledAs: viewport.detail.left)
    if preview.card != card.id {
      preview = CardEditor(card, scrolledAs: viewport.detail.left)
    } else if version != viewport.detail.version {
      preview = CardEditor(card, asReadIn: preview)
    }
    preview.layOut(self, followsCaret: false)
    (viewport.detail.preview, viewport.detail.version) = (preview, version)
  }

  mutating func scrollDetail(_ event: MouseEvent) {
    guard var preview = viewport.detail.preview else { return }
    preview.mouse(event, &self)
    viewport.detail.preview = preview
  }

  /// Scrolls by half of the visible lines.
  mutating func scrollDetail(down: Bool) {
    guard hasRoomForDetail(), let preview = viewport.detail.preview else { return }
    let step = max(1, preview.rows / 2)
    scrollDetail(by: down ? step : -step)
  }

  /// Scrolls by so many lines, as far as there are any.
  mutating func scrollDetail(by lines: Int) {
    guard let preview = viewport.detail.preview else { return }
    let last = max(0, preview.wrapped.rows - preview.rows)
    viewport.detail.preview?.top = min(max(0, preview.top + min(max(lines, -last), last)), last)
  }

  /// The number of body lines scrolled away above, in a window on one card.
  var cardTop: Int {
    guard view.isAlone, let card = view.focus.card else { return 0 }
    if let preview = viewport.detail.preview, preview.card == card { return preview.top }
    return viewport.detail.left.flatMap { $0.card == card ? $0.top : nil } ?? 0
  }

  /// Scrolls as it was when the window was saved.
  mutating func restoreCardTop(_ top: Int) {
    guard view.isAlone, let card = view.focus.card else { return }
    (viewport.detail.preview, viewport.detail.left) = (nil, Detail.Place(card: card, top: top))
  }
}

extension CardEditor {
  fileprivate init(_ card: Card, scrolledAs place: Detail.Place?) {
    self.init(card)
    if place?.card == card.id { top = place?.top ?? 0 }
  }

  /// Takes over the wrapped lines, so that only what has changed is wrapped again.
  fileprivate init(_ card: Card, asReadIn preview: CardEditor) {
    self.init(card)
    (wrapped, top) = (preview.wrapped, preview.top)
  }

  /// Puts the caret into the first line that is shown.
  fileprivate mutating func begin(asReadIn preview: CardEditor) {
    (wrapped, top) = (preview.wrapped, preview.top)
    draft.place(at: wrapped.line(top)?.start ?? 0)
  }
}
