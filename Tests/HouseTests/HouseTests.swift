import Testing

/// The rules of the house, on the repository as it is.
@Suite("The house")
struct HouseTests {
  private let repository: Repository

  init() throws { repository = try Repository() }

  @Test("Every target imports only what it may")
  func imports() throws {
    let files = repository.swiftFiles(under: "Sources")
    try #require(files.count > 30)
    var found: [Breach] = []
    for file in files {
      let target = String(file.split(separator: "/")[1])
      found += Imports.breaches(file: file, target: target, SwiftTokens(try repository.text(file)))
    }
    #expect(found == [])
  }

  @Test("The suite that tests other coordinators shares no code with ours")
  func conformanceAlone() throws {
    let row = try #require(Imports.allowed["Conformance"])
    #expect(row.isDisjoint(with: ["Wire", "BoardModel", "Coordination", "WindowSync"]))
    let rows = try #require(Imports.allowed["Coordination"])
    #expect(!rows.contains("WindowSync"))
    #expect(Imports.allowed["WindowSync"]?.contains("Coordination") == false)
  }

  @Test("No file under Sources is longer than a file may be")
  func length() throws {
    var found: [Breach] = []
    // A link counts where the file is that it leads to.
    for file in repository.files where file.hasPrefix("Sources/") && !repository.isLink(file) {
      found += Layout.tooLong(file: file, try repository.text(file))
    }
    #expect(found == [])
  }

  @Test("Nothing under Sources traps or looks away")
  func words() throws {
    var found: [Breach] = []
    for file in repository.swiftFiles(under: "Sources") {
      found += Words.breaches(file: file, SwiftTokens(try repository.text(file)))
    }
    #expect(found == [])
  }

  @Test("Nothing is marked as left undone")
  func unfinished() throws {
    let kinds = [".swift", ".md", ".json", ".h", ".modulemap", ".py", ".lua", ".sh"]
    var found: [Breach] = []
    for file in repository.files
    where ["Sources/", "Tests/", "Protocol/"].contains(where: file.hasPrefix)
      && kinds.contains(where: file.hasSuffix)
    {
      found += Words.unfinished(file: file, try repository.text(file))
    }
    #expect(found == [])
  }

  @Test("The top level holds what is on the list")
  func topLevel() {
    #expect(Layout.strangers(repository.files) == [])
  }

  @Test("Package.resolved is not tracked")
  func pinned() {
    #expect(Layout.pinned(repository.tracked ?? []) == [])
  }
}
