import Foundation
import Statements
import Testing

/// SPEC.md, statements.json and what they name belong together.
@Suite("Statements")
struct StatementTests {
  private struct Statements: Decodable {
    let statements: [Statement]
  }

  private struct Rows: Decodable {
    let statements: [[String: AnyValue]]
  }

  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) {}
  }

  private struct Statement: Decodable {
    let id: String
    /// Files under vectors/ that hold a vector which cites the statement.
    let vectors: [String]?
    /// Why no test of this repository shows it.
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

  @Test("SPEC.md and statements.json list the same statements, and only SPEC.md gives their words")
  func sameStatements() throws {
    #expect(try Self.specified().map(\.id) == Self.load().map(\.id))
    let keys: Set = ["id", "cases", "vectors", "untested", "unseen", "tests"]
    let rows = try ProtocolFiles.json("statements.json", as: Rows.self).statements
    #expect(rows.allSatisfy { keys.isSuperset(of: $0.keys) })
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

  @Test(
    "Every statement is held by a test of this run, or says why by none",
    .enabled(if: Holds.isWholeRun, "A filtered run leaves out tests that hold statements."))
  func held() throws {
    let listed = try Self.load()
    let untested = Set(listed.filter { $0.untested != nil }.map(\.id))
    #expect(Set(listed.map(\.id)).subtracting(Holds.held).sorted() == untested.sorted())
    #expect(listed.compactMap(\.untested).allSatisfy { $0.count > 10 })
  }

  @Test("No test holds a statement that SPEC.md does not make")
  func known() throws {
    let made = Set(try Self.specified().map(\.id))
    #expect(Holds.held.subtracting(made).sorted() == [])
  }

  @Test("Every vector file that a statement names has a vector that cites it, and the other way")
  func vectorFiles() throws {
    let folder = ProtocolFiles.folder.appending(path: "vectors")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }
    var cited: [String: Set<String>] = [:]
    for file in files {
      for statement in try VectorCitations.statements(in: file) {
        cited[statement, default: []].insert(file)
      }
    }
    let listed = try Self.load()
    for statement in listed {
      #expect(
        Set(statement.vectors ?? []) == cited[statement.id, default: []], "\(statement.id)")
    }
    #expect(Set(cited.keys).isSubset(of: listed.map(\.id)))
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
