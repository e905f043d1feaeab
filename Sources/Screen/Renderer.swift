/// Turns the difference between two grids into the bytes that change a terminal from one to the
/// other.
///
/// The terminal must be as `TerminalModes.enter` and the differences before left it: automatic wrap
/// off, no style set, and the cursor where the earlier grid has it.
public struct Renderer: Equatable, Sendable {
  public var colors: ColorLevel
  /// Whether the terminal can hold a frame back until it is complete (DEC private mode 2026).
  public var synchronizes: Bool

  public init(colors: ColorLevel, synchronizes: Bool = false) {
    self.colors = colors
    self.synchronizes = synchronizes
  }

  /// The bytes that turn `previous` into `next` on the terminal; none if they are equal. If the
  /// screen's contents are unknown (`previous` is nil) or its size changed, it is cleared and
  /// painted as a whole.
  public func difference(from previous: Grid?, to next: Grid) -> [UInt8] {
    let known = previous.flatMap { $0.size == next.size ? $0 : nil }
    if let known, known == next { return [] }
    var painter = Painter(size: next.size, colors: colors, cursor: known?.visibleCursor?.position)
    if known == nil { painter.clear() }
    let base = known ?? Grid(size: next.size)
    let wasVisible = previous == nil || previous?.visibleCursor != nil
    let hasChangedCells = base.cells != next.cells
    let hides = wasVisible && (next.visibleCursor == nil || hasChangedCells && !synchronizes)
    if hides { painter.output.append(contentsOf: TerminalOutput.hideCursor) }
    if hasChangedCells {
      for row in 0..<next.size.rows { painter.paint(row: row, from: base, to: next) }
    }
    painter.set(.plain)
    if let cursor = next.visibleCursor {
      painter.rest(at: cursor.position)
      if known?.visibleCursor?.shape != cursor.shape {
        painter.output.append(contentsOf: TerminalOutput.cursorShape(cursor.shape))
      }
      if hides || !wasVisible || known == nil {
        painter.output.append(contentsOf: TerminalOutput.showCursor)
      }
    }
    guard synchronizes, hasChangedCells || known == nil else { return painter.output }
    return TerminalOutput.beginSynchronized + painter.output + TerminalOutput.endSynchronized
  }
}

extension Grid {
  /// The cursor; nil if it is hidden or outside the grid.
  var visibleCursor: Cursor? { cursor.flatMap { bounds.contains($0.position) ? $0 : nil } }
}
