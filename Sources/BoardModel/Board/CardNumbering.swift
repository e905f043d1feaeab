import HashTreeCollections

/// The numbers of a board's cards: each is given once, in the order in which the creations are
/// applied, and never again (SPEC.md APL-135).
struct CardNumbering: Sendable {
  /// The number of the card that is created next.
  private(set) var next: UInt32 = 1
  private var cards: TreeDictionary<UInt32, CardID> = [:]
  /// The first number that is a prediction; nil where all are certain. It is not replicated.
  private var firstPredicted: UInt32?

  /// How many numbers are left to give.
  var left: Int { Int(BoardLimits.cardNumber) + 1 - Int(next) }

  func isShown(_ number: UInt32) -> Bool { firstPredicted.map { number < $0 } ?? true }

  func card(_ number: UInt32) -> CardID? { isShown(number) ? cards[number] : nil }

  /// Gives the next number to a card.
  mutating func give(to card: CardID) -> UInt32 {
    let number = next
    cards[number] = card
    next += 1
    return number
  }

  /// Lets go of the card that has a number, which is given to no other.
  mutating func forgetCard(_ number: UInt32) { cards[number] = nil }

  /// Shows only numbers that are given on the board of which this one is a prediction.
  mutating func show(asOf confirmed: CardNumbering) { firstPredicted = confirmed.next }

  /// Begins with the next number that a snapshot says.
  /// - Throws: `numberOutOfRange`.
  mutating func begin(next: UInt32) throws(SnapshotFault) {
    guard next > 0, next <= BoardLimits.cardNumber + 1 else { throw .numberOutOfRange(next) }
    self.next = next
  }

  /// Takes a card of a snapshot, whose number was given before.
  /// - Throws: `numberOutOfRange`, or `repeated` where another card has the number.
  mutating func take(_ number: UInt32, of card: CardID) throws(SnapshotFault) {
    guard number > 0, number < next else { throw .numberOutOfRange(number) }
    guard cards.updateValue(card, forKey: number) == nil else { throw .repeated }
  }
}

// How numbers are read from a board.
extension Board {
  /// The number of a card; nil where the board does not have the card, or where its creation is
  /// only predicted: the coordinator may give that number to another.
  public func number(of card: CardID) -> UInt32? {
    guard let number = cards[card]?.number, numbering.isShown(number) else { return nil }
    return number
  }

  /// The cards that a person can mean by the name, archived ones included: at most one by its
  /// number, which is never a predicted one.
  public func cards(named name: CardName) -> [CardID] {
    switch name {
    case .number(let number): numbering.card(number).map { [$0] } ?? []
    case .beginning(let digits): Array(beginnings.cards(beginningWith: digits))
    }
  }

  /// Shows the numbers that are certain on `confirmed`, of which this board is a prediction.
  public mutating func showNumbers(asOf confirmed: Board) {
    numbering.show(asOf: confirmed.numbering)
  }
}
