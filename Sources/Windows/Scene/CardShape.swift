import BoardModel
import Screen

/// The shape of a card in a column: its number and title in at most three lines, its signs and its
/// chips.
struct CardShape: Equatable, Sendable {
  /// The number with which the first line begins; empty while the card has none.
  let number: String
  /// The lines of number and title; at least one.
  let lines: [String]
  let isFavourite: Bool
  let hasBody: Bool
  /// Whether others proposed a change to the card.
  let hasProposals: Bool
  /// The chips, in a row of their own below the title if there are any.
  let chips: CardChips

  static let maximumLines = 3
  /// The columns to the left of the title, which show whether the card is focused, marked or
  /// changed.
  static let gutter = 2

  /// - Parameters:
  ///   - hasChips: whether there is a row for chips.
  ///   - columns: the width of the whole card.
  init(_ card: Card, _ view: BoardView, _ clock: ModelClock, hasChips: Bool, columns: Int) {
    isFavourite = view.isFavourite(card.id)
    hasProposals = view.proposedCards.contains(card.id)
    chips =
      hasChips
      ? CardChips(card.id, view, clock, columns: columns - CardShape.gutter - 1) : CardChips()
    hasBody = card.body.visibleCount > 0
    number = view.board?.number(of: card.id).map { "#\($0)" } ?? ""
    let signs = CardShape.signColumns(isFavourite, hasBody, hasProposals)
    let width = max(1, columns - CardShape.gutter - signs)
    // More scalars than these cannot be seen: a line holds few scalars without a width.
    let title = String(
      String.UnicodeScalarView(card.title.value.unicodeScalars.prefix(width * 12)))
    // No line ends behind the number, however long the first word of the title is.
    let numbered = number.isEmpty ? title : number + "\u{A0}" + title
    let wrapped = WrappedText(numbered, columns: width).lines.map(\.text)
    if wrapped.count > CardShape.maximumLines {
      let last = wrapped[CardShape.maximumLines - 1]
      lines =
        wrapped.prefix(CardShape.maximumLines - 1)
        + [truncated(last + "\u{2026}\u{2026}", toColumns: min(width, textColumns(last) + 1))]
    } else {
      lines = wrapped
    }
  }

  /// One cell stays free before the next column.
  private static func signColumns(_ signs: Bool...) -> Int { max(1, 2 * signs.count { $0 }) }

  /// The columns of the signs at the end of the first line.
  var signColumns: Int { CardShape.signColumns(isFavourite, hasBody, hasProposals) }

  var rows: Int { lines.count + (chips.chips.isEmpty ? 0 : 1) }
}
