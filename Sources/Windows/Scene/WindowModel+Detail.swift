import BoardModel
import Screen

/// What stands beside the board of a wide window.
struct Detail: Sendable {
  /// What of a card is shown, by who wrote it last.
  struct Version: Hashable, Sendable {
    let card: CardID
    let title: Stamp
    let body: Stamp

    init(_ card: Card) { (self.card, title, body) = (card.id, card.title.stamp, card.bodyStamp) }
  }

  /// How far a card was scrolled.
  struct Place: Hashable, Sendable {
    let card: CardID
    let top: Int
  }

  /// Whether it is wanted, where there is room.
  var isShown = true
  /// While the board has the keys: the focused card, to be read.
  fileprivate(set) var preview: CardEditor?
  fileprivate var version: Version?
  /// Of the card that had the keys last.
  fileprivate var left: Place?
}

// Master and detail: the board, and one card beside it.
extension WindowModel {
  var isDetailBeside: Bool {
    sizeClass == .wide && detail.isShown && !contents.lanes.isEmpty && !isAlone
  }

  mutating func toggleDetail() {
    guard hasRoomForDetail() else { return }
    detail.isShown.toggle()
    revealFocus()
  }

  private mutating func hasRoomForDetail() -> Bool {
    guard sizeClass == .wide || isAlone else {
      refuse("A card beside the board needs a terminal \(SizeClass.wideColumns) wide.")
      return false
    }
    return true
  }

  /// Where a text of a card is typed. What was scrolled away while it was read stays so, and what was
  /// put aside on it is there again.
  mutating func editor(on card: Card) -> CardEditor {
    var editor = CardEditor(card)
    if isAlone || opened != nil, detail.preview?.card != card.id { settleDetail(nil) }
    if let preview = detail.preview, preview.card == card.id { editor.begin(asReadIn: preview) }
    editor.stashedDraft = stashedDrafts.removeValue(forKey: card.id)
    return editor
  }

  /// - Parameter open: the card that has the keys.
  mutating func settleDetail(_ open: CardEditor?) {
    if open != nil || opened != nil, sizeClass == .wide, !detail.isShown, !isAlone {
      toggleDetail()
    }
    if let open {
      detail.left = Detail.Place(card: open.card, top: open.top)
      detail.preview = nil
      return
    }
    guard isDetailBeside || isAlone || opened != nil, let card = focusedCard else {
      detail.preview = nil
      return
    }
    let version = Detail.Version(card)
    var preview = detail.preview ?? CardEditor(card, scrolledAs: detail.left)
    if preview.card != card.id {
      preview = CardEditor(card, scrolledAs: detail.left)
    } else if version != detail.version {
      preview = CardEditor(card, asReadIn: preview)
    }
    preview.layOut(self, followsCaret: false)
    (detail.preview, detail.version) = (preview, version)
  }

  mutating func scrollDetail(_ event: MouseEvent) {
    guard var preview = detail.preview else { return }
    preview.mouse(event, &self)
    detail.preview = preview
  }

  /// By half of what is shown.
  mutating func scrollDetail(down: Bool) {
    guard hasRoomForDetail(), let preview = detail.preview else { return }
    let step = max(1, preview.rows / 2)
    scrollDetail(by: down ? step : -step)
  }

  /// By so many lines, as far as there are any.
  mutating func scrollDetail(by lines: Int) {
    guard let preview = detail.preview else { return }
    let last = max(0, preview.wrapped.rows - preview.rows)
    detail.preview?.top = min(max(0, preview.top + min(max(lines, -last), last)), last)
  }

  /// Lines of the body of a card window's card that are scrolled away above.
  var cardTop: Int {
    guard isAlone, let card = focus.card else { return 0 }
    if let preview = detail.preview, preview.card == card { return preview.top }
    return detail.left.flatMap { $0.card == card ? $0.top : nil } ?? 0
  }

  /// As it was in an earlier life of the window.
  mutating func restoreCardTop(_ top: Int) {
    guard isAlone, let card = focus.card else { return }
    (detail.preview, detail.left) = (nil, Detail.Place(card: card, top: top))
  }
}

extension CardEditor {
  fileprivate init(_ card: Card, scrolledAs place: Detail.Place?) {
    self.init(card)
    if place?.card == card.id { top = place?.top ?? 0 }
  }

  /// As wrapped as it was, so that only what has changed is wrapped anew.
  fileprivate init(_ card: Card, asReadIn preview: CardEditor) {
    self.init(card)
    (wrapped, top) = (preview.wrapped, preview.top)
  }

  /// The caret goes to the first line that is shown.
  fileprivate mutating func begin(asReadIn preview: CardEditor) {
    (wrapped, top) = (preview.wrapped, preview.top)
    draft.place(at: wrapped.line(top)?.start ?? 0)
  }
}
