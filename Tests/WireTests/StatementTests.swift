import Foundation
import Testing

/// SPEC.md, statements.json and what they name belong together.
@Suite("Statements")
struct StatementTests {
  private struct Statements: Decodable {
    let statements: [Statement]
  }

  private struct Statement: Decodable {
    let id: String
    let text: String
    /// Conformance cases by their identifiers.
    let cases: [String]?
    /// Files under vectors/ that hold a vector which cites the statement.
    let vectors: [String]?
    /// Names of tests, as they stand in the source.
    let tests: [String]?
    let untested: String?
  }

  private static func load() throws -> [Statement] {
    let statements = try ProtocolFiles.json("statements.json", as: Statements.self).statements
    try #require(!statements.isEmpty)
    return statements
  }

  /// The statements of SPEC.md, in its order.
  private static func specified() throws -> [(id: String, text: String)] {
    let marks = try ProtocolFiles.text("SPEC.md").split(separator: "\n- **[")
    return marks.dropFirst().map { mark in
      let id = String(mark.prefix { $0 != "]" })
      let paragraph = mark.split(separator: "** ", maxSplits: 1).last ?? ""
      let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.prefix { !$0.isEmpty }.map { $0.trimmingCharacters(in: .whitespaces) }
      return (id, text.joined(separator: " "))
    }
  }

  @Test("SPEC.md and statements.json hold the same statements in the same words")
  func sameStatements() throws {
    let specified = try Self.specified()
    let listed = try Self.load()
    #expect(specified.map(\.id) == listed.map(\.id))
    for (left, right) in zip(specified, listed) {
      #expect(left.text == right.text, "\(left.id)")
    }
  }

  @Test("Statements are numbered from 1 on in each area, without gaps, one sentence each")
  func numbering() throws {
    var last: [Substring: Int] = [:]
    for (id, text) in try Self.specified() {
      let parts = id.split(separator: "-")
      let area = try #require(parts.first)
      #expect(parts.count == 2 && area.allSatisfy(\.isUppercase), "\(id)")
      let number = "\(last[area, default: 0] + 1)".leftPadded(to: 3)
      #expect(parts.last.map(String.init) == number, "\(id)")
      last[area, default: 0] += 1
      #expect(text.hasSuffix("."), "\(id)")
      #expect(!text.contains(". "), "\(id) is more than one sentence")
    }
  }

  @Test("Every statement is shown somewhere, or says why not")
  func shown() throws {
    for statement in try Self.load() {
      let places =
        (statement.cases ?? []) + (statement.vectors ?? []) + (statement.tests ?? [])
      if let reason = statement.untested {
        #expect(places.isEmpty, "\(statement.id)")
        #expect(reason.count > 10, "\(statement.id)")
      } else {
        #expect(!places.isEmpty, "\(statement.id)")
      }
    }
  }

  private struct Citation: Decodable {
    let statements: [String]
  }

  @Test("Every vector file that a statement names has a vector that cites it, and the other way")
  func vectorFiles() throws {
    let folder = ProtocolFiles.folder.appending(path: "vectors")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }
    var cited: [String: Set<String>] = [:]
    for file in files {
      for citation in try vectors(file, of: Citation.self) {
        for statement in citation.statements { cited[statement, default: []].insert(file) }
      }
    }
    let listed = try Self.load()
    for statement in listed {
      #expect(
        Set(statement.vectors ?? []) == cited[statement.id, default: []], "\(statement.id)")
    }
    #expect(Set(cited.keys).isSubset(of: listed.map(\.id)))
  }

  @Test("Every test that a statement names exists")
  func tests() throws {
    let source = try Self.sources(under: "Tests")
    for statement in try Self.load() {
      for test in statement.tests ?? [] {
        #expect(source.contains("\"\(test)\""), "\(statement.id) names \(test)")
      }
    }
  }

  @Test("Every conformance case that a statement names exists and cites it")
  func cases() throws {
    var cited: [Substring: Set<Substring>] = [:]
    let sources = try Self.sources(under: "Sources/Conformance/Cases")
    for text in sources.split(separator: "ConformanceCase(").dropFirst() {
      let head = text.prefix { $0 != "{" }
      let parts = head.split(separator: "\"", omittingEmptySubsequences: false)
      guard let id = parts.dropFirst().first else { continue }
      cited[id] = Set(head.matches(of: /"([A-Z]+-[0-9]{3})"/).map(\.output.1))
    }
    for statement in try Self.load() {
      for name in statement.cases ?? [] {
        let cites = cited[name[...], default: []]
        #expect(cites.contains(statement.id[...]), "\(statement.id) names \(name)")
      }
    }
    let known = Set(try Self.load().map(\.id))
    #expect(cited.values.allSatisfy { $0.allSatisfy { known.contains(String($0)) } })
  }

  private static func sources(under path: String) throws -> String {
    let folder = ProtocolFiles.folder.deletingLastPathComponent().appending(path: path)
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    var text = ""
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { text += try String(contentsOf: file, encoding: .utf8) }
    }
    return text
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
