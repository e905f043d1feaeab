import BoardModel
import Screen

/// What stands beside the board of a wide window.
struct Detail: Sendable {
  /// How far a card was scrolled.
  struct Place: Hashable, Sendable {
    let card: CardID
    let top: Int
  }

  /// Whether it is wanted, where there is room.
  var isShown = true
  /// While the board has the keys: the focused card, to be read.
  fileprivate(set) var preview: CardEditor?
  /// Of the card that had the keys last.
  fileprivate var left: Place?
}

// Master and detail: the board, and one card beside it.
extension Desk {
  var isDetailBeside: Bool {
    sizeClass == .wide && detail.isShown && !contents.lanes.isEmpty
  }

  mutating func toggleDetail() {
    guard sizeClass == .wide else {
      return refuse("A card stands beside the board from \(SizeClass.wideColumns) columns on.")
    }
    detail.isShown.toggle()
    revealFocus()
  }

  /// Gives a card the keys. What was scrolled away in its preview stays so, and what was put aside
  /// on it is there again.
  mutating func open(_ card: Card) -> CardEditor {
    var editor = CardEditor(card)
    if let preview = detail.preview, preview.card == card.id { editor.begin(asReadIn: preview) }
    editor.setAside = asides.removeValue(forKey: card.id)
    return editor
  }

  /// - Parameters:
  ///   - open: the card that has the keys.
  ///   - isReloaded: the board changed, and the preview may have with it.
  mutating func settleDetail(_ open: CardEditor?, isReloaded: Bool) {
    if let open {
      if sizeClass == .wide, !detail.isShown { toggleDetail() }
      detail.left = Detail.Place(card: open.card, top: open.top)
      detail.preview = nil
      return
    }
    guard isDetailBeside, let card = focusedCard else {
      detail.preview = nil
      return
    }
    var preview = detail.preview ?? CardEditor(card, scrolledAs: detail.left)
    if preview.card != card.id {
      preview = CardEditor(card, scrolledAs: detail.left)
    } else if isReloaded {
      preview = CardEditor(card, scrolledAs: Detail.Place(card: card.id, top: preview.top))
    }
    preview.layOut(self, followsCaret: false)
    detail.preview = preview
  }

  mutating func scrollDetail(_ event: MouseEvent) {
    guard var preview = detail.preview else { return }
    preview.mouse(event, &self)
    detail.preview = preview
  }
}

extension CardEditor {
  fileprivate init(_ card: Card, scrolledAs place: Detail.Place?) {
    self.init(card)
    if place?.card == card.id { top = place?.top ?? 0 }
  }

  /// The caret goes to the first line that is shown.
  fileprivate mutating func begin(asReadIn preview: CardEditor) {
    (wrapped, top) = (preview.wrapped, preview.top)
    draft.place(at: wrapped.line(top)?.start ?? 0)
  }
}
