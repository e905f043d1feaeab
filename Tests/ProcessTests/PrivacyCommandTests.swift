import Testing

@Suite("Private boards as processes", .serialized)
struct PrivacyCommandTests {
  /// Commands that name a board, or look for one, whatever else they name.
  private static func commands(naming board: String) -> [[String]] {
    let words = [
      ["ls"], ["show", "ffffffff"], ["mv", "1", "Done"], ["edit", "1", "--title", "X"],
      ["archive", "1"], ["unarchive", "1"], ["fav", "1"], ["check", "add", "1", "X"],
      ["comment", "1", "X"], ["explain", "1", "title"], ["accept", "1"], ["dismiss", "1"],
      ["receipts", "seen"], ["receipts", "restore", "1"], ["limits"], ["redo"],
      ["column", "rename", "To do", "X"], ["label", "new", "X"], ["open", "1"],
      ["add", "X", "--column", "To do"], ["add-column", "X"],
      ["log"], ["export"], ["watch"], ["members"], ["member", "ben", "owner"], ["labels"],
      ["proposals"], ["receipts"], ["undo"], ["compact"], ["invite", "ann"], ["upgrade"],
      ["purge", "--yes"],
    ]
    return words.map { $0 + ["--board", board] }
      + [["boards", "rename", board, "X"], ["boards", "archive", board]]
  }

  @Test(
    "A board is found by no command of another user, until it is shared, and not after that",
    .timeLimit(.minutes(3)))
  func privateBoard() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let made = try await ann.json("new", "Secret", shape: "NEW")
      let id = try #require(made["board"]["id"].string)
      func hidden(_ commands: (String) -> [[String]]) async throws {
        let listed = try await ben.board("boards", "--json")
        #expect(listed.status == 0 && !listed.output.contains("Secret"), "\(listed)")
        // The answer is that for a board which there is not.
        let nowhere = String(repeating: "0", count: id.count)
        for (name, nothing) in [("Secret", "Nowhere"), (id, nowhere)] {
          for command in commands(name) {
            let secret = try await ben.board(command)
            #expect(secret.status == 1, "\(command): \(secret)")
            let other = try await ben.board(command.map { $0 == name ? nothing : $0 })
            #expect(
              secret.errors.replacing(name, with: "") == other.errors.replacing(nothing, with: ""),
              "\(command)")
          }
        }
      }
      try await hidden(Self.commands)
      _ = try await ann.json("member", "ben", "viewer", shape: "MEMBERS-EDIT")
      #expect(try await ben.board("boards").output.contains("Secret"))
      #expect(try await ben.json("ls", shape: "LIST")["board"]["title"].string == "Secret")
      try await ben.failure("add-column", "X", code: "rejected", exit: 1)
      _ = try await ann.json("member", "ben", "none", shape: "MEMBERS-EDIT")
      try await hidden { name in ["ls", "log", "members"].map { [$0, "--board", name] } }
      // Who leaves by themselves is told so, and finds it no more.
      _ = try await ann.json("member", "ben", "owner", shape: "MEMBERS-EDIT")
      let left = try await ben.board("member", "@me", "none")
      #expect(left.status == 0, "\(left)")
      try await ben.failure("ls", code: "not-found", exit: 1)
    }
  }
}
