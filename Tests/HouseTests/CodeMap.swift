/// The names of the code that a text for people gives in backticks, held against the code.
struct CodeMap {
  private let files: Set<String>
  /// The names of types, and of what each declares.
  private var members: [String: Set<String>] = [:]
  private var names: Set<String> = []

  /// - Parameters:
  ///   - files: all paths of the repository.
  ///   - sources: the text of each Swift file in which a name may be declared.
  init(files: [String], sources: [String]) {
    self.files = Set(files)
    for source in sources { read(CodeMap.words(of: source)) }
  }

  /// The words and marks of a file, without its comments and strings. `SwiftTokens` knows more of the
  /// language, and takes a hundred times as long.
  private static func words(of source: String) -> [String] {
    let bytes = Array(source.utf8)
    var words: [String] = []
    var start: Int?
    var index = 0
    func isWord(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
    while index < bytes.count {
      let byte = bytes[index]
      if isWord(byte) {
        start = start ?? index
      } else {
        if let begin = start { words.append(String(decoding: bytes[begin..<index], as: UTF8.self)) }
        start = nil
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if byte == 0x2F, next == 0x2F {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        } else if byte == 0x22 {
          // The marks inside a string are its own; in a long one every line is skipped alone.
          index += 1
          while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x0A {
            index += bytes[index] == 0x5C ? 2 : 1
          }
        } else if byte > 0x20 {
          words.append(String(decoding: [byte], as: UTF8.self))
        }
      }
      index += 1
    }
    return words
  }

  /// Gathers what is declared, with the types around it.
  private mutating func read(_ tokens: [String]) {
    var around: [(type: String?, depth: Int)] = []
    var depth = 0
    var opening: String?
    for (index, token) in tokens.enumerated() {
      let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : ""
      switch token {
      case "{":
        around.append((opening, depth))
        opening = nil
        depth += 1
      case "}":
        depth -= 1
        if around.last?.depth == depth { around.removeLast() }
      case "struct", "enum", "class", "protocol", "extension", "actor":
        guard next.first?.isUppercase == true else { continue }
        // `extension A.B` is about B.
        var (name, place) = (next, index + 2)
        while place + 1 < tokens.count, tokens[place] == "." {
          (name, place) = (tokens[place + 1], place + 2)
        }
        opening = name
        note(name, in: around)
      case "func", "var", "let", "case", "typealias", "associatedtype":
        note(next, in: around)
        if token == "case" { noteCases(tokens[(index + 1)...], in: around) }
      default: continue
      }
    }
  }

  /// Notes the further cases of `case a, b(C), d`.
  private mutating func noteCases(
    _ tokens: ArraySlice<String>, in around: [(type: String?, depth: Int)]
  ) {
    var depth = 0
    for (index, token) in zip(tokens.indices, tokens) {
      switch token {
      case "(": depth += 1
      case ")": depth -= 1
      case ",": if depth == 0, index + 1 < tokens.endIndex { note(tokens[index + 1], in: around) }
      case "{", "}", ":", "case", "func", "var", "let", "static", "init", "mutating": return
      default: continue
      }
    }
  }

  private mutating func note(_ name: String, in around: [(type: String?, depth: Int)]) {
    names.insert(name)
    for type in around.compactMap(\.type) { members[type, default: []].insert(name) }
  }

  /// The names that a text gives and the code does not have.
  func unknown(in text: String) -> [String] {
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return quoted.filter { !knows($0) }
  }

  private func knows(_ quoted: String) -> Bool {
    let isPath = ["Sources/", "Tests/", "Protocol/"].contains { quoted.hasPrefix($0) }
    if isPath {
      return files.contains(quoted) || files.contains { $0.hasPrefix(quoted + "/") }
    }
    if quoted.hasSuffix(".swift") { return files.contains { $0.hasSuffix("/" + quoted) } }
    let parts = quoted.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber }
    }
    // Words of the shell, of the wire and of states are none of the code's names.
    guard isName, parts[0].first?.isUppercase == true, parts[0] != parts[0].uppercased() else {
      return true
    }
    guard parts.count > 1 else { return names.contains(quoted) }
    return zip(parts, parts.dropFirst()).allSatisfy { members[$0]?.contains($1) == true }
  }
}
