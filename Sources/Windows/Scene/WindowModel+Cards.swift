import BoardModel
import WindowSync

// This part edits the focused card, or all marked ones.
extension WindowModel {
  mutating func toggleMark() {
    guard let card = view.focus.card else { return refuse("There is no card here.") }
    guard view.toggleMark(card) else {
      return refuse("No more than \(ViewState.maximumMarked) cards can be marked.")
    }
  }

  mutating func archiveSelection() {
    let cards = view.selection.filter { card($0)?.archived.value == false }
    guard let first = cards.first else {
      return refuse(view.selection.isEmpty ? "There is no card here." : view.archivedAlready)
    }
    let intents = cards.map { Intent.cardArchive($0) }
    guard edit(cards.count == 1 ? .cardArchive(first) : .batch(intents)) else { return }
    answer(
      cards.count == 1
        ? "Archived “\(card(first)?.title.value ?? "")”. u undoes\(view.archiveHint)."
        : "Archived \(cards.count) cards. u undoes\(view.archiveHint).")
    if view.opened == nil { view.mark(only: []) }
    closeCard()
  }

  mutating func toggleFavourite() {
    let cards = view.selection
    guard !cards.isEmpty else { return refuse("There is no card here.") }
    favour(cards, marked: !cards.allSatisfy { view.isFavourite($0) })
  }

  /// Makes cards favourites of this window's user, or ends that, as one edit.
  mutating func favour(_ cards: [CardID], marked: Bool) {
    let intents = cards.filter { view.isFavourite($0) != marked }
      .map { Intent.cardFavourite($0, marked: marked) }
    guard let first = intents.first else {
      return answer(marked ? "They are favourites already." : "They are no favourites.")
    }
    guard intents.count <= BoardLimits.batch else {
      return refuse("No more than \(BoardLimits.batch) cards at once.")
    }
    edit(intents.count == 1 ? first : .batch(intents))
  }

  mutating func moveCards(_ command: BoardCommand) {
    let cards = view.selection
    guard !cards.isEmpty else { return refuse("There is no card here.") }
    switch command {
    case .moveLeft: move(cards, toLane: view.focus.lane - 1)
    case .moveRight: move(cards, toLane: view.focus.lane + 1)
    case .moveUp: move(cards, by: -1)
    case .moveDown: move(cards, by: 1)
    default: break
    }
  }

  mutating func move(_ cards: [CardID], toLane target: Int) {
    guard let lane = view.contents.lane(target) else {
      return refuse("There is no column on that side.")
    }
    move(cards, to: lane)
  }

  /// Moves cards as high in the column as the focus stands in its own; to its end where the board
  /// is not shown.
  mutating func move(_ cards: [CardID], to lane: BoardContents.Lane) {
    let moving = Set(cards)
    let stay = lane.cards.filter { !moving.contains($0) }
    let place = view.shownSubject == .board ? min(view.focus.index, stay.count) : stay.count
    move(cards, to: lane, at: place, among: stay)
  }

  /// Moves cards within the focused column; cards marked in other columns come along.
  private mutating func move(_ cards: [CardID], by step: Int) {
    guard let lane = view.contents.lane(view.focus.lane) else { return }
    let moving = Set(cards)
    let stay = lane.cards.filter { !moving.contains($0) }
    let own = lane.cards.indices.filter { moving.contains(lane.cards[$0]) }
    guard let first = own.first, let last = own.last else {
      return refuse("No marked card is in this column.")
    }
    // The target is the place of the block among the cards that stay, one further.
    let edge = step < 0 ? first : last
    let before = lane.cards[..<edge].count { !moving.contains($0) }
    let target = before + step
    guard (0...stay.count).contains(target) else {
      return refuse(step < 0 ? "It is at the top already." : "It is at the bottom already.")
    }
    move(cards, to: lane, at: target, among: stay)
  }

  /// Moves cards to stand before the `index`-th of those that stay in a column.
  mutating func move(
    _ cards: [CardID], to lane: BoardContents.Lane, at index: Int, among stay: [CardID]
  ) {
    guard cards.count <= BoardLimits.batch else {
      return refuse("No more than \(BoardLimits.batch) cards can be moved at once.")
    }
    let anchors = Anchors(
      after: index > 0 ? stay[index - 1] : nil, before: index < stay.count ? stay[index] : nil)
    edit(.cardMove(cards, to: lane.id, at: anchors))
  }

  /// Brings an archived card back to the board.
  mutating func restore(_ card: CardID) {
    guard edit(.cardRestore(card)) else { return }
    view.await(.card(card))
    answer("Restored “\(self.card(card)?.title.value ?? "")”.")
  }
}
