/// What one cell shows. A single scalar is stored inline, and a string only if there are several.
enum Glyph: Equatable, Sendable {
  case scalar(Unicode.Scalar)
  case cluster(String)
  /// The right half of the wide glyph in the cell to the left.
  case continuation

  static let blank = Glyph.scalar(" ")
}
