public import BoardModel

extension Wording {
  /// The number of a card as people read it, such as `#42`; nil where the card shows none.
  public static func number(of card: CardID, on board: Board?) -> String? {
    board?.number(of: card).map { "#\($0)" }
  }
}
