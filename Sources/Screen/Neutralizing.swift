/// What is shown in place of a scalar that must not reach a terminal as it is.
///
/// Controls could move the cursor or start a sequence, line separators and bidirectional controls
/// could reorder the text around them, and invisible scalars could hide text. Each is shown as a
/// visible stand-in.
enum Neutralizing {
  /// The most scalars in one cell. The longest emoji sequences have ten, and a pile of combining
  /// marks must not make the output grow without bound.
  static let maximumScalarsPerCell = 16

  /// The visible stand-in for `scalar`; nil if the scalar may be shown as it is.
  static func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: nil
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: .replacement
    case 0xA0: " "
    case 0xAD: "-"
    default: isInvisible(scalar) ? .replacement : nil
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x34F, 0x61C, 0x180E: true  // grapheme joiner, Arabic letter mark, vowel separator
    case 0x200B, 0x200E, 0x200F: true  // zero width space, left-to-right and right-to-left marks
    case 0x2028...0x202E: true  // line and paragraph separators, embeddings and overrides
    case 0x2060...0x206F: true  // word joiner, invisible operators, isolates, old formats
    case 0xFEFF, 0xFFF0...0xFFFB: true  // byte order mark, interlinear annotation
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true  // shorthand and musical formats
    case 0xE0100...0xE01EF: false  // variants of ideographs
    case 0xE0000...0xE0FFF: true  // tags and what is unassigned around them
    case 0xFDD0...0xFDEF: true  // noncharacters, as the last two of each plane
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether the scalars are a region's flag: a black flag, three to six tag letters or digits, and
  /// the cancel tag.
  static func isRegionFlag(_ cluster: [Unicode.Scalar]) -> Bool {
    guard (5...8).contains(cluster.count), cluster.first?.value == 0x1F3F4,
      cluster.last?.value == 0xE007F
    else { return false }
    return cluster.dropFirst().dropLast().allSatisfy {
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
  }
}

/// Whether a scalar shows as itself wherever it stands: it is neither hidden nor a control, joins
/// nothing before it, and reorders nothing around it.
public func standsForItself(_ scalar: Unicode.Scalar) -> Bool {
  guard Neutralizing.standIn(for: scalar) == nil else { return false }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .surrogate, .unassigned,
    .privateUse, .lineSeparator, .paragraphSeparator:
    return false
  default:
    return !scalar.properties.isDefaultIgnorableCodePoint
  }
}
