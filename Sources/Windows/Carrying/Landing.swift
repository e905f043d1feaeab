import BoardModel

/// A place for cards in a column: below one card, else above one, else at the end.
struct CardPlace: Hashable, Sendable {
  let column: ColumnID
  let anchors: Anchors<CardKind>
}

/// What is done with the items where they are put down.
enum Landing: Hashable, Sendable {
  case move([CardID], CardPlace)
  /// Copies of cards of this board are made.
  case duplicate([CardID], CardPlace)
  /// New cards are made from items of another board.
  case make([CardCopy], CardPlace)
  case favour([CardID])
  /// The cards go into the column that is to be made.
  case gather([CardID])

  var proposal: DropProposal {
    switch self {
    case .move, .gather: .move
    case .duplicate, .make, .favour: .copy
    }
  }
}
