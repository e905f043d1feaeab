import BoardModel
import Screen
import Wording

/// The choice of the column to which cards are moved.
struct ColumnChoice: OverlayList {
  let cards: [CardID]
  /// The columns at the time of the question; some may be deleted since.
  let columns: [ColumnID]
  var cursor = ListCursor()

  init(_ view: BoardView) {
    cards = view.selection
    columns = view.destinations.map(\.id)
    let here = cards.first.flatMap { view.card($0)?.column.value }
    let place = view.focus.card == nil ? nil : here.flatMap { columns.firstIndex(of: $0) }
    cursor.select(place ?? view.focus.lane, count: columns.count)
  }

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let one = cards.first.map { scene.view.words.card($0) } ?? ""
    return ListContent(
      title: "Move \(cards.count == 1 ? one : "\(cards.count) cards") to", count: columns.count,
      shape: .choice(cursor)
    ) { index in
      let column = columns[index]
      return ListPanel.Row(
        text: scene.board?.column(column)?.title.value ?? "",
        aside: isHere(column, scene.view) ? "here" : "")
    }
  }

  private func isHere(_ column: ColumnID, _ view: BoardView) -> Bool {
    cards.allSatisfy { view.card($0)?.column.value == column }
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    let column = columns[cursor.index]
    guard let lane = model.view.destinations.first(where: { $0.id == column }) else {
      model.refuse("Somebody deleted this column meanwhile.")
      return .closes
    }
    guard !isHere(column, model.view) else {
      model.refuse(cards.count == 1 ? "It is there already." : "They are there already.")
      return .stays
    }
    model.move(cards, to: lane)
    return .closes
  }
}
