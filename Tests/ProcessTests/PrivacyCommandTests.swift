import Testing

@Suite("Private boards as processes", .serialized)
struct PrivacyCommandTests {
  /// Commands that name a board, or look for one, in ways that need no card or column.
  private static func commands(naming board: String) -> [[String]] {
    let words = [
      ["ls"], ["show", "ffffffff"], ["add", "X", "--column", "To do"], ["add-column", "X"],
      ["log"], ["export"], ["watch"], ["members"], ["member", "ben", "owner"], ["labels"],
      ["proposals"], ["receipts"], ["undo"], ["compact"], ["invite", "ann"], ["upgrade"],
      ["purge", "--yes"],
    ]
    return words.map { $0 + ["--board", board] }
  }

  @Test(
    "A board is found by no command of another user, until it is shared, and not after that",
    .timeLimit(.minutes(3)))
  func privateBoard() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try await ben.introduce("ben", "desk", by: ann.home)
      let made = try await ann.json("new", "Secret", shape: "NEW")
      let id = try #require(made["board"]["id"].string)
      func hidden() async throws {
        let listed = try await ben.board("boards", "--json")
        #expect(listed.status == 0 && !listed.output.contains("Secret"), "\(listed)")
        // The answer is that for a board which there is not.
        let nowhere = String(repeating: "0", count: id.count)
        for (name, nothing) in [("Secret", "Nowhere"), (id, nowhere)] {
          for command in Self.commands(naming: name) {
            let secret = try await ben.board(command)
            #expect(secret.status == 1, "\(command): \(secret)")
            let other = try await ben.board(command.map { $0 == name ? nothing : $0 })
            #expect(
              secret.errors.replacing(name, with: "") == other.errors.replacing(nothing, with: ""),
              "\(command)")
          }
        }
      }
      try await hidden()
      _ = try await ann.json("member", "ben", "viewer", shape: "MEMBERS-EDIT")
      #expect(try await ben.board("boards").output.contains("Secret"))
      #expect(try await ben.json("ls", shape: "LIST")["board"]["title"].string == "Secret")
      try await ben.failure("add-column", "X", code: "rejected", exit: 1)
      _ = try await ann.json("member", "ben", "none", shape: "MEMBERS-EDIT")
      try await hidden()
      // Who leaves by themselves is told so, and finds it no more.
      _ = try await ann.json("member", "ben", "owner", shape: "MEMBERS-EDIT")
      let left = try await ben.board("member", "@me", "none")
      #expect(left.status == 0, "\(left)")
      try await ben.failure("ls", code: "not-found", exit: 1)
    }
  }
}
