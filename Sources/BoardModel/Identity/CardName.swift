/// The name by which a person means a card: its number, also behind `#`, or the beginning of its
/// identifier (SPEC.md APL-137).
public enum CardName: Hashable, Sendable {
  case number(UInt32)
  /// At least `shortestBeginning` hexadecimal digits, in lower case.
  case beginning(String)

  /// The fewest digits of a beginning. No number has as many, so that one name never means two
  /// cards.
  public static let shortestBeginning = 8

  /// Fails for a text that is neither.
  public init?(_ text: some StringProtocol) {
    let isMarked = text.hasPrefix("#")
    let name = isMarked ? text.dropFirst() : text[...]
    if !isMarked, name.utf8.count >= CardName.shortestBeginning {
      guard name.utf8.count <= 32, name.utf8.allSatisfy(isHexadecimalDigit) else { return nil }
      self = .beginning(name.lowercased())
    } else {
      let isDecimal = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isDecimal, name.utf8.first != 0x30, let number = UInt32(name),
        number <= BoardLimits.cardNumber
      else { return nil }
      self = .number(number)
    }
  }
}
