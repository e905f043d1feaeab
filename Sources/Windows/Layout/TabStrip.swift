import Screen

/// The names of the columns in one line; the name of the shown column is always among them.
struct TabStrip {
  struct Tab {
    let lane: Int
    let text: String
    let columns: Range<Int>
  }

  let rect: Rect
  let tabs: [Tab]

  private let count: Int

  /// Whether columns on this side are hidden, or have a name that is cut by the end of the line.
  var hidesLeft: Bool { tabs.first.map { $0.lane > 0 } ?? false }
  var hidesRight: Bool {
    tabs.last.map { $0.lane < count - 1 || $0.columns.upperBound > rect.endColumn } ?? false
  }

  /// The columns to which a name is cut, so that its neighbours fit as well.
  private static let maximumColumns = 14

  init(_ model: WindowModel, _ rect: Rect) {
    self.rect = rect
    let lanes = model.view.contents.lanes
    count = lanes.count
    let shown = min(model.viewport.scroll.firstLane, max(0, lanes.count - 1))
    let names = TabStrip.names(model, shown: shown, columns: rect.columns)
    // The strip begins as far left as still leaves room for the shown column and the next.
    var first = shown
    var used = names.indices.contains(shown) ? textColumns(names[shown]) : 0
    if names.indices.contains(shown + 1) { used += textColumns(names[shown + 1]) }
    while first > 0, used + textColumns(names[first - 1]) <= rect.columns {
      first -= 1
      used += textColumns(names[first])
    }
    var tabs: [Tab] = []
    var column = rect.column
    for lane in first..<max(first, names.count) where column < rect.endColumn {
      let columns = textColumns(names[lane])
      tabs.append(Tab(lane: lane, text: names[lane], columns: column..<(column + columns)))
      column += columns
    }
    self.tabs = tabs
  }

  /// The names of the columns. While a filter is set, each name has the number of cards found
  /// there; if that is too long for the line, only those do that found some.
  private static func names(_ model: WindowModel, shown: Int, columns: Int) -> [String] {
    let lanes = model.view.contents.lanes
    let titles = lanes.map { truncated($0.title, toColumns: TabStrip.maximumColumns) }
    func names(tells: (BoardContents.Lane) -> Bool) -> [String] {
      lanes.indices.map { index in
        let found = "\(lanes[index].cards.count)"
        let count =
          index == shown ? lanes[index].count(isFiltered: model.view.filter != nil) : found
        return index == shown || tells(lanes[index])
          ? " \(titles[index]) \(count) " : " \(titles[index]) "
      }
    }
    guard model.view.filter != nil else { return names { _ in false } }
    let all = names { _ in true }
    let fits = all.reduce(0) { $0 + textColumns($1) } <= columns
    return fits ? all : names { !$0.cards.isEmpty }
  }

  func lane(at column: Int) -> Int? {
    tabs.first { $0.columns.contains(column) }?.lane
  }
}
