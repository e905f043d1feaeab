/// A motion of a caret.
enum CaretMotion: String, Sendable {
  case left, right
  case wordLeft = "word-left"
  case wordRight = "word-right"
  /// The start of the line as it is shown. `lineEnd` is its end.
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case textStart = "start"
  case textEnd = "end"
}

/// The places in a text where a caret may stand, as offsets in scalars. A character of several
/// scalars is passed in one step.
struct CaretStops {
  let scalars: [Unicode.Scalar]

  /// The bound of a character in scalars, so that finding its end is quick. Longer ones, which
  /// nobody types, are passed in several steps.
  private static let longestCharacter = 64

  func before(_ offset: Int) -> Int {
    let end = min(max(offset, 0), scalars.count)
    let start = max(0, end - CaretStops.longestCharacter)
    return end - (string(start..<end).last?.unicodeScalars.count ?? 0)
  }

  func after(_ offset: Int) -> Int {
    let start = min(max(offset, 0), scalars.count)
    let end = min(scalars.count, start + CaretStops.longestCharacter)
    return start + (string(start..<end).first?.unicodeScalars.count ?? 0)
  }

  /// The start of the word left of the caret, past any scalars between them that belong to no word.
  func wordBefore(_ offset: Int) -> Int {
    var place = min(max(offset, 0), scalars.count)
    while place > 0, !isWord(scalars[place - 1]) { place -= 1 }
    while place > 0, isWord(scalars[place - 1]) { place -= 1 }
    return place
  }

  /// The end of the word right of the caret, past any scalars between them that belong to no word.
  func wordAfter(_ offset: Int) -> Int {
    var place = min(max(offset, 0), scalars.count)
    while place < scalars.count, !isWord(scalars[place]) { place += 1 }
    while place < scalars.count, isWord(scalars[place]) { place += 1 }
    return place
  }

  /// The nearest place at or left of `offset` that is not inside a character.
  func settled(_ offset: Int) -> Int {
    let place = min(max(offset, 0), scalars.count)
    guard place > 0, place < scalars.count else { return place }
    let start = before(place)
    return start == place ? place : min(place, after(start) > place ? start : place)
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  /// Whether the scalar is part of a word, as letters, digits, underscores and combining marks are.
  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}
