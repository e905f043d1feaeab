import Screen

/// The names of all columns in one line, the shown one always among them.
struct TabStrip {
  struct Tab {
    let lane: Int
    let text: String
    let columns: Range<Int>
  }

  let rect: Rect
  let tabs: [Tab]

  private let count: Int

  /// Whether names of columns at this side are not to be seen whole.
  var hidesLeft: Bool { tabs.first.map { $0.lane > 0 } ?? false }
  var hidesRight: Bool {
    tabs.last.map { $0.lane < count - 1 || $0.columns.upperBound > rect.endColumn } ?? false
  }

  /// A name is cut so that its neighbours are to be seen as well.
  private static let maximumColumns = 14

  init(_ model: WindowModel, _ rect: Rect) {
    self.rect = rect
    let lanes = model.contents.lanes
    count = lanes.count
    let shown = min(model.scroll.firstLane, max(0, lanes.count - 1))
    let names = TabStrip.names(model, shown: shown, columns: rect.columns)
    // As many on the left as still leave the shown one, and the next, in sight.
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

  /// While a search is on, each says how many cards it found there; where that is too much for the
  /// line, only those that found some.
  private static func names(_ model: WindowModel, shown: Int, columns: Int) -> [String] {
    let lanes = model.contents.lanes
    let titles = lanes.map { truncated($0.title, toColumns: TabStrip.maximumColumns) }
    func names(tells: (BoardContents.Lane) -> Bool) -> [String] {
      lanes.indices.map { index in
        let found = "\(lanes[index].cards.count)"
        let count = index == shown ? lanes[index].count(isFiltered: model.filter != nil) : found
        return index == shown || tells(lanes[index])
          ? " \(titles[index]) \(count) " : " \(titles[index]) "
      }
    }
    guard model.filter != nil else { return names { _ in false } }
    let all = names { _ in true }
    let fits = all.reduce(0) { $0 + textColumns($1) } <= columns
    return fits ? all : names { !$0.cards.isEmpty }
  }

  func lane(at column: Int) -> Int? {
    tabs.first { $0.columns.contains(column) }?.lane
  }
}
