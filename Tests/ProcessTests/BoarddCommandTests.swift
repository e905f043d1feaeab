import Foundation
import Identity
import Statements
import Testing

/// boardd as a script meets it: exit codes and JSON are those of board.
@Suite("Commands of boardd")
struct BoarddCommandTests {
  private func boardd(_ arguments: [String]) async throws -> Program.Result {
    try await Program.boardd.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test(
    "Wrong usage ends with 2, as a sentence or as JSON", .timeLimit(.minutes(1)),
    arguments: [
      [], ["--bogus"], ["--data", "/tmp/x", "--listen", "127.0.0.1"], ["check"],
      ["--data", "/tmp/x", "--listen", "localhost:99999"],
      ["--data", "/tmp/x", "--limit", "mice=3"], ["--data", "/tmp/x", "--limit", "boards=10001"],
    ])
  func usage(arguments: [String]) async throws {
    let plain = try await boardd(arguments)
    #expect(plain.status == 2, "\(plain)")
    #expect(plain.output == "")
    #expect(plain.errors.hasPrefix("boardd: "), "\(plain.errors)")
    let asked = try await boardd(arguments + ["--json"])
    #expect(asked.status == 2, "\(asked)")
    #expect(asked.errors == "")
    let error = try Parsed(asked.output)["error"]
    #expect(error["code"].string == "usage")
    #expect(error["exit"].number == 2)
  }

  /// A sanitizer has an allocator of its own.
  @Test(
    "Its memory comes from jemalloc, with the options of CJemalloc", .timeLimit(.minutes(1)),
    .enabled(if: ProcessInfo.processInfo.environment["SANITIZED_TESTS"] == nil))
  func allocator() async throws {
    let result = try await Program.boardd.run(
      ["--version"], environment: ["PATH": "/usr/bin:/bin", "MALLOC_CONF": "stats_print:true"])
    for option in [
      "narenas: 1", "background_thread: true", "dirty_decay_ms: 100", "muzzy_decay_ms: 0",
    ] {
      #expect(result.errors.contains("opt.\(option)"), "\(result.errors.prefix(4_000))")
    }
  }

  @Test("An address that cannot be had is told, and the store is let go", .timeLimit(.minutes(1)))
  func unusableAddress() async throws {
    let user = try Household()
    defer { user.remove() }
    // 203.0.113.0/24 is for documentation: no machine has it. `invalid` is no domain.
    for address in ["203.0.113.5:0", "nosuch.invalid:0"] {
      let result = try await boardd(["--data", user.home.path, "--listen", address, "--json"])
      #expect(result.status == 1, "\(result)")
      let message = try #require(try Parsed(result.output)["error"]["message"].string)
      #expect(message.contains(address), "\(message)")
    }
  }

  @Test("A second coordinator of one store is refused, with JSON too", .timeLimit(.minutes(1)))
  func inUse() async throws {
    try await Coordinator.with { coordinator in
      let result = try await boardd(["--data", coordinator.owner.home.path, "--json"])
      #expect(result.status == 1)
      let error = try Parsed(result.output)["error"]
      #expect(error["message"].string?.contains("another coordinator") == true, "\(result)")
    }
  }

  @Test("Where there is no identity none is made by inviting", .timeLimit(.minutes(1)))
  func inviteNowhere() async throws {
    let user = try Household()
    defer { user.remove() }
    let result = try await boardd([
      "invite", "ann", "--data", user.home.path, "--address", "127.0.0.1:4000",
    ])
    #expect(result.status == 4, "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.home.path) == [])
  }

  @Test(
    "Where there is no store none is made by reading it", .timeLimit(.minutes(1)),
    arguments: ["check", "backup"])
  func readNothing(command: String) async throws {
    let user = try Household()
    defer { user.remove() }
    let to = command == "backup" ? ["--to", user.home.appending(path: "copy").path] : []
    let result = try await boardd([command, "--data", user.home.path, "--json"] + to)
    #expect(result.status == 1, "\(result)")
    let message = try #require(try Parsed(result.output)["error"]["message"].string)
    #expect(message.contains("there is no store in \(user.home.path)/store"), "\(message)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.home.path) == [])
  }

  @Test("Who was invited and what was copied is said with JSON too", .timeLimit(.minutes(1)))
  func reports() async throws {
    try await Coordinator.with { coordinator in
      let data = coordinator.owner.home.path
      let invited = try await boardd(["invite", "ann", "--data", data, "--json"])
      #expect(invited.status == 0, "\(invited)")
      #expect(try Parsed(invited.output)["user"].string == "ann")
      #expect(
        try Parsed(invited.output)["line"].string?.hasPrefix(InvitationLine.scheme) == true)
      let now = Date().timeIntervalSince1970
      let brief = try await boardd(["invite", "ben", "--ttl", "2h", "--data", data, "--json"])
      let ends = try #require(try Parsed(brief.output)["expires"].number)
      #expect(abs(Double(ends) / 1_000 - now - 7_200) < 60, "\(brief)")
      let copy = coordinator.owner.home.appending(path: "copy").path
      let copied = try await boardd(["backup", "--data", data, "--to", copy, "--json"])
      #expect(copied.status == 0, "\(copied)")
      #expect(try Parsed(copied.output)["folder"].string == copy)
    }
  }

  @Test(
    "A damaged board is refused while the others are served", .holds("BRD-009"),
    .timeLimit(.minutes(1)))
  func damagedBoard() async throws {
    let first = try await Coordinator()
    let user = first.owner
    defer { user.remove() }
    for board in ["Good", "Bad"] {
      _ = try await user.json("new", board, shape: "NEW")
      _ = try await user.json("add-column", "To do", "--board", board, shape: "COLUMN-EDIT")
      _ = try await user.json(
        "add", "card of \(board)", "--column", "To do", "--board", board, shape: "CARD-EDIT")
    }
    await first.stop()
    let database = user.home.appending(path: "store/board.db")
    var bytes = try Data(contentsOf: database)
    let place = try #require(bytes.range(of: Data("card of Bad".utf8)))
    bytes[place.lowerBound] ^= 0x01
    try bytes.write(to: database)

    let second = try await Coordinator(owner: user)
    let again = second.owner
    for round in 1...3 {
      let result = try await again.board("ls", "--board", "Bad")
      #expect(result.status == 1)
      #expect(result.errors.contains("is damaged: edits 3 to 3 cannot be read"), "\(result)")
      _ = try await again.json(
        "add", "card \(round)", "--column", "To do", "--board", "Good", shape: "CARD-EDIT")
    }
    let list = try await again.json("ls", "--board", "Good", shape: "LIST")
    #expect(list["columns"].array.first?["cards"].array.count == 4)
    await second.stop()
  }
}
