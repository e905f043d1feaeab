import BoardModel
import Screen

/// The list of archived cards, the latest first.
struct ArchiveList: OverlayList {
  private(set) var cards: [CardID] = []
  var cursor = ListCursor()

  init(_ view: BoardView) { refresh(view) }

  private mutating func refresh(_ view: BoardView) {
    cards =
      view.board.map { board in
        board.archivedCards.filter { view.filter?.accepts($0, on: board) ?? true }
          .sorted { left, right in
            (right.archived.stamp.sequence, left.id) < (left.archived.stamp.sequence, right.id)
          }
          .map(\.id)
      } ?? []
    cursor.clamp(to: cards.count)
  }

  var hints: [(String, String)] { [("Enter", "restore"), ("Esc", "close")] }

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    ListContent(
      title: "Archive", count: cards.count, notes: cards.isEmpty ? ["No archived cards."] : [],
      shape: .choice(cursor)
    ) { index in
      guard let card = scene.view.card(cards[index]) else { return ListPanel.Row(text: "") }
      let column = scene.board?.column(card.column.value)?.title.value ?? ""
      let number = scene.board?.number(of: card.id).map { "#\($0) " } ?? ""
      return ListPanel.Row(text: number + card.title.value, aside: column)
    }
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    if cards.indices.contains(cursor.index) { model.restore(cards[cursor.index]) }
    return .stays
  }

  mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice? {
    refresh(view)
    return nil
  }
}
