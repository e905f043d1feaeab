/// How certain the terminal's cursor position is after a glyph was written.
enum Certainty: Equatable, Sendable {
  /// The cursor advanced by the glyph's columns in every terminal.
  case settled
  /// The cursor advanced by the glyph's columns in most terminals. The glyphs of a run may follow
  /// each other, but the move after the run must be absolute.
  case driftsInRuns
  /// Terminals disagree about the width, so the cursor is placed again right after the glyph.
  case unsettled
}

/// How many columns a glyph takes (0, 1 or 2), and how far terminals agree about that.
struct GlyphMeasure: Equatable, Sendable {
  var columns: Int
  var certainty: Certainty
  /// How many columns the glyph takes in a terminal that draws each of its scalars separately, or
  /// draws symbols wide.
  var extent: Int
}

extension Glyph {
  var measure: GlyphMeasure {
    switch self {
    case .continuation: GlyphMeasure(columns: 0, certainty: .settled, extent: 0)
    case .scalar(let scalar): Glyph.measure(scalar)
    case .cluster(let text): Glyph.measure(cluster: text.unicodeScalars)
    }
  }

  private static func measure(_ scalar: Unicode.Scalar) -> GlyphMeasure {
    if scalar.value < 0xA1 { return GlyphMeasure(columns: 1, certainty: .settled, extent: 1) }
    let scalarClass = ScalarClass(scalar)
    let columns = max(1, scalarClass.columns)
    let certainty: Certainty =
      switch scalarClass {
      case .wide: .settled
      case .ambiguousInRuns: .driftsInRuns
      case .narrow: scalar.isSettledNarrow ? .settled : .unsettled
      case .zero, .ambiguousSymbol, .unsettledWide, .spacingMark: .unsettled
      }
    let extent = scalarClass == .ambiguousSymbol ? 2 : columns
    return GlyphMeasure(columns: columns, certainty: certainty, extent: extent)
  }

  private static func measure(cluster: String.UnicodeScalarView) -> GlyphMeasure {
    guard let first = cluster.first else {
      return GlyphMeasure(columns: 0, certainty: .settled, extent: 0)
    }
    let settled = cluster.dropFirst().allSatisfy(\.isSettledMark)
    let isEmoji = isEmojiSequence(cluster)
    let sum = cluster.reduce(0) { $0 + ScalarClass($1).columns }
    let columns = isEmoji ? 2 : min(2, max(1, sum))
    let base = measure(first)
    return GlyphMeasure(
      columns: columns, certainty: settled ? base.certainty : .unsettled,
      extent: max(columns, sum, base.extent))
  }

  /// Whether the scalars of one character make one picture of two columns: joined or toned emoji, a
  /// pair of regional indicators, a region's flag, or a text symbol or keycap with U+FE0F.
  static func isEmojiSequence(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first else { return false }
    let rest = scalars.dropFirst()
    if first.isRegionalIndicator { return rest.contains(where: \.isRegionalIndicator) }
    if first.becomesWideAsEmoji, rest.contains(.emojiVariation) { return true }
    guard first.value > 0x7F, first.properties.isEmoji else { return false }
    return rest.contains { $0.joinsEmoji }
  }
}

extension Unicode.Scalar {
  /// Whether this is a joiner, a skin tone or a tag: behind an emoji it starts no new picture.
  fileprivate var joinsEmoji: Bool {
    self == .zeroWidthJoiner || properties.isEmojiModifier || (0xE0020...0xE007F).contains(value)
  }

  /// Whether this narrow scalar is one that terminals have long known and that never combines with
  /// the next scalar.
  fileprivate var isSettledNarrow: Bool {
    if value < 0x370 { return true }
    switch properties.generalCategory {
    case .unassigned, .format, .privateUse, .surrogate, .control: return false
    default: return true
    }
  }
}
