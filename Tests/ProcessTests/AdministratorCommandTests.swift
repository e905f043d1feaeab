import Foundation
import Identity
import Testing

/// What an administrator does to boards and windows, while a coordinator runs and while none does.
@Suite("Administrator's commands")
struct AdministratorCommandTests {
  private func boardd(_ words: [String], _ data: String) async throws -> Parsed {
    let result = try await Program.boardd.run(
      words + ["--data", data, "--json"], environment: ["PATH": "/usr/bin:/bin"])
    try #require(result.status == 0, "\(words): \(result)")
    return try Parsed(result.output)
  }

  private func plain(_ words: [String], _ data: String) async throws -> Program.Result {
    try await Program.boardd.run(
      words + ["--data", data], environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test(
    "An owner is restored, boards are listed, archived and purged, running or not",
    .timeLimit(.minutes(2)), arguments: [true, false])
  func boards(runs: Bool) async throws {
    let coordinator = try await Coordinator()
    let data = coordinator.owner.home.path
    let (ann, ben) = (try Household(), try Household())
    defer { for household in [ann, ben, coordinator.owner] { household.remove() } }
    for (user, guest) in [("ann", ann), ("ben", ben)] {
      let line = try #require(try await boardd(["invite", user], data)["line"].string)
      _ = try await guest.json("join", line, "--device", "desk", shape: "JOINED")
    }
    // A title with a mark that turns the direction of what follows.
    let made = try await ann.json("new", "Ours \u{202E}e\u{301}", shape: "NEW")
    let board = try #require(made["board"]["id"].string)
    _ = try await ann.json("add-column", "To do", "--board", board, shape: "COLUMN-EDIT")
    _ = try await ann.json(
      "add", "First", "--column", "To do", "--board", board, shape: "CARD-EDIT")
    if !runs { await coordinator.stop() }

    let listed = try await boardd(["boards"], data)["boards"].array
    #expect(listed.compactMap { $0["board"].string } == [board])
    #expect(listed[0]["owners"].array.compactMap(\.string) == ["ann"])
    #expect(listed[0]["cards"].number == 1, "\(listed)")
    #expect(try #require(listed[0]["bytes"].number) > 0)
    #expect(listed[0]["members"].number == 1)
    #expect(try await plain(["boards"], data).output.contains("Ours"))
    let json = try await plain(["boards", "--json"], data).output
    #expect(json.contains(#""Ours \u202ee\u0301""#), "\(json)")
    #expect(json.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }, "\(json)")
    let users = try await boardd(["users"], data)["users"].array
    #expect(users.compactMap { $0["user"].string } == ["ann", "ben"])
    #expect(users.compactMap { $0["devices"].number } == [1, 1])
    #expect(try await boardd(["windows"], data)["windows"].array.isEmpty)

    #expect(try await boardd(["owner", "ben", "--board", board], data)["known"].bool == true)
    let nobody = try await plain(["owner", "nobody1", "--board", board], data)
    #expect(nobody.output.contains("nobody named nobody1 was ever here"), "\(nobody)")
    _ = try await boardd(["boards", "archive", board], data)
    #expect(try await boardd(["boards"], data)["boards"].array[0]["archived"].bool == true)
    _ = try await boardd(["boards", "unarchive", board], data)
    let unknown = try await plain(["owner", "ben", "--board", "nonsense"], data)
    #expect(unknown.status == 1, "\(unknown)")
    #expect(unknown.errors.contains("boardd boards"), "\(unknown)")
    let meant = try await plain(["boards", "purge", board], data)
    #expect(meant.status == 2, "\(meant)")
    let serving =
      runs
      ? coordinator
      : try await Coordinator(
        owner: coordinator.owner, listen: [coordinator.endpoint])
    // Ben is told who made him an owner, by the board itself.
    let log = try await ben.board("members", "--board", board)
    #expect(log.status == 0, "\(log)")
    _ = try await ben.json("member", "ann", "none", "--board", board, shape: "MEMBERS-EDIT")
    if !runs { await serving.stop() }
    _ = try await boardd(["boards", "purge", board, "--yes"], data)
    #expect(try await boardd(["boards"], data)["boards"].array.isEmpty)
    let audit = try await plain(["audit", "--json"], data)
    let kinds = try audit.output.split(separator: "\n").compactMap {
      try Parsed(String($0))["kind"].string
    }
    #expect(
      kinds.filter { ["role", "archived", "purged"].contains($0) }
        == ["role", "role", "archived", "archived", "role", "purged"], "\(kinds)")
    if runs { await serving.stop() }
  }
}
