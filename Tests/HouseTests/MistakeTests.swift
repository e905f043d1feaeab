import Foundation
import Testing

/// The list of deliberate mistakes fits the code as it is; `.ci/mistakes` makes them and runs the tests.
@Suite("Deliberate mistakes")
struct MistakeTests {
  private struct Mistake: Decodable {
    let statement: String
    let mistake: String
    let file: String
    let old: String
    let new: String
    /// Suites, as TARGET.SUITE.
    let tests: [String]
  }

  private struct Statements: Decodable {
    let statements: [Statement]

    struct Statement: Decodable {
      let id: String
      /// Why no conformance case can show it.
      let unseen: String?
    }
  }

  private let repository: Repository
  private let mistakes: [Mistake]

  init() throws {
    repository = try Repository()
    mistakes = try JSONDecoder().decode(
      [Mistake].self, from: Data(repository.text("Tests/Mistakes/mistakes.json").utf8))
    try #require(mistakes.count > 30)
  }

  @Test("What a mistake changes stands in its file once, and is another thing afterwards")
  func changes() throws {
    for mistake in mistakes {
      #expect(mistake.file.hasPrefix("Sources/") && repository.files.contains(mistake.file))
      let text = try repository.text(mistake.file)
      #expect(text.ranges(of: mistake.old).count == 1, "\(mistake.statement): \(mistake.mistake)")
      #expect(mistake.old != mistake.new, "\(mistake.statement): \(mistake.mistake)")
    }
  }

  @Test("Every mistake is about a statement of SPEC.md, and no two say the same")
  func statements() throws {
    let specification = try repository.text("Protocol/SPEC.md")
    for mistake in mistakes {
      #expect(specification.contains("**[\(mistake.statement)]**"), "\(mistake.statement)")
    }
    #expect(Set(mistakes.map(\.mistake)).count == mistakes.count)
  }

  @Test("One or two suites must notice a mistake, and they are there")
  func suites() throws {
    for mistake in mistakes {
      #expect((1...2).contains(mistake.tests.count), "\(mistake.statement)")
      for name in mistake.tests {
        #expect(try isSuite(name), "\(name) of \(mistake.statement)")
      }
    }
  }

  private func isSuite(_ name: String) throws -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count == 2,
      let file = repository.files.first(where: {
        $0.hasPrefix("Tests/\(parts[0])/") && $0.hasSuffix("/\(parts[1]).swift")
      })
    else { return false }
    let text = try repository.text(file)
    return ["struct", "class"].contains { text.contains("\($0) \(parts[1]) ") }
  }

  @Test("Each statement that no case can show has a mistake")
  func unseen() throws {
    let all = try JSONDecoder().decode(
      Statements.self, from: Data(repository.text("Protocol/statements.json").utf8))
    let unseen = all.statements.filter { $0.unseen != nil }
    try #require(unseen.count > 20)
    let known = Set(mistakes.map(\.statement))
    for statement in unseen { #expect(known.contains(statement.id), "\(statement.id)") }
  }
}
