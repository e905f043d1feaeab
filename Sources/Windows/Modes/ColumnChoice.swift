import BoardModel
import Screen

/// To which column cards are moved.
struct ColumnChoice: Sendable {
  let cards: [CardID]
  /// As they stood when it was asked.
  let columns: [ColumnID]
  var cursor = ListCursor()

  init(_ desk: Desk) {
    cards = desk.selection
    columns = desk.destinations.map(\.id)
    let here = cards.first.flatMap { desk.card($0)?.column.value }
    let place = desk.focus.card == nil ? nil : here.flatMap { columns.firstIndex(of: $0) }
    cursor.select(place ?? desk.focus.lane, count: columns.count)
  }

  func title(_ desk: Desk) -> String {
    let one = cards.first.map { desk.name(of: $0) } ?? ""
    return "Move \(cards.count == 1 ? one : "\(cards.count) cards") to"
  }

  func row(_ index: Int, _ desk: Desk) -> ListPanel.Row {
    let column = columns[index]
    return ListPanel.Row(
      text: desk.board?.column(column)?.title.value ?? "", aside: isHere(column, desk) ? "here" : ""
    )
  }

  private func isHere(_ column: ColumnID, _ desk: Desk) -> Bool {
    cards.allSatisfy { desk.card($0)?.column.value == column }
  }

  mutating func handle(_ command: ListCommand, _ desk: inout Desk) -> Mode {
    switch command {
    case .choose:
      guard let lane = desk.destinations.first(where: { $0.id == columns[cursor.index] }) else {
        desk.refuse("Somebody deleted this column meanwhile.")
        return .browsing
      }
      guard !isHere(columns[cursor.index], desk) else {
        desk.refuse(cards.count == 1 ? "It is there already." : "They are there already.")
        return .destination(self)
      }
      desk.move(cards, to: lane)
      return .browsing
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: columns.count, page: max(1, desk.size.rows - 6))
      return .destination(self)
    }
  }
}
