import Screen

/// The body of an open card: the draft that is typed into, how it is wrapped for the panel, and
/// which of its lines are shown.
struct BodyEditor: Sendable {
  var draft: BodyDraft
  /// The text as it is wrapped for the panel, kept between frames.
  private(set) var wrapped = WrappedBody(columns: 1)
  /// The first line of `wrapped` that is shown.
  private(set) var top = 0
  /// The number of lines that the panel has room for; at least one.
  private(set) var rows = 1
  /// The column to which up and down keep.
  private var goal: Int?

  init(_ draft: BodyDraft) { self.draft = draft }

  var isCaretInFirstLine: Bool { wrapped.position(ofOffset: draft.caret).row == 0 }

  // MARK: Typing

  mutating func insert(_ scalars: [Unicode.Scalar]) {
    goal = nil
    draft.replace(draft.caret..<draft.caret, with: scalars)
  }

  mutating func delete(_ command: TextCommand) {
    goal = nil
    let stops = CaretStops(scalars: draft.scalars)
    let caret = draft.caret
    let range =
      switch command {
      case .deleteBackward: stops.before(caret)..<caret
      case .deleteForward: caret..<stops.after(caret)
      case .deleteWordBackward: stops.wordBefore(caret)..<caret
      case .deleteWordForward: caret..<stops.wordAfter(caret)
      case .deleteToLineStart: lineStart..<caret
      case .deleteToLineEnd: caret..<lineEnd
      case .move: caret..<caret
      }
    draft.replace(range, with: [])
  }

  /// The start of the line as typed, not as wrapped; at the start already, the line break before
  /// it.
  private var lineStart: Int {
    let before = draft.scalars[..<draft.caret]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start == draft.caret ? max(0, start - 1) : start
  }

  private var lineEnd: Int {
    let end = draft.scalars[draft.caret...].firstIndex(of: "\n") ?? draft.scalars.count
    return end == draft.caret ? min(draft.scalars.count, end + 1) : end
  }

  // MARK: The caret

  mutating func move(_ motion: CaretMotion) {
    let stops = CaretStops(scalars: draft.scalars)
    let caret = draft.caret
    let place = wrapped.position(ofOffset: caret)
    let oldGoal = goal ?? place.column
    goal = nil
    switch motion {
    case .left: draft.place(at: stops.before(caret))
    case .right: draft.place(at: stops.after(caret))
    case .wordLeft: draft.place(at: stops.wordBefore(caret))
    case .wordRight: draft.place(at: stops.wordAfter(caret))
    case .lineStart: draft.place(at: wrapped.line(place.row)?.start ?? 0)
    case .lineEnd:
      draft.place(at: wrapped.offset(at: Position(column: Int.max / 2, row: place.row)))
    case .textStart: draft.place(at: 0)
    case .textEnd: draft.place(at: draft.scalars.count)
    case .up, .down, .pageUp, .pageDown:
      let steps: [CaretMotion: Int] = [.up: -1, .down: 1, .pageUp: -rows, .pageDown: rows]
      let row = place.row + (steps[motion] ?? 0)
      goal = oldGoal
      if row < 0 {
        draft.place(at: 0)
      } else if row >= wrapped.rows {
        draft.place(at: draft.scalars.count)
      } else {
        draft.place(at: wrapped.offset(at: Position(column: oldGoal, row: row)))
      }
    }
  }

  /// - Parameter position: a place in the part of the panel that shows the body.
  mutating func press(at position: Position) {
    goal = nil
    draft.place(at: wrapped.offset(at: Position(column: position.column, row: position.row + top)))
  }

  // MARK: What is shown

  /// - Parameter room: the number of lines that are shown now.
  mutating func wheel(_ direction: MouseEvent.WheelDirection, room: Int) {
    switch direction {
    case .up: top = max(0, top - 3)
    case .down: top = min(max(0, wrapped.rows - room), top + 3)
    case .left, .right: break
    }
  }

  /// Wraps the text for the panel, and scrolls to the caret if it moved.
  mutating func layOut(rows: Int, columns: Int, followsCaret: Bool) {
    self.rows = max(1, rows)
    wrapped.update(draft.scalars, columns: columns)
    guard followsCaret else {
      top = min(top, max(0, wrapped.rows - 1))
      return
    }
    let row = wrapped.position(ofOffset: draft.caret).row
    top = min(top, row)
    top = max(top, row - self.rows + 1)
  }

  mutating func scroll(to line: Int) { top = line }

  /// Scrolls by so many lines, as far as there are any.
  mutating func scroll(by lines: Int) {
    let last = max(0, wrapped.rows - rows)
    top = min(max(0, top + min(max(lines, -last), last)), last)
  }

  /// Shows the lines that another editor of the body shows, and takes them over as they are
  /// wrapped, so that only what has changed is wrapped again.
  mutating func show(asIn other: BodyEditor) { (wrapped, top) = (other.wrapped, other.top) }

  /// Puts the caret into the first line that is shown.
  mutating func placeInFirstLine() { draft.place(at: wrapped.line(top)?.start ?? 0) }
}
