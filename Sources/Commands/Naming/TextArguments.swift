import BoardModel
import Wire

/// Checks texts from the command line, and makes them into what a board may hold.
enum TextArguments {
  /// Checks a title, which is one line.
  static func title(_ text: String, of thing: String) throws(CommandFailure) -> String {
    if TextRules.isBlank(text) {
      throw CommandFailure(.usage, "the title of the \(thing) is empty: give it one")
    }
    if let scalar = text.unicodeScalars.first(where: { !TextRules.allowsInTitle($0) }) {
      throw CommandFailure(.usage, "a title cannot hold the control character \(name(scalar))")
    }
    return text
  }

  /// Checks a reason, which is one line and may be empty.
  static func reason(_ text: String) throws(CommandFailure) -> String {
    if let scalar = text.unicodeScalars.first(where: { !TextRules.allowsInTitle($0) }) {
      throw CommandFailure(.usage, "a reason cannot hold the control character \(name(scalar))")
    }
    guard text.unicodeScalars.count <= BoardLimits.titleScalars else {
      throw CommandFailure(
        .usage, "a reason has at most \(BoardLimits.titleScalars) characters")
    }
    return text
  }

  /// Splits titles at commas, and removes the blanks around each.
  static func titles(_ text: String, of thing: String) throws(CommandFailure) -> [String] {
    var titles: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      titles.append(try title(withoutBlanks(part), of: thing))
    }
    return titles
  }

  /// What a user wants to be called, without blanks around it.
  static func displayName(_ text: String) throws(CommandFailure) -> String {
    let name = withoutBlanks(text[...])
    if name.isEmpty {
      throw CommandFailure(.usage, "the name is empty: `board name --none` takes it away")
    }
    if let scalar = name.unicodeScalars.first(where: { !TextRules.allowsInTitle($0) }) {
      throw CommandFailure(.usage, "a name cannot hold the control character \(self.name(scalar))")
    }
    guard name.unicodeScalars.count <= Limits.displayNameScalars else {
      throw CommandFailure(
        .usage,
        "the name has \(name.unicodeScalars.count) characters, and may have "
          + "\(Limits.displayNameScalars)")
    }
    return name
  }

  private static func withoutBlanks(_ text: Substring) -> String {
    var scalars = text.unicodeScalars
    while scalars.first.map({ TextRules.isBlank(String($0)) }) ?? false { scalars.removeFirst() }
    while scalars.last.map({ TextRules.isBlank(String($0)) }) ?? false { scalars.removeLast() }
    return String(scalars)
  }

  /// Normalises and checks a body, which may have several lines.
  static func body(_ text: String) throws(CommandFailure) -> String {
    let text = TextRules.normalizedBody(text)
    if let scalar = text.unicodeScalars.first(where: { !TextRules.allowsInBody($0) }) {
      throw CommandFailure(.usage, "a body cannot hold the control character \(name(scalar))")
    }
    return text
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
