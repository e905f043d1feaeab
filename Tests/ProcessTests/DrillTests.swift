import Foundation
import Synchronization
import Testing

/// What an administrator does on the day on which something is broken, from the first command to the
/// last.
@Suite("Drills: a backup while people write, its restoration, and a damaged store")
struct DrillTests {
  private func boardd(_ arguments: String...) async throws -> Program.Result {
    try await Program.boardd.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func cards(_ user: Household, _ board: String) async throws -> [String] {
    let list = try await user.json("ls", "--board", board, shape: "LIST")
    return list["columns"].array.flatMap { $0["cards"].array }.compactMap { $0["title"].string }
  }

  /// Whether the writer may go home.
  private final class Bell: Sendable {
    let hasRung = Atomic(false)
  }

  /// Adds cards, one after the other, until the bell rings.
  private func write(as user: Household, until bell: Bell) async throws -> Int {
    var count = 0
    while !bell.hasRung.load(ordering: .relaxed) {
      let added = try await user.board("add", "card \(count)", "--board", "A", "--column", "X")
      try #require(added.status == 0, "\(added)")
      count += 1
    }
    return count
  }

  /// Serves a folder that was made by a command, in which its first user's identity is too.
  private func serve(_ folder: URL) async throws -> Coordinator {
    var owner = try Household()
    try FileManager.default.removeItem(at: owner.home)
    try FileManager.default.moveItem(at: folder, to: owner.home)
    owner.url = nil
    return try await Coordinator(owner: owner)
  }

  @Test(
    "A backup made while edits come in has what was acknowledged before it, and is served once more",
    .timeLimit(.minutes(2)))
  func backupWhileWriting() async throws {
    let first = try await Coordinator()
    let owner = first.owner
    defer { owner.remove() }
    _ = try await owner.json("new", "A", shape: "NEW")
    _ = try await owner.json("add-column", "X", "--board", "A", shape: "COLUMN-EDIT")
    let bell = Bell()
    async let written = write(as: owner, until: bell)
    // Some are there before, and more come meanwhile.
    while try await cards(owner, "A").count < 3 { try Task.checkCancellation() }
    let before = try await cards(owner, "A")
    let backup = owner.home.appending(path: "backup")
    let made = try await boardd("backup", "--data", owner.home.path, "--to", backup.path)
    #expect(made.status == 0, "\(made)")
    let after = try await cards(owner, "A")
    bell.hasRung.store(true, ordering: .relaxed)
    #expect(try await written >= after.count)
    await first.stop()

    let data = owner.home.appending(path: "restored")
    let restored = try await boardd("restore", "--from", backup.path, "--data", data.path)
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.output.contains("what was revoked since is not known"), "\(restored)")
    let second = try await serve(data)
    let user = second.owner
    defer { user.remove() }
    let kept = try await cards(user, "A")
    #expect(Set(before).isSubset(of: Set(kept)))
    #expect(kept.count >= before.count && kept.count <= after.count + 1)
    let waiting = try await boardd("devices", "--data", user.home.path)
    #expect(waiting.output.contains("restored from a backup, or salvaged, of"), "\(waiting)")
    #expect(try await boardd("confirm", "--data", user.home.path).status == 0)
    let confirmed = try await boardd("devices", "--data", user.home.path)
    #expect(!confirmed.output.contains("restored from a backup, or salvaged, of"), "\(confirmed)")
    _ = try await user.json(
      "add", "after it", "--board", "A", "--column", "X", shape: "CARD-EDIT")
    #expect(try await cards(user, "A").contains("after it"))
    await second.stop()
    #expect(try await boardd("check", "--data", user.home.path).status == 0)
  }

  @Test(
    "From a damaged store everything is salvaged but what is named, and that store is served",
    .timeLimit(.minutes(2)))
  func salvaged() async throws {
    let first = try await Coordinator()
    let owner = first.owner
    defer { owner.remove() }
    for board in ["Good", "Bad"] {
      _ = try await owner.json("new", board, shape: "NEW")
      for column in ["one", "two", "three"] {
        _ = try await owner.json(
          "add-column", "\(column) of \(board)", "--board", board, "--cards", "card of \(column)",
          shape: "COLUMN-EDIT")
      }
    }
    _ = try await boardd("revoke", "eve", "laptop", "--unknown", "--data", owner.home.path)
    await first.stop()
    let database = owner.home.appending(path: "store/board.db")
    var bytes = try Data(contentsOf: database)
    let place = try #require(bytes.range(of: Data("two of Bad".utf8)))
    bytes[place.lowerBound] ^= 0x01
    try bytes.write(to: database)
    let damaged = try await Coordinator(owner: owner)
    let unread = try await damaged.owner.board("ls", "--board", "Bad")
    #expect(unread.status != 0, "\(unread)")
    let status = try await boardd("status", "--data", owner.home.path)
    let said = status.output.split(separator: "\n").filter {
      $0.contains("`boardd salvage` makes a folder of what can be read")
    }
    #expect(said.count == 1, "\(status)")
    await damaged.stop()
    bytes = try Data(contentsOf: database)

    let check = try await boardd("check", "--data", owner.home.path)
    #expect(check.status == 1)
    #expect((check.output + check.errors).contains("board \"Bad\""), "\(check)")
    let data = owner.home.appending(path: "salvaged")
    let salvaged = try await boardd("salvage", "--from", owner.home.path, "--data", data.path)
    #expect(salvaged.status == 1, "\(salvaged)")
    #expect(salvaged.output.contains("1 of 2 boards whole"), "\(salvaged)")
    #expect(salvaged.output.contains("left out: board \"Bad\""), "\(salvaged)")
    #expect(salvaged.output.contains("boardd confirm"), "\(salvaged)")
    #expect(try Data(contentsOf: database) == bytes)
    let again = try await boardd("salvage", "--from", owner.home.path, "--data", data.path)
    #expect(again.status != 0, "\(again)")

    let second = try await serve(data)
    let user = second.owner
    defer { user.remove() }
    #expect(
      try await cards(user, "Good") == ["card of one", "card of two", "card of three"])
    #expect(try await cards(user, "Bad") == ["card of one"])
    let devices = try await boardd("devices", "--data", user.home.path)
    #expect(devices.output.contains("restored from a backup, or salvaged, of"), "\(devices)")
    #expect(devices.output.contains("eve"), "\(devices)")
    _ = try await user.json("add-column", "again", "--board", "Bad", shape: "COLUMN-EDIT")
    #expect(try await boardd("confirm", "--data", user.home.path).status == 0)
    await second.stop()
    let sound = try await boardd("check", "--data", user.home.path, "--json")
    #expect(sound.status == 0, "\(sound)")
  }
}
