import BoardModel
import Wording

// This part copies cards.
extension WindowModel {
  /// Copies the selected cards below the focus, in its column.
  mutating func copySelection() {
    let cards = view.selection
    guard !cards.isEmpty, let lane = view.contents.lane(view.focus.lane) else {
      return refuse("There is no card here.")
    }
    copy(cards, to: lane, at: min(view.focus.index + 1, lane.cards.count))
  }

  /// Copies cards to stand before the `index`-th card of a column, in their order, as one edit.
  mutating func copy(_ cards: [CardID], to lane: BoardContents.Lane, at index: Int) {
    copy(cards, to: CardPlace(lane.id, before: index, of: lane.cards))
  }

  /// - Returns: false if it cannot be done; the reason has then been shown.
  @discardableResult
  mutating func copy(_ cards: [CardID], to place: CardPlace) -> Bool {
    guard let board else { return mayEdit() }
    let copies = cards.compactMap { CardCopy(of: $0, on: board) }
    guard !copies.isEmpty else {
      refuse("There is no card here.")
      return false
    }
    return make(copies, at: place)
  }

  /// Makes cards from copies, one below the other, as one edit. Comments and favourite marks are
  /// not copied.
  /// - Returns: false if it cannot be done; the reason has then been shown.
  mutating func make(_ copies: [CardCopy], at place: CardPlace) -> Bool {
    if let refusal = refusal(ofMaking: copies, at: place) {
      refuse(refusal)
      return false
    }
    let (creation, first) = view.creation(of: copies, at: place, &identifiers)
    guard edit(creation) else { return false }
    view.await(first.map { .card($0) })
    let name = copies.count == 1 ? words.quoted(copies[0].title) : "\(copies.count) cards"
    answer("Copied \(name) to \(words.column(place.column)). \(view.undoHint(creation))")
    return true
  }

  /// The sentence that says why these cards cannot be made; nil if they can.
  func refusal(ofMaking copies: [CardCopy], at place: CardPlace) -> String? {
    view.refusal(ofMaking: copies, at: place, standing, identifiers)
  }
}
