import Foundation
import Identity
import Statements
import Testing

/// Invitations, joining, leaving and going back to a backup, with the programs as people run them.
@Suite("Coming in and leaving")
struct ComingInTests {
  private func boardd(_ arguments: String...) async throws -> Program.Result {
    try await Program.boardd.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  /// The line of an invitation that `boardd` makes.
  private func invite(_ user: String, _ coordinator: Coordinator) async throws -> String {
    let result = try await boardd("invite", user, "--data", coordinator.owner.home.path, "--json")
    try #require(result.status == 0, "\(result)")
    return try #require(try Parsed(result.output)["line"].string)
  }

  /// A household that has joined as a user's device.
  private func joined(
    _ user: String, _ device: String, _ coordinator: Coordinator
  ) async throws -> Household {
    let guest = try Household()
    let line = try await invite(user, coordinator)
    let value = try await guest.json("join", line, "--device", device, shape: "JOINED")
    #expect(value["cluster"]["user"].string == user)
    #expect(value["cluster"]["device"].string == device)
    return guest
  }

  private func revoke(_ words: String..., at coordinator: Coordinator) async throws {
    let result = try await Program.boardd.run(
      ["revoke"] + words + ["--data", coordinator.owner.home.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "Who is invited joins by one line, works, and is thrown out",
    .holds("JOI-001", "DEV-003"), .timeLimit(.minutes(1)))
  func invited() async throws {
    try await Coordinator.with { coordinator in
      let line = try await invite("ben", coordinator)
      let guest = try Household()
      defer { guest.remove() }
      // As it is pasted, from standard input.
      let said = try await guest.board("join", "-", "--device", "desk", input: "  \(line)\n")
      #expect(said.status == 0, "\(said)")
      _ = try await guest.json("new", "Ben's", shape: "NEW")
      _ = try await guest.json("boards", shape: "BOARDS")
      // The line is used.
      let other = try Household()
      defer { other.remove() }
      let again = try await other.board("join", line, "--device", "phone")
      #expect(again.status != 0)
      #expect(again.errors.contains("invitation"), "\(again)")
      #expect(!again.errors.contains(line.suffix(43)), "the secret is in an error")
      // Nor does the same device need it again.
      let devices = try await guest.json("devices", shape: "DEVICES")
      #expect(devices["devices"].array.compactMap { $0["device"].string } == ["desk"])
      try await revoke("ben", "desk", at: coordinator)
      let refused = try await guest.board("boards")
      #expect(refused.status == 4, "\(refused)")
      #expect(refused.errors.contains("revoked"), "\(refused)")
    }
  }

  @Test(
    "A revoked device is cut while it works", .holds("DEV-003"), .timeLimit(.minutes(1)))
  func watching() async throws {
    // Its session stays with the coordinator for a while, as it could not be closed.
    let coordinator = try await Coordinator()
    let guest = try await joined("ben", "desk", coordinator)
    defer { for household in [guest, coordinator.owner] { household.remove() } }
    _ = try await guest.json("new", "Ben's", shape: "NEW")
    let watching = try Running(.board, ["watch"], environment: guest.environment)
    // It says what there is once it follows the board.
    for await _ in watching.lines { break }
    try await revoke("ben", at: coordinator)
    let status = await watching.status()
    #expect(status != 0)
    await coordinator.stop()
  }

  @Test(
    "A device invites the next one, and throws it out", .holds("JOI-014", "DEV-002"),
    .timeLimit(.minutes(1)))
  func ownDevices() async throws {
    try await Coordinator.with { coordinator in
      let desk = try await joined("ben", "desk", coordinator)
      let phone = try Household()
      defer {
        desk.remove()
        phone.remove()
      }
      let invitation = try await desk.json("devices", "invite", shape: "DEVICE-INVITATION")
      let line = try #require(invitation["line"].string)
      _ = try await phone.json("join", line, "--device", "phone", shape: "JOINED")
      _ = try await phone.json("boards", shape: "BOARDS")
      _ = try await desk.json("revoke", "phone", shape: "REVOKED")
      #expect(try await phone.board("boards").status == 4)
      #expect(try await desk.board("revoke", "cellar").status == 1)
    }
  }

  @Test(
    "An owner invites somebody new to a board", .holds("JOI-015", "JOI-016"),
    .timeLimit(.minutes(1)))
  func toBoard() async throws {
    try await Coordinator.with { coordinator in
      let ann = try await joined("ann", "desk", coordinator)
      let ben = try Household()
      defer {
        ann.remove()
        ben.remove()
      }
      _ = try await ann.json("new", "Ours", shape: "NEW")
      let invitation = try await ann.json(
        "member", "invite", "ben", "--role", "editor", shape: "INVITATION")
      let line = try #require(invitation["line"].string)
      _ = try await ben.json("join", line, "--device", "desk", shape: "JOINED")
      _ = try await ben.json("add-column", "To do", "--board", "Ours", shape: "COLUMN-EDIT")
      let again = try await ann.board("member", "invite", "ben", "--role", "editor")
      #expect(again.status != 0)
      #expect(again.errors.contains("board member ben editor"), "\(again)")
    }
  }

  @Test(
    "A backup from before a revocation renews nobody until it was told of it",
    .holds("DEV-004", "REN-007"), .timeLimit(.minutes(2)))
  func restored() async throws {
    let coordinator = try await Coordinator()
    defer { coordinator.owner.remove() }
    let data = coordinator.owner.home.path
    let (kept, lost) = (
      try await joined("ann", "desk", coordinator), try await joined("ben", "desk", coordinator)
    )
    let place = try Household()
    defer { for household in [kept, lost, place] { household.remove() } }
    let (backup, restored) = (place.home.path + "/backup", place.home.path + "/restored")
    #expect(try await boardd("backup", "--data", data, "--to", backup).status == 0)
    try await revoke("ben", at: coordinator)
    _ = try await kept.json("new", "Ours", shape: "NEW")
    _ = try await kept.json("member", "cid", "viewer", "--board", "Ours", shape: "MEMBERS-EDIT")
    let later = place.home.path + "/later"
    #expect(try await boardd("backup", "--data", data, "--to", later).status == 0)
    let audit = try await boardd("audit", "--data", data, "--json")
    #expect(audit.status == 0)
    let file = place.home.appending(path: "audit.json")
    try Data(audit.output.utf8).write(to: file)
    await coordinator.stop()

    // A copy from after it knows it.
    let second = try await boardd("devices", "ben", "--data", later, "--json")
    #expect(try Parsed(second.output)["devices"].array[0]["revoked"].number != nil, "\(second)")
    let said = try await boardd("restore", "--from", backup, "--data", restored)
    #expect(said.status == 0, "\(said)")
    #expect(said.output.contains("boardd revoke --from"), "\(said)")
    let before = try await boardd("devices", "--data", restored, "--json")
    #expect(try Parsed(before.output)["revocationsMissingSince"].number != nil, "\(before)")
    let taken = try await boardd("revoke", "--from", file.path, "--data", restored)
    #expect(taken.status == 0 && taken.output.contains("1 revocation"), "\(taken)")
    #expect(taken.output.contains("roles that changed after the backup"), "\(taken)")
    #expect(taken.output.contains("role, cid, by ann on desk"), "\(taken)")
    let nowhere = try await boardd("revoke", "--from", file.path + "x", "--data", restored)
    #expect(nowhere.status == 1)
    #expect(
      nowhere.errors.contains("cannot read the file \(file.path)x: is its name right"), "\(nowhere)"
    )
    for said in ["certificates are renewed again", "nothing was to be confirmed"] {
      let confirmed = try await boardd("confirm", "--data", restored)
      #expect(confirmed.status == 0 && confirmed.output.hasPrefix(said), "\(confirmed)")
    }
    let after = try await boardd("devices", "ben", "--data", restored, "--json")
    #expect(try Parsed(after.output)["revocationsMissingSince"].number == nil, "\(after)")
    #expect(try Parsed(after.output)["devices"].array[0]["revoked"].number != nil, "\(after)")
    // Served again, at another address, which is one command to follow.
    var owner = try Household()
    defer { owner.remove() }
    try FileManager.default.removeItem(at: owner.home)
    try FileManager.default.moveItem(atPath: restored, toPath: owner.home.path)
    let again = try await Coordinator(owner: owner)
    owner = again.owner
    let clusters = try await kept.json("clusters", shape: "CLUSTERS")
    let name = try #require(
      clusters["clusters"].array.compactMap { $0["name"].string }.first { $0 != "own" })
    _ = try await kept.json(
      "clusters", "address", name, again.endpoint, shape: "JOINED")
    _ = try await lost.json("clusters", "address", name, again.endpoint, shape: "JOINED")
    _ = try await kept.json("boards", shape: "BOARDS")
    #expect(try await lost.board("boards").status == 4)
    await again.stop()
  }
}
