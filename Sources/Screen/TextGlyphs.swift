/// One glyph of a text: its place, its width in columns, and the scalars it shows.
struct TextGlyph: Equatable {
  var glyph: Glyph
  /// The column at which the glyph starts, counted from the start of the text.
  var column: Int
  /// The glyph's columns: 1 or 2. A tab takes as many as lead to its stop, and shows blanks.
  var columns: Int
  /// The number of scalars before this glyph's character.
  var offset: Int
  /// How many scalars the glyph's character has. If a character has several glyphs, only the last
  /// one carries the number and the others have 0.
  var scalars: Int
}

/// The columns between two tab stops, counted from the start of a text.
public let tabColumns = 4

/// The glyphs of a text, left to right. This is the only way from a text to cells, so scalars that
/// must not reach a terminal are replaced here, and no caller can forget it.
struct TextGlyphs: Sequence, IteratorProtocol {
  private var characters: Substring.Iterator
  private var column = 0
  private var offset = 0
  /// The glyphs of the current character that are still to come, the last one first.
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

  /// The glyph of a single scalar. A mark without a letter is put on a dotted circle.
  private static func glyph(of scalar: Unicode.Scalar) -> Glyph {
    if let standIn = Neutralizing.standIn(for: scalar) { return .scalar(standIn) }
    guard [.zero, .spacingMark].contains(ScalarClass(scalar)) else { return .scalar(scalar) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark where !scalar.properties.isVariationSelector, .enclosingMark, .spacingMark:
      return .cluster("\u{25CC}" + String(Character(scalar)))
    default: return .scalar(.replacement)
    }
  }

  /// The glyphs of a character of several scalars, never empty: one if it takes at most two
  /// columns, else several. If something in it is hidden, a stand-in comes at the end.
  private static func glyphs(of scalars: [Unicode.Scalar]) -> [Glyph] {
    if scalars == ["\r", "\n"] { return [.scalar("\u{2424}")] }
    let isFlag = Neutralizing.isRegionFlag(scalars)
    let visible = scalars.filter { isFlag || Neutralizing.standIn(for: $0) == nil }
    let shown = visible.prefix(Neutralizing.maximumScalarsPerCell)
    var glyphs = Glyph.isEmojiSequence(shown) ? [joined(shown)] : split(shown)
    if shown.count < scalars.count { glyphs.append(.scalar(.replacement)) }
    return glyphs
  }

  /// Letters with their marks, joined as long as they fit two columns together.
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
