import Foundation
import Testing

/// SECURITY.md names statements, limits, cases and tests, and statements.json names tests: there is what
/// they name.
@Suite("Threats")
struct SecurityTests {
  private struct Schema: Decodable {
    let limits: [Limit]

    struct Limit: Decodable {
      let name: String
      let value: UInt64
    }
  }

  private struct Case: Decodable {
    let id: String
  }

  private struct Statements: Decodable {
    let statements: [Statement]

    struct Statement: Decodable {
      let id: String
      let cases: [String]?
      let unseen: String?
      let tests: [String]?
    }
  }

  private static func page() throws -> String { try ProtocolFiles.text("SECURITY.md") }

  private static func matches(_ pattern: String, in text: String) throws -> [[String]] {
    try text.matches(of: Regex(pattern)).map { match in
      match.output.compactMap { $0.substring.map(String.init) }
    }
  }

  /// The text of a suite's file, by its target and its name.
  private static func suite(_ name: String) throws -> String? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    let target = ProtocolFiles.folder.deletingLastPathComponent().appending(
      path: "Tests/\(parts[0])")
    let files = FileManager.default.enumerator(atPath: target.path)?.allObjects as? [String] ?? []
    guard let file = files.first(where: { $0.split(separator: "/").last == "\(parts[1]).swift" })
    else { return nil }
    let text = try String(contentsOf: target.appending(path: file), encoding: .utf8)
    let isSuite = ["struct", "class"].contains { text.contains("\($0) \(parts[1]) ") }
    return isSuite ? text : nil
  }

  @Test("Every statement that the page names is one of SPEC.md")
  func statements() throws {
    let specification = try ProtocolFiles.text("SPEC.md")
    let named = try Self.matches(#"\b([A-Z]{3}-[0-9]+)\b"#, in: Self.page()).map { $0[1] }
    try #require(named.count > 50)
    for id in named where id != "SHA-256" {
      #expect(specification.contains("**[\(id)]**"), "\(id)")
    }
  }

  @Test("Every limit that the page names is in the schema, with the number that stands behind it")
  func limits() throws {
    let limits = try ProtocolFiles.json("schema/protocol.json", as: Schema.self).limits
    let values = Dictionary(uniqueKeysWithValues: limits.map { ($0.name, $0.value) })
    let named = try Self.matches(#"`([a-z]+(?:-[a-z]+)*)` ([0-9]+)"#, in: Self.page())
    try #require(named.count > 20)
    for match in named { #expect(values[match[1]] == UInt64(match[2]), "\(match[0])") }
  }

  @Test("Every case and suite that the page names is there, and nothing else is named like one")
  func cases() throws {
    let cases = Set(
      try ProtocolFiles.json("conformance/cases.json", as: [Case].self).map(\.id))
    let limits = try ProtocolFiles.json("schema/protocol.json", as: Schema.self).limits.map(\.name)
    let marked = try Self.matches("`([^`]+)`", in: Self.page()).map { $0[1] }
    try #require(marked.count > 80)
    /// What else stands between the marks: programs, options and names of the protocol.
    let words: Set = ["board-conformance", "board-join/1", "--json", "apply"]
    for name in marked where !words.contains(name) && !name.hasPrefix("boardd ") {
      if name.contains("/") {
        #expect(cases.contains(name), "\(name)")
      } else if name.contains(".") {
        #expect(try Self.suite(name) != nil, "\(name)")
      } else {
        #expect(limits.contains(name), "\(name)")
      }
    }
  }

  @Test("Every threat says what stops it, and is shown by a case or a suite")
  func rows() throws {
    let rows = try Self.page().split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| What they try")
    }
    try #require(rows.count > 40)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count > 2)
      #expect(cells[1].count > 20, "\(row)")
      let shown = try Self.matches("`([^`]+[./][^`]+)`", in: cells.last ?? "")
      #expect(!shown.isEmpty, "\(row)")
    }
  }

  @Test("Every suite that statements.json names holds its statement, which no case can see")
  func unseen() throws {
    let all = try ProtocolFiles.json("statements.json", as: Statements.self).statements
    let named = all.filter { $0.unseen != nil || $0.tests != nil }
    try #require(named.count > 10)
    for statement in named {
      #expect(statement.unseen?.count ?? 0 > 10, "\(statement.id)")
      #expect(statement.cases == nil, "\(statement.id)")
      #expect(statement.tests?.isEmpty == false, "\(statement.id)")
      for name in statement.tests ?? [] {
        let text = try Self.suite(name)
        #expect(text?.contains("\"\(statement.id)\"") == true, "\(statement.id) in \(name)")
      }
    }
  }

  @Test("What joins, leaves, renews or takes a share has a case, or says why none can see it")
  func shown() throws {
    let all = try ProtocolFiles.json("statements.json", as: Statements.self).statements
    let areas = ["JOI", "REN", "DEV", "LIM"]
    for statement in all where areas.contains(String(statement.id.prefix(3))) {
      let isShown = statement.cases != nil || statement.unseen != nil
      #expect(isShown || Self.exceptions.contains(statement.id), "\(statement.id)")
    }
  }

  /// The secret stands in no message but JOIN; the other says why no test takes it.
  private static let exceptions: Set = ["JOI-013", "LIM-004"]
}
