import Glibc
import Wording

/// Asks a person at a terminal to type a title again, before something is done that nothing takes
/// back.
struct TitleQuestion: Equatable {
  let thing: String
  let owner: String
  let title: String

  /// Whether there is a terminal to ask on.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  var text: String {
    "Nothing brings back what is purged: \(thing). Type the title of \(owner) to go on "
      + "(\(Wording.quote(title, longest: .max))): "
  }

  /// - Throws: `refused` where something else is typed.
  func ask() throws(CommandFailure) {
    try StandardOutput.write(PlainText.line(text), to: STDERR_FILENO)
    try check(readLine() ?? "")
  }

  func check(_ typed: String) throws(CommandFailure) {
    guard typed.trimmed == title.trimmed else {
      throw CommandFailure(.refused, "that is not the title: nothing was purged")
    }
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
