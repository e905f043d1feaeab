import BoardModel
import Screen

// This part shows the board and one card beside it.
extension WindowModel {
  mutating func toggleDetail() {
    guard hasRoomForDetail() else { return }
    viewport.detail.toggle()
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
    if view.isAlone || view.opened != nil, viewport.detail.preview?.card != card.id {
      settleDetail(nil)
    }
    var editor = viewport.detail.editor(on: card)
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
    if let open { return viewport.detail.leave(to: open) }
    let scene = scene
    guard scene.isDetailBeside || view.isAlone || view.opened != nil, let card = view.focusedCard
    else { return viewport.detail.showNothing() }
    viewport.detail.show(card, in: scene)
  }

  /// Scrolls by half of the visible lines.
  mutating func scrollDetail(down: Bool) {
    guard hasRoomForDetail(), let preview = viewport.detail.preview else { return }
    let step = max(1, preview.body.rows / 2)
    viewport.detail.scroll(by: down ? step : -step)
  }

  /// The number of body lines scrolled away above, in a window on one card.
  var cardTop: Int {
    guard view.isAlone, let card = view.focus.card else { return 0 }
    return viewport.detail.scrolledLines(of: card)
  }

  /// Scrolls as it was when the window was saved.
  mutating func restoreCardTop(_ top: Int) {
    guard view.isAlone, let card = view.focus.card else { return }
    viewport.detail.restore(top, of: card)
  }
}
