import BoardModel
import Screen

/// The terminal of the window, what is scrolled in it, and how it was used last.
struct Viewport: Sendable {
  private(set) var size: TerminalSize
  private(set) var theme: Theme
  private(set) var scroll = ScrollState()
  /// The card beside the board.
  var detail = Detail()
  private(set) var capturesMouse = true
  /// Whether the terminal has the focus, as far as it reports that.
  private(set) var isActive = true
  private var lastClick: Click?
  private(set) var frame = Frame()

  private struct Click {
    let card: CardID
    let time: UInt64
  }

  /// The properties of a frame on which the next one depends.
  struct Frame: Hashable, Sendable {
    fileprivate(set) var footerRows = 1
    /// Whether the focus was visible above the footer.
    fileprivate(set) var showsFocus = false
    /// Whether the board had the keys, so that the last line can say what prevents edits.
    fileprivate(set) var isAtRest = true
  }

  /// The milliseconds within which a second click opens a card.
  private static let doubleClick: UInt64 = 400

  init(_ size: TerminalSize, _ theme: Theme) {
    self.size = size
    self.theme = theme
  }

  var sizeClass: SizeClass { SizeClass(size) }

  // MARK: The terminal

  mutating func resize(_ size: TerminalSize) { self.size = size }

  mutating func show(on background: Theme.Background) { theme.background = background }

  mutating func toggleMouse() { capturesMouse.toggle() }

  mutating func activate(_ isActive: Bool) { self.isActive = isActive }

  /// - Returns: whether the click is the second of a double click.
  mutating func click(_ card: CardID, now: UInt64) -> Bool {
    if let lastClick, lastClick.card == card, now - lastClick.time <= Viewport.doubleClick {
      self.lastClick = nil
      return true
    }
    lastClick = Click(card: card, time: now)
    return false
  }

  /// The press was the beginning of a drag.
  mutating func forgetClick() { lastClick = nil }

  /// - Parameter isAtRest: whether the board has the keys.
  mutating func begin(isAtRest: Bool) { frame.isAtRest = isAtRest }

  mutating func end(footerRows: Int, showsFocus: Bool) {
    (frame.footerRows, frame.showsFocus) = (footerRows, showsFocus)
  }

  // MARK: Scrolling

  mutating func scroll(toLane first: Int) { scroll.set(firstLane: first) }

  mutating func scroll(_ column: ColumnID, to top: Int) { scroll.set(top, of: column) }

  mutating func clampScroll(to contents: BoardContents) { scroll.clamp(to: contents) }

  mutating func resetScroll() { scroll = ScrollState() }
}
