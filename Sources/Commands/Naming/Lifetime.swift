import Wire

/// Reads how long an invitation is good: 90s, 15m, 2h or 7d.
enum Lifetime {
  static let usual = "15m"
  static let forms = "a number with s, m, h or d behind it, as in \(usual); at most 7d"

  /// - Returns: seconds.
  static func parse(_ text: String) throws(CommandFailure) -> UInt32 {
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
      case (let seconds, false) = number.multipliedReportingOverflow(by: factor),
      seconds <= Limits.invitationSeconds
    else {
      throw CommandFailure(.usage, "\(Naming.quoted(text)) is no time for --ttl: write \(forms)")
    }
    return seconds
  }
}
