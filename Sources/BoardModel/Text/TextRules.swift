/// Which scalars text may hold: no C0, DEL or C1, so that a card never writes into a terminal;
/// a body may hold newline and tab besides (SPEC.md TXT-001, TXT-002).
public enum TextRules {
  public static func allowsInTitle(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: false
    default: true
    }
  }

  public static func allowsInBody(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || allowsInTitle(scalar)
  }

  /// The text with LF in place of CRLF and lone CR.
  public static func normalizedBody(_ text: String) -> String {
    guard text.unicodeScalars.contains("\r") else { return text }
    var result = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if !(scalar == "\n" && afterReturn) {
        result.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    return String(result)
  }

  /// Whether the text is empty or nothing but white space (SPEC.md TXT-003 lists the scalars).
  public static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
        true
      default: false
      }
    }
  }
}
