/// A text as an editor saved it, made into what a body may hold.
public struct EditorText {
  public let scalars: [Unicode.Scalar]
  /// The scalars that were left out, and their places; lines and columns count from 1.
  public private(set) var refused: [(scalar: Unicode.Scalar, line: Int, column: Int)] = []

  /// - Parameter opened: the text that the editor was given. Editors end a file with a line break;
  ///   if that is all they added there, it is not part of the text.
  public init(_ saved: String, opened: Text) {
    var scalars: [Unicode.Scalar] = []
    var line = 1
    var column = 1
    for scalar in TextRules.normalizedBody(saved).unicodeScalars {
      if TextRules.allowsInBody(scalar) {
        scalars.append(scalar)
      } else {
        refused.append((scalar, line, column))
      }
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    if scalars.last == "\n", opened.string.unicodeScalars.last != "\n" { scalars.removeLast() }
    self.scalars = scalars
  }
}
