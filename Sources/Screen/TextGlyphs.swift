/// One glyph of a text: where it stands, how many columns it takes, and which scalars it shows.
struct TextGlyph: Equatable {
  var glyph: Glyph
  /// From the start of the text, in columns.
  var column: Int
  /// 1 or 2; a tab takes as many as lead to its stop, and shows blanks.
  var columns: Int
  /// From the start of the text, in scalars.
  var offset: Int
  /// The scalars of the character it belongs to; of several glyphs of one character only the last
  /// carries them, the others have none.
  var scalars: Int
}

/// Tab stops stand every four columns from the start of a text.
public let tabColumns = 4

/// The glyphs of a text, left to right. It is the only way from a text to cells, so what must not reach
/// a terminal is replaced here and no caller can forget it.
struct TextGlyphs: Sequence, IteratorProtocol {
  private var characters: Substring.Iterator
  private var column = 0
  private var offset = 0
  /// What is left of the character at hand, last glyph first.
  private var rest: [Glyph] = []
  private var scalarsOfRest = 0

  init(_ text: some StringProtocol) {
    characters = Substring(text).makeIterator()
  }

  mutating func next() -> TextGlyph? {
    if let glyph = rest.popLast() {
      return place(glyph, scalars: rest.isEmpty ? scalarsOfRest : 0)
    }
    guard let character = characters.next() else { return nil }
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return nil }
    guard scalars.next() == nil else {
      rest = TextGlyphs.glyphs(of: Array(character.unicodeScalars)).reversed()
      scalarsOfRest = character.unicodeScalars.count
      return next()
    }
    if first == "\t" {
      return place(.blank, columns: tabColumns - column % tabColumns, scalars: 1)
    }
    return place(TextGlyphs.glyph(of: first), scalars: 1)
  }

  private mutating func place(_ glyph: Glyph, columns: Int? = nil, scalars: Int) -> TextGlyph {
    let columns = columns ?? glyph.measure.columns
    defer {
      column += columns
      offset += scalars
    }
    return TextGlyph(
      glyph: glyph, column: column, columns: columns, offset: offset, scalars: scalars)
  }

  /// A scalar alone: a mark without a letter stands on a dotted circle.
  private static func glyph(of scalar: Unicode.Scalar) -> Glyph {
    if let standIn = Neutralizing.standIn(for: scalar) { return .scalar(standIn) }
    guard [.zero, .spacingMark].contains(ScalarClass(scalar)) else { return .scalar(scalar) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark where !scalar.properties.isVariationSelector, .enclosingMark, .spacingMark:
      return .cluster("\u{25CC}" + String(Character(scalar)))
    default: return .scalar(.replacement)
    }
  }

  /// A character of several scalars: one glyph if it takes two columns at most, else several, and a
  /// stand-in at the end if something is hidden in it. Never empty.
  private static func glyphs(of scalars: [Unicode.Scalar]) -> [Glyph] {
    if scalars == ["\r", "\n"] { return [.scalar("\u{2424}")] }
    let isFlag = Neutralizing.isRegionFlag(scalars)
    let visible = scalars.filter { isFlag || Neutralizing.standIn(for: $0) == nil }
    let shown = visible.prefix(Neutralizing.maximumScalarsPerCell)
    var glyphs = Glyph.isEmojiSequence(shown) ? [joined(shown)] : split(shown)
    if shown.count < scalars.count { glyphs.append(.scalar(.replacement)) }
    return glyphs
  }

  /// Letters with their marks, joined while they fit two columns together.
  private static func split(_ scalars: ArraySlice<Unicode.Scalar>) -> [Glyph] {
    var glyphs: [Glyph] = []
    var start = scalars.startIndex
    var letter = start
    var columns = 0
    for (index, scalar) in zip(scalars.indices, scalars) {
      let scalarClass = ScalarClass(scalar)
      if scalarClass != .zero, scalarClass != .spacingMark { letter = index }
      columns += scalarClass.columns
      if columns > 2, letter > start {
        glyphs.append(joined(scalars[start..<letter]))
        start = letter
        columns = scalars[start...index].reduce(0) { $0 + ScalarClass($1).columns }
      }
    }
    if start < scalars.endIndex { glyphs.append(joined(scalars[start...])) }
    return glyphs
  }

  private static func joined(_ scalars: ArraySlice<Unicode.Scalar>) -> Glyph {
    guard let first = scalars.first, ScalarClass(first) != .zero, ScalarClass(first) != .spacingMark
    else {
      return .cluster("\u{25CC}" + String(String.UnicodeScalarView(scalars)))
    }
    if scalars.count == 1 { return glyph(of: first) }
    return .cluster(String(String.UnicodeScalarView(scalars)))
  }
}
