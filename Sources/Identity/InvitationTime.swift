/// How long an invitation is good, as people write it: 90s, 15m, 2h or 7d.
public enum InvitationTime {
  public static let usual = "15m"
  public static let forms = "a number with s, m, h or d behind it, as in \(usual); at most 7d"
  /// The longest, in seconds (SPEC.md JOI-014).
  public static let longest: UInt32 = 7 * 86_400

  /// - Returns: seconds; nil for a text that is none of the forms.
  public static func seconds(_ text: String) -> UInt32? {
    let factor: UInt32? =
      switch text.last {
      case "s": 1
      case "m": 60
      case "h": 3_600
      case "d": 86_400
      default: nil
      }
    let digits = text.dropLast()
    guard let factor, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt32(digits), number > 0,
      case (let seconds, false) = number.multipliedReportingOverflow(by: factor), seconds <= longest
    else { return nil }
    return seconds
  }
}
