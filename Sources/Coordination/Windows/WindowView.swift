import BoardModel
import LogRecords

/// What a window would show, taken from the board now, so that it is true also while nobody shows
/// it.
struct WindowView: Hashable, Sendable {
  let title: String
  /// The number of receipts there that the user has not read.
  let badge: UInt32
  let summary: String

  init(_ activity: Activity, on board: Board, for user: String) {
    let unread = board.receipts(of: user)
    switch activity.subject {
    case .card(let id):
      let card = board.card(id)
      title = card?.title.value ?? activity.title
      badge = UInt32(clamping: unread.count { $0.card == id })
      summary = card.map { WindowView.place(of: $0, on: board) } ?? "the card is gone"
    case .addColumn:
      title = "New column"
      badge = 0
      summary = board.title?.value ?? ""
    case .favourites:
      title = "Favourites"
      let cards = board.favouriteCards(of: user)
      badge = UInt32(clamping: unread.count { receipt in cards.contains { $0 == receipt.card } })
      summary = cards.count == 1 ? "1 card" : "\(cards.count) cards"
    case .board, nil:
      title = board.title?.value ?? activity.title
      badge = UInt32(clamping: unread.count)
      let columns = board.liveColumns.count
      summary = columns == 1 ? "1 column" : "\(columns) columns"
    }
  }

  private static func place(of card: Card, on board: Board) -> String {
    let column = board.column(card.column.value)?.title.value ?? ""
    return card.archived.value ? "archived, was in “\(column)”" : "in “\(column)”"
  }
}
