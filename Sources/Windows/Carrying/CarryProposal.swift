import BoardModel
import WindowSync

/// What would happen if the carried items were put down.
enum CarryProposal: Hashable, Sendable {
  case land(Landing)
  /// New cards are made here from items of another board, once their contents have been fetched.
  case fetch(CardPlace)
  /// Nothing happens: the items are already there.
  case stays
  /// Nothing happens; the text is a sentence that says why.
  case forbidden(String)
}

// This part proposes what can be done here with the carried items.
extension Scene {
  /// The proposal for putting the items down where the focus is.
  func proposal(of dragged: DraggedItems) -> CarryProposal {
    guard let board else { return .forbidden("The board is not loaded yet.") }
    guard !dragged.content.items.isEmpty else { return .forbidden(Scene.noCardCarried) }
    let isHere = dragged.board == board.id
    if let opened = view.opened {
      return isHere && dragged.cards == [opened]
        ? .stays : .forbidden("Put it down on the board: q goes back.")
    }
    switch view.shownSubject {
    case .card(let card):
      return isHere && dragged.cards == [card]
        ? .stays : .forbidden("A window for one card takes no others.")
    case .favourites:
      guard isHere else { return .forbidden("Favourites are cards of this board only.") }
      return proposal(of: dragged, among: view.live(dragged.cards)) { cards in
        if let refusal = editRefusal(nil) { return .forbidden(refusal) }
        return cards.allSatisfy { view.isFavourite($0) } ? .stays : .land(.favour(cards))
      }
    case .addColumn:
      guard isHere else {
        return .forbidden("Only cards of this board can be moved in: copy them to it first.")
      }
      return proposal(of: dragged, among: view.live(dragged.cards)) { cards in
        if let refusal = editRefusal() { return .forbidden(refusal) }
        return dragged.content.moves ? .land(.gather(cards)) : .forbidden(Scene.movesNot)
      }
    case .board:
      guard let lane = view.contents.lane(view.focus.lane) else {
        return .forbidden(Browsing.noColumn)
      }
      return proposal(of: dragged, in: lane, below: view.focus.card)
    }
  }

  /// - Parameter card: the card of the lane below which the items go; nil for the top of the lane.
  func proposal(
    of dragged: DraggedItems, in lane: BoardContents.Lane, below card: CardID?, copies: Bool = false
  ) -> CarryProposal {
    if let refusal = editRefusal() { return .forbidden(refusal) }
    let above = card.flatMap { lane.cards.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    guard dragged.board == board?.id else {
      guard dragged.content.copies, dragged.offers(.card) else {
        return .forbidden("It is of another board, and cannot be copied.")
      }
      return .fetch(CardPlace(lane.id, before: above, of: lane.cards))
    }
    return proposal(of: dragged, among: view.live(dragged.cards)) { cards in
      guard dragged.content.moves, !copies else {
        return dragged.content.copies
          ? .land(.duplicate(cards, CardPlace(lane.id, before: above, of: lane.cards)))
          : .forbidden("It can only be moved.")
      }
      let moving = Set(cards)
      let stay = lane.cards.filter { !moving.contains($0) }
      let place = lane.cards[..<above].count { !moving.contains($0) }
      let after = Array(stay[..<place]) + cards + Array(stay[place...])
      return after == lane.cards
        ? .stays : .land(.move(cards, CardPlace(lane.id, before: place, of: stay)))
    }
  }

  private func proposal(
    of dragged: DraggedItems, among cards: [CardID], _ proposal: ([CardID]) -> CarryProposal
  ) -> CarryProposal {
    guard !dragged.cards.isEmpty else { return .forbidden(Scene.noCardCarried) }
    guard !cards.isEmpty else {
      return .forbidden(Scene.nothingLeft)
    }
    return proposal(cards)
  }

  static let nothingLeft = "Nothing of it is on the board any longer."
  private static let noCardCarried = "There is no card in what is carried."
  private static let movesNot = "It can only be copied."
}

extension CardPlace {
  /// - Parameter index: a position among `cards`, which are the column's cards without those that
  ///   leave it.
  init(_ column: ColumnID, before index: Int, of cards: [CardID]) {
    self.column = column
    anchors = Anchors(
      after: index > 0 ? cards[index - 1] : nil, before: index < cards.count ? cards[index] : nil)
  }
}
