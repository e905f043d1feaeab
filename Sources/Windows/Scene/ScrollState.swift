import BoardModel

/// The numbers of columns scrolled away to the left, and of cards at the top of each column.
struct ScrollState: Hashable, Sendable {
  private(set) var firstLane = 0
  private var tops: [ColumnID: Int] = [:]

  func top(of column: ColumnID) -> Int { tops[column] ?? 0 }

  mutating func set(firstLane: Int) { self.firstLane = firstLane }

  mutating func set(_ top: Int, of column: ColumnID) {
    tops[column] = top > 0 ? top : nil
  }

  /// Drops or clamps positions that the contents do not have.
  mutating func clamp(to contents: BoardContents) {
    firstLane = min(max(0, firstLane), max(0, contents.lanes.count - 1))
    var kept: [ColumnID: Int] = [:]
    for lane in contents.lanes {
      guard let top = tops[lane.id] else { continue }
      let clamped = min(top, lane.cards.count - 1)
      if clamped > 0 { kept[lane.id] = clamped }
    }
    tops = kept
  }
}
