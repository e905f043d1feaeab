import BoardModel
import CoordinatorHost
import Foundation
import Identity
import Statements
import Testing
import WindowStore
import WindowSync
import Wire

/// What an administrator does when the authority's key has leaked, with the programs as people run them.
@Suite("A leaked authority")
struct ReplacedAuthorityTests {
  private func boardd(_ arguments: [String]) async throws -> Program.Result {
    try await Program.boardd.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func join(
    _ user: String, _ coordinator: Coordinator, _ guest: Household
  ) async throws {
    let result = try await boardd([
      "invite", user, "--data", coordinator.owner.home.path, "--json",
    ])
    let line = try #require(try Parsed(result.output)["line"].string)
    _ = try await guest.json("join", line, "--device", "desk", shape: "JOINED")
  }

  /// A window of ann's that has not sent an edit.
  private func leaveUnsent(_ guest: Household, _ cluster: String) throws {
    let windows = try DeviceWindows(
      root: guest.home.path + "/windows", cluster: cluster, coordinator: "somewhere", user: "ann")
    let session = SessionID(high: 9, low: 1)
    let files = try windows.create(
      SavedSession(
        board: BoardID(high: 1, low: 1), session: session, configuration: .board, epoch: 1,
        incarnation: IncarnationID(high: 2, low: 2), forgottenThrough: 0))
    try files.persist(
      [
        BoardModel.Operation(
          id: OperationID(session: session, epoch: 1, counter: 1), base: 3, queued: true,
          intent: .boardRename(title: "On the train"))
      ], synced: false)
  }

  @Test(
    "Killed after any step, the same command ends it: new lines work, and nothing of the old does",
    .timeLimit(.minutes(3)), arguments: 0...5)
  func replaced(steps: Int) async throws {
    let coordinator = try await Coordinator()
    let data = coordinator.owner.home.path
    let (ann, eve) = (try Household(), try Household())
    defer { for household in [ann, eve, coordinator.owner] { household.remove() } }
    try await join("ann", coordinator, ann)
    try await join("eve", coordinator, eve)
    _ = try await ann.json("new", "Ours", shape: "NEW")
    let revoked = try await boardd(["revoke", "eve", "--data", data])
    #expect(revoked.status == 0)
    let old = try IdentityFolder(data + "/identity").load().cluster.description
    try leaveUnsent(ann, old)
    let words = [
      "authority", "replace", "--data", data, "--address", coordinator.endpoint, "--json",
    ]
    // While it runs nothing is done.
    #expect(try await boardd(words).status == 1)
    await coordinator.stop()

    try kill(data, after: steps)
    if (2...3).contains(steps) {
      let refused = try await Running.refusal(["serve", "--data", data])
      #expect(refused.reason.contains("boardd authority replace"), "\(refused)")
    }
    let result = try await boardd(words)
    #expect(result.status == 0, "\(result)")
    let said = try Parsed(result.output)
    #expect(said["cluster"].string == old + "-2")
    #expect(said["invitations"].array.compactMap { $0["user"].string } == ["ann"])
    #expect(steps > 1 || said["leftOut"].array.compactMap(\.string) == ["eve"])
    #expect(FileManager.default.fileExists(atPath: data + "/identity." + old))

    let again = try await Coordinator(owner: coordinator.owner, listen: [coordinator.endpoint])
    // The old certificate and the old authority are nothing here, and whoever has them is told what to do.
    let refused = try await ann.board("boards")
    #expect(refused.status == 4, "\(refused)")
    #expect(refused.errors.contains("board join"), "\(refused)")
    let forged = try Household(url: again.owner.url)
    defer { forged.remove() }
    try IdentityFolder(forged.home.path + "/identity").write(
      #require(IdentityFolder(data + "/identity." + old).load().authority).mint(
        user: UserName("ann"), device: NamePart("forged")))
    #expect(try await forged.board("boards").status == 4)
    // The new line works, the role is there, and what was not sent is taken along.
    let line = try #require(said["invitations"].array.first?["line"].string)
    _ = try await ann.json("join", line, "--device", "desk", shape: "JOINED")
    let boards = try await ann.json("boards", shape: "BOARDS")
    #expect(boards["boards"].array.compactMap { $0["title"].string } == ["Ours"])
    _ = try await ann.json("add-column", "To do", "--board", "Ours", shape: "COLUMN-EDIT")
    let taken = try await ann.json("clusters", "continue", old, shape: "CONTINUED")
    #expect(taken["taken"].number == 1)
    let twice = try await ann.board("clusters", "continue", old)
    #expect(twice.status == 1 && twice.errors.contains("has no windows of"), "\(twice)")
    let unsent = try await ann.json("unsent", shape: "UNSENT")
    #expect(unsent["windows"].array.count == 1)
    let windows = try DeviceWindows(
      root: ann.home.path + "/windows", cluster: old + "-2", coordinator: "somewhere", user: "ann")
    #expect(try windows.list().map(\.pending) == [1])
    let audit = try await boardd(["audit", "--data", data, "--json"])
    let kinds = try audit.output.split(separator: "\n").map {
      try Parsed(String($0))["kind"].string
    }
    #expect(kinds.count { $0 == "replaced" } == 1)
    await again.stop()
  }

  /// Does the first steps, and nothing more.
  private func kill(_ data: String, after steps: Int) throws {
    let replacement = try AuthorityReplacement(
      in: data, user: UserName("owner"), device: NamePart("host"))
    defer { replacement.close() }
    for _ in 0..<steps {
      _ = try replacement.perform(
        ReplacementStep.next(replacement.facts), team: nil, time: 1_700_000_000_000
      ) { _, _ in [] }
    }
  }
}
