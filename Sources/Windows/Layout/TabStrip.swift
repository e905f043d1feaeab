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

  /// - Parameter first: the leftmost column that is shown.
  init(_ view: BoardView, first: Int, _ rect: Rect) {
    self.rect = rect
    let lanes = view.contents.lanes
    count = lanes.count
    let shown = min(first, max(0, lanes.count - 1))
    let names = TabStrip.names(view, shown: shown, columns: rect.columns)
    // The strip begins as far left as still leaves room for the shown column and the next.
    var leftmost = shown
    var used = names.indices.contains(shown) ? textColumns(names[shown]) : 0
    if names.indices.contains(shown + 1) { used += textColumns(names[shown + 1]) }
    while leftmost > 0, used + textColumns(names[leftmost - 1]) <= rect.columns {
      leftmost -= 1
      used += textColumns(names[leftmost])
    }
    var tabs: [Tab] = []
    var column = rect.column
    for lane in leftmost..<max(leftmost, names.count) where column < rect.endColumn {
      let columns = textColumns(names[lane])
      tabs.append(Tab(lane: lane, text: names[lane], columns: column..<(column + columns)))
      column += columns
    }
    self.tabs = tabs
  }

  /// The names of the columns. While a filter is set, each name has the number of cards found
  /// there; if that is too long for the line, only those do that found some.
  private static func names(_ view: BoardView, shown: Int, columns: Int) -> [String] {
    let lanes = view.contents.lanes
    let titles = lanes.map { truncated($0.title, toColumns: TabStrip.maximumColumns) }
    func names(tells: (BoardContents.Lane) -> Bool) -> [String] {
      lanes.indices.map { index in
        let found = "\(lanes[index].cards.count)"
        let count =
          index == shown ? lanes[index].count(isFiltered: view.filter != nil) : found
        return index == shown || tells(lanes[index])
          ? " \(titles[index]) \(count) " : " \(titles[index]) "
      }
    }
    guard view.filter != nil else { return names { _ in false } }
    let all = names { _ in true }
    let fits = all.reduce(0) { $0 + textColumns($1) } <= columns
    return fits ? all : names { !$0.cards.isEmpty }
  }

  func lane(at column: Int) -> Int? {
    tabs.first { $0.columns.contains(column) }?.lane
  }
}
