import Testing

@Suite("The maps of the code and of the tests")
struct CodeMapTests {
  @Test(
    "Every file, type and function that a map names is there",
    arguments: ["Sources/ARCHITECTURE.md", "Tests/README.md"])
  func names(map: String) throws {
    let repository = try Repository()
    let folders = map.hasPrefix("Tests") ? ["Sources", "Tests"] : ["Sources"]
    let swift = folders.flatMap { repository.swiftFiles(under: $0) }
    let code = CodeMap(
      files: repository.files, sources: try swift.map { try repository.text($0) })
    let text = try repository.text(map)
    #expect(text.count { $0 == "`" } > 40)
    #expect(code.unknown(in: text) == [])
  }

  @Test("A name that is not in the code is found, and one that is not the code's is not")
  func rule() {
    let code = CodeMap(
      files: ["Sources/A/Board.swift"],
      sources: [
        """
        struct Board { func apply(_ x: Int) { let inner = 1 }
          enum Life { case idle, stopped(Int) } }
        extension Board.Life { var isOver: Bool { true } }
        func other() {}
        """
      ])
    let text = """
      `Board.apply` `Board.Life.stopped` `Life.isOver` `Board.swift` `Sources/A` `idle → live` `boardd`
      `SUBMIT` `Board.undo` `Life.apply` `Bored` `Sources/B` `Card.swift` `Board.Life.gone` `Board.other`
      """
    #expect(
      code.unknown(in: text) == [
        "Board.undo", "Life.apply", "Bored", "Sources/B", "Card.swift", "Board.Life.gone",
        "Board.other",
      ])
  }
}
