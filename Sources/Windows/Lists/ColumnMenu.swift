import BoardModel
import Screen

/// The menu of a column.
struct ColumnMenu: OverlayList {
  enum Choice: CaseIterable, Hashable, Sendable {
    case rename, moveLeft, moveRight, limit, newColumn, delete

    var text: String {
      switch self {
      case .rename: "Rename"
      case .moveLeft: "Move left"
      case .moveRight: "Move right"
      case .limit: "Limit …"
      case .newColumn: "New column in a window"
      case .delete: "Delete …"
      }
    }
  }

  let column: ColumnID
  var cursor = ListCursor()

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    ListContent(
      title: scene.board?.column(column)?.title.value ?? "", count: Choice.allCases.count,
      shape: .choice(cursor)
    ) { ListPanel.Row(text: Choice.allCases[$0].text) }
  }

  func page(screenRows: Int) -> Int { Choice.allCases.count }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    guard model.mayEdit() else { return .stays }
    guard let lane = model.view.contents.index(of: column) else {
      model.refuse("Somebody deleted this column meanwhile.")
      return .closes
    }
    let content = model.view.contents.lanes[lane]
    switch Choice.allCases[cursor.index] {
    case .rename: return .opens(.prompt(Prompt(.renameColumn(column), text: content.title)))
    case .moveLeft: move(from: lane, by: -1, &model)
    case .moveRight: move(from: lane, by: 1, &model)
    case .limit:
      let text = content.wipLimit.map { "\($0)" } ?? ""
      return .opens(.prompt(Prompt(.columnWIPLimit(column), text: text)))
    case .newColumn:
      model.openWindow(.addColumn(after: column), .window)
      return .closes
    case .delete: return .opens(.list(ColumnDeletion(column: column, model.view)))
    }
    return .stays
  }

  private func move(from lane: Int, by step: Int, _ model: inout WindowModel) {
    let others = model.view.contents.lanes.map(\.id).filter { $0 != column }
    let target = lane + step
    guard (0...others.count).contains(target) else {
      return model.refuse(step < 0 ? "It is the first column." : "It is the last column.")
    }
    let anchors = Anchors(
      after: target > 0 ? others[target - 1] : nil,
      before: target < others.count ? others[target] : nil)
    model.edit(.columnMove(column, at: anchors))
  }
}
