/// Makes text that peers had a part in fit for one line of a log: no character of it moves a
/// terminal's cursor, begins a line, joins what stands before it or hides what stands around it, and
/// its length is bounded.
public enum LogText {
  /// The most Unicode scalars of a line. No sentence of this program's own is longer.
  static let longest = 400

  public static func line(_ text: String) -> String {
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longest else { return line + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse, .nonspacingMark, .spacingMark, .enclosingMark:
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
