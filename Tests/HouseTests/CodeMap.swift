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
    for source in sources { read(SwiftTokens(source).tokens.map(\.text)) }
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
