import BoardModel
import Screen

/// A line of text that a person edits: a title, a name, a search; also a comment, which may have
/// several lines.
struct LineField: Equatable, Sendable {
  private(set) var scalars: [Unicode.Scalar]
  /// The number of scalars before the caret.
  private(set) var caret: Int
  /// The most scalars that the field takes.
  let limit: Int
  private let takesLines: Bool

  enum Change: Equatable {
    case text
    case caret
    case none
    /// A part of the text did not fit, or is not allowed in a line; the rest was taken.
    case cut(Cut)
  }

  enum Cut: Equatable {
    case full
    /// Only the first of several lines was taken.
    case firstLineOnly
  }

  init(
    _ text: String = "", limit: Int = BoardLimits.titleScalars, takesLines: Bool = false
  ) {
    self.limit = limit
    self.takesLines = takesLines
    scalars = Array(text.unicodeScalars.prefix(limit))
    caret = scalars.count
  }

  var text: String { String(String.UnicodeScalarView(scalars)) }

  var isBlank: Bool { TextRules.isBlank(text) }

  mutating func handle(_ command: TextCommand) -> Change {
    let stops = CaretStops(scalars: scalars)
    switch command {
    case .move(let motion): return move(target(of: motion, stops))
    case .deleteBackward: return remove(stops.before(caret)..<caret)
    case .deleteForward: return remove(caret..<stops.after(caret))
    case .deleteWordBackward: return remove(stops.wordBefore(caret)..<caret)
    case .deleteWordForward: return remove(caret..<stops.wordAfter(caret))
    case .deleteToLineStart: return remove(0..<caret)
    case .deleteToLineEnd: return remove(caret..<scalars.count)
    }
  }

  /// Inserts the first line of a text that is not empty, without scalars that a title may not hold.
  mutating func insert(_ text: String) -> Change {
    if takesLines { return insertLines(text) }
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.first else { return .none }
    let allowed = line.unicodeScalars.filter { TextRules.allowsInTitle($0) || $0 == "\t" }
      .map { $0 == "\t" ? " " : $0 }
    let fitting = allowed.prefix(max(0, limit - scalars.count))
    scalars.insert(contentsOf: fitting, at: caret)
    caret += fitting.count
    if fitting.count < allowed.count { return .cut(.full) }
    return lines.count > 1 ? .cut(.firstLineOnly) : .text
  }

  private mutating func insertLines(_ text: String) -> Change {
    let allowed = TextRules.normalizedBody(text).unicodeScalars.filter(TextRules.allowsInBody)
    let fitting = allowed.prefix(max(0, limit - scalars.count))
    scalars.insert(contentsOf: fitting, at: caret)
    caret += fitting.count
    return fitting.count < allowed.count ? .cut(.full) : allowed.isEmpty ? .none : .text
  }

  /// Puts the caret at an offset, or before the character around it.
  mutating func place(at offset: Int) {
    caret = CaretStops(scalars: scalars).settled(offset)
  }

  private func target(of motion: CaretMotion, _ stops: CaretStops) -> Int {
    switch motion {
    case .left: stops.before(caret)
    case .right: stops.after(caret)
    case .wordLeft: stops.wordBefore(caret)
    case .wordRight: stops.wordAfter(caret)
    case .lineStart, .textStart: 0
    case .lineEnd, .textEnd: scalars.count
    case .up, .down, .pageUp, .pageDown: caret
    }
  }

  private mutating func move(_ target: Int) -> Change {
    guard target != caret else { return .none }
    caret = target
    return .caret
  }

  private mutating func remove(_ range: Range<Int>) -> Change {
    guard !range.isEmpty else { return .none }
    scalars.removeSubrange(range)
    caret = range.lowerBound
    return .text
  }
}
