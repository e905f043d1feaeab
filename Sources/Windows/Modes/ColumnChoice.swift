import BoardModel
import Screen

/// The choice of the column to which cards are moved.
struct ColumnChoice: Sendable {
  let cards: [CardID]
  /// The columns at the time of the question; some may be deleted since.
  let columns: [ColumnID]
  var cursor = ListCursor()

  init(_ model: WindowModel) {
    cards = model.view.selection
    columns = model.view.destinations.map(\.id)
    let here = cards.first.flatMap { model.card($0)?.column.value }
    let place = model.view.focus.card == nil ? nil : here.flatMap { columns.firstIndex(of: $0) }
    cursor.select(place ?? model.view.focus.lane, count: columns.count)
  }

  func title(_ model: WindowModel) -> String {
    let one = cards.first.map { model.name(of: $0) } ?? ""
    return "Move \(cards.count == 1 ? one : "\(cards.count) cards") to"
  }

  func row(_ index: Int, _ model: WindowModel) -> ListPanel.Row {
    let column = columns[index]
    return ListPanel.Row(
      text: model.board?.column(column)?.title.value ?? "",
      aside: isHere(column, model) ? "here" : ""
    )
  }

  private func isHere(_ column: ColumnID, _ model: WindowModel) -> Bool {
    cards.allSatisfy { model.card($0)?.column.value == column }
  }

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose:
      guard let lane = model.view.destinations.first(where: { $0.id == columns[cursor.index] })
      else {
        model.refuse("Somebody deleted this column meanwhile.")
        return .browsing
      }
      guard !isHere(columns[cursor.index], model) else {
        model.refuse(cards.count == 1 ? "It is there already." : "They are there already.")
        return .destination(self)
      }
      model.move(cards, to: lane)
      return .browsing
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: columns.count, page: max(1, model.viewport.size.rows - 6))
      return .destination(self)
    }
  }
}
