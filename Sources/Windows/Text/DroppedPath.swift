import BoardModel
import Wording

/// The file that a terminal means when something is dropped on it: it pastes the path, as it is,
/// quoted for a shell, or as a URL.
enum DroppedPath {
  /// The most bytes of a path: the system takes none that is longer (PATH_MAX on Linux).
  private static let maximumBytes = 4_096

  /// The paths that the text may mean, the likeliest first; none where the text is no path.
  static func candidates(in text: String) -> [String] {
    let line = text.trimmed
    guard line.utf8.count <= 3 * maximumBytes,
      line.unicodeScalars.allSatisfy(TextRules.allowsInTitle)
    else { return [] }
    if let path = path(ofURL: line) { return [path] }
    var paths = [line]
    let quoted = QuotedWords(line)
    if !quoted.isOpen, quoted.words.count == 1 { paths += quoted.words.filter { $0 != line } }
    return paths.filter { $0.hasPrefix("/") && $0.utf8.count <= maximumBytes }
  }

  /// The path of a file URL, if the file is on this machine.
  private static func path(ofURL text: String) -> String? {
    let scheme = "file://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let host = rest[..<slash].lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    return decoded(rest[slash...])
  }

  /// The text without its percent escapes; nil if an escape is malformed, or the bytes are no valid
  /// text.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      rest.removeFirst(2)
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
    }
    guard let path = String(validating: bytes, as: UTF8.self),
      path.unicodeScalars.allSatisfy(TextRules.allowsInTitle)
    else { return nil }
    return path
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
