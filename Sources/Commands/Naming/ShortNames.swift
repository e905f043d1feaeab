import BoardModel

/// The shortest beginnings of identifiers that are unique, like the short names of commits.
struct ShortNames: Sendable {
  /// The fewest digits of a name: a shorter one would soon be that of something else too.
  static let shortest = 4
  /// The words for a short name, as they read before "of its identifier".
  static let beginning = "the beginning (\(shortest) digits or more)"
  /// The words for the name of a card, as they read behind "its".
  static let ofCard =
    "number, or the beginning (\(CardName.shortestBeginning) digits or more) of its identifier"

  /// The identifiers in ascending order. They may be of any kind, since only their digits count.
  private let sorted: [CardID]
  private let shortest: Int

  /// The names of all cards of a board, archived ones included, so that a name stays valid when its
  /// card is archived.
  init(_ board: Board) {
    self.init(board.cardIDs, shortest: CardName.shortestBeginning)
  }

  init(_ identifiers: [CardID], shortest: Int = ShortNames.shortest) {
    sorted = identifiers.sorted()
    self.shortest = shortest
  }

  init<Kind>(of identifiers: [Identifier<Kind>]) {
    self.init(identifiers.map { $0.rebound(to: CardKind.self, tweak: 0) })
  }

  func name<Kind>(of identifier: Identifier<Kind>) -> String {
    let id = identifier.rebound(to: CardKind.self, tweak: 0)
    let index = index(of: id)
    var digits = shortest
    if index > 0 { digits = max(digits, Self.shared(sorted[index - 1], id) + 1) }
    let next = index < sorted.count && sorted[index] == id ? index + 1 : index
    if next < sorted.count { digits = max(digits, Self.shared(sorted[next], id) + 1) }
    return String(id.description.prefix(digits))
  }

  /// The index at which `id` is, or would be inserted.
  private func index(of id: CardID) -> Int {
    var range = 0..<sorted.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if sorted[middle] < id {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// How many hexadecimal digits two identifiers share at their beginning.
  private static func shared(_ left: CardID, _ right: CardID) -> Int {
    let high = (left.high ^ right.high).leadingZeroBitCount / 4
    return high < 16 ? high : 16 + (left.low ^ right.low).leadingZeroBitCount / 4
  }
}
