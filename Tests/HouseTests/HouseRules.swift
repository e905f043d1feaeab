/// A rule broken, and where.
struct Breach: Hashable, CustomStringConvertible {
  let file: String
  let line: Int
  let what: String

  var description: String { "\(file):\(line): \(what)" }
}

/// What every target may import: the table of the design. What is not here may not be imported.
enum Imports {
  private static let collections: Set = ["HashTreeCollections", "DequeModule"]
  private static let nio: Set = ["NIOCore", "NIOPosix", "NIOFoundationCompat"]
  private static let system: Set = [
    "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch",
  ]

  static let allowed: [String: Set<String>] = [
    "BoardModel": collections,
    "Wire": collections.union(["BoardModel"]),
    "LogRecords": collections.union(["BoardModel", "Wire"]),
    "Coordination": collections.union(["BoardModel", "Wire", "LogRecords"]),
    "Ownership": collections,
    "WindowSync": collections.union(["BoardModel", "Wire"]),
    "Screen": collections,
    "Wording": collections.union(["BoardModel", "Wire"]),
    "Windows": collections.union(["BoardModel", "WindowSync", "Screen", "Wording"]),
    "COpenSSL": [],
    "COpenSSLSetup": [],
    "CAllocator": [],
    "CJemalloc": [],
    "TLS": shell(["COpenSSL"]),
    "Identity": shell(["COpenSSL", "TLS"]),
    "Transport": shell(["TLS"]),
    "Files": system,
    "Launcher": shell(["Transport", "TLS", "Identity", "Wire", "Wording", "Files"]),
    // GRDB's own module of SQLite: its online backup in steps, which GRDB does not offer. TLS: the
    // system's SHA-256, a fifth of the time of ours, for each row that is written.
    "OperationLog": shell([
      "BoardModel", "Wire", "LogRecords", "Files", "TLS", "GRDB", "GRDBSQLite",
    ]),
    "WindowStore": shell(["WindowSync", "Wire", "BoardModel", "Files"]),
    "CoordinatorHost": shell([
      "CAllocator", "Files", "Launcher",
      "Coordination", "OperationLog", "LogRecords", "Transport", "Identity", "TLS", "Wire",
      "BoardModel", "Logging", "Metrics", "ServiceLifecycle",
    ]),
    "WindowHost": shell([
      "Files", "Launcher",
      "Windows", "WindowStore", "WindowSync", "Screen", "Wording", "Transport", "Identity", "TLS",
      "Wire",
      "BoardModel", "Logging",
    ]),
    "Commands": shell([
      "Files", "Launcher", "Screen", "Wording",
      "WindowSync", "WindowStore", "Transport", "Identity", "TLS", "Wire", "BoardModel",
      "ArgumentParser", "Logging",
    ]),
    "Conformance": shell(["TLS", "Transport", "Logging"]),
    "board": shell([
      "Launcher", "WindowHost", "Commands", "CoordinatorHost", "ArgumentParser", "Logging",
    ]),
    // It hands the host the parts it has made: identity, store, endpoint.
    "boardd": shell([
      "CoordinatorHost", "Identity", "Launcher", "OperationLog", "Transport", "Screen",
      "ArgumentParser", "Logging",
    ]),
    "board-conformance": shell(["Conformance", "ArgumentParser", "Logging"]),
  ]

  private static func shell(_ names: Set<String>) -> Set<String> {
    names.union(collections).union(nio).union(system)
  }

  /// - Returns: the imports of a file of `target` that the table does not allow.
  static func breaches(file: String, target: String, _ source: SwiftTokens) -> [Breach] {
    guard let allowed = allowed[target] else {
      return [Breach(file: file, line: 1, what: "\(target) has no row in the table of imports")]
    }
    return imports(source).filter { !allowed.contains($0.text) }
      .map { Breach(file: file, line: $0.line, what: "\(target) may not import \($0.text)") }
  }

  /// The module names of a file's imports, `import struct A.B` included.
  static func imports(_ source: SwiftTokens) -> [SwiftTokens.Token] {
    let kinds: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
    let tokens = source.tokens
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", index + 1 < tokens.count,
        index == 0 || tokens[index - 1].text != "."
      else { return nil }
      let next = tokens[index + 1]
      if kinds.contains(next.text), index + 2 < tokens.count { return tokens[index + 2] }
      return next
    }
  }
}

enum Words {
  /// What may not stand in a program that never traps.
  static func breaches(file: String, _ source: SwiftTokens) -> [Breach] {
    let tokens = source.tokens
    var found: [Breach] = []
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let previous = index > 0 ? tokens[index - 1] : nil
      func report(_ what: String) {
        found.append(Breach(file: file, line: token.line, what: what))
      }
      switch token.text {
      case "fatalError": report("fatalError")
      case "try" where next?.text == "!" && next?.touchesPrevious == true: report("try!")
      case "as" where next?.text == "!" && next?.touchesPrevious == true: report("as!")
      case "unchecked" where previous?.text == "@": report("@unchecked Sendable")
      case "!": if isForced(token, previous, next) { report("force unwrap") }
      default: break
      }
    }
    return found
  }

  /// A `!` right behind a value that is not the beginning of `!=`.
  private static func isForced(
    _ token: SwiftTokens.Token, _ previous: SwiftTokens.Token?, _ next: SwiftTokens.Token?
  ) -> Bool {
    guard token.touchesPrevious, let previous else { return false }
    guard !["try", "as"].contains(previous.text) else { return false }
    let value =
      previous.text.first.map { $0.isLetter || $0.isNumber || $0 == "_" } == true
      || [")", "]", "\"\"", "`", "?", "}", ">"].contains(previous.text)
    // `a!=b` compares; `a! = b` does not.
    return value && !(next?.text == "=" && next?.touchesPrevious == true)
  }

  /// Marks of work left undone, in code and prose. In Swift they count in comments and names.
  static func unfinished(file: String, _ text: String) -> [Breach] {
    var found: [Breach] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      for word in words where marks.contains(String(word)) {
        found.append(Breach(file: file, line: index + 1, what: String(word)))
      }
    }
    return found
  }

  // In pieces, since this file is looked through too.
  static let marks: Set = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
}

enum Layout {
  static let longest = 400

  static func tooLong(file: String, _ text: String) -> [Breach] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let count = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
    guard count > longest else { return [] }
    return [Breach(file: file, line: count, what: "\(count) lines, at most \(longest)")]
  }

  private static let topLevel: Set = [
    "Package.swift", "Sources", "Tests", "Protocol", "README.md", ".ci", ".gitignore",
    ".swift-format", ".github", ".gitattributes", ".editorconfig",
  ]

  /// - Parameter entries: paths of files, from the top of the repository.
  static func strangers(_ entries: [String]) -> [Breach] {
    let names = Set(entries.map { String($0.prefix { $0 != "/" }) })
    return names.subtracting(topLevel).sorted()
      .map { Breach(file: $0, line: 1, what: "is not on the list of top-level entries") }
  }

  /// Pinned versions are a matter of the machine that builds, not of the package.
  static func pinned(_ tracked: [String]) -> [Breach] {
    tracked.filter { $0.hasSuffix("Package.resolved") }
      .map { Breach(file: $0, line: 1, what: "is tracked") }
  }
}
