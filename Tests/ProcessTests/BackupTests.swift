import Foundation
import Testing

/// What an administrator brings back, and what may be lost: the store, the identity, or a part.
@Suite("Backups and what a coordinator starts with")
struct BackupTests {
  private func boardd(_ arguments: String...) async throws -> Program.Result {
    try await Program.boardd.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// What lies in an identity, by name.
  private func identity(in data: URL) throws -> [String: Data] {
    let folder = data.appending(path: "identity").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "lock" }
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: URL(filePath: folder + "/" + $0)))
      })
  }

  @Test(
    "A backup is a data folder with the identity: put back, it serves the clients there are",
    .timeLimit(.minutes(1)))
  func restored() async throws {
    let first = try await Coordinator()
    let owner = first.owner
    defer { owner.remove() }
    var guest = try Household()
    defer { guest.remove() }
    try guest.introduce("guest", "desk", by: owner.home)
    _ = try await owner.json("new", "A", shape: "NEW")
    _ = try await owner.json("add-column", "X", "--cards", "One", shape: "COLUMN-EDIT")
    _ = try await owner.json("member", "guest", "viewer", shape: "MEMBERS-EDIT")
    let backup = owner.home.appending(path: "backup")
    let made = try await boardd("backup", "--data", owner.home.path, "--to", backup.path)
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("the identity is in \(backup.path)/identity"), "\(made)")
    #expect(made.output.contains("mode 0600"))
    let kept = try identity(in: backup)
    #expect(try kept == identity(in: owner.home))
    #expect(kept.count == 6)
    for name in kept.keys { #expect(try mode(backup.path + "/identity/" + name) == 0o600) }
    for folder in ["", "/identity", "/store"] { #expect(try mode(backup.path + folder) == 0o700) }
    await first.stop()

    // The machine is lost; the backup is all there is.
    var place = try Household()
    defer { place.remove() }
    try FileManager.default.removeItem(at: place.home)
    try FileManager.default.moveItem(at: backup, to: place.home)
    let second = try await Coordinator(owner: place)
    place = second.owner
    guest.url = place.url
    let list = try await guest.json("ls", "--board", "A", shape: "LIST")
    #expect(list["columns"].array.first?["cards"].array.count == 1)
    await second.stop()
  }

  @Test(
    "A backup overwrites nothing, and leaves the identity out on demand", .timeLimit(.minutes(1)))
  func withoutIdentity() async throws {
    try await Coordinator.with { coordinator in
      let data = coordinator.owner.home
      let target = data.appending(path: "copy")
      let bare = try await boardd(
        "backup", "--data", data.path, "--to", target.path, "--without-identity")
      #expect(bare.status == 0, "\(bare)")
      #expect(bare.output.contains("the identity is not in it"), "\(bare)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["store"])
      let again = try await boardd("backup", "--data", data.path, "--to", target.path)
      #expect(again.status == 1)
      #expect(again.errors.contains("give a folder that holds no store"), "\(again)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["store"])
      let other = data.appending(path: "other")
      try FileManager.default.createDirectory(
        at: other, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(
        at: data.appending(path: "identity"), to: other.appending(path: "identity"))
      let taken = try await boardd("backup", "--data", data.path, "--to", other.path)
      #expect(taken.status == 4)
      #expect(taken.errors.contains("already holds an identity"), "\(taken)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["identity"])
    }
  }

  @Test(
    "Without its identity, or with another's, a coordinator of a store does not start",
    .timeLimit(.minutes(1)))
  func lostIdentity() async throws {
    let first = try await Coordinator()
    let owner = first.owner
    defer { owner.remove() }
    _ = try await owner.json("new", "A", shape: "NEW")
    await first.stop()
    let identity = owner.home.appending(path: "identity")
    let kept = owner.home.appending(path: "kept")
    try FileManager.default.moveItem(at: identity, to: kept)
    let store = owner.home.path + "/store"
    let serving = ["--listen", "127.0.0.1:0", "--data", owner.home.path]
    let lost = try await Running.refusal(serving)
    #expect(lost.status == 4, "\(lost)")
    #expect(lost.reason.contains("\(store) holds boards"), "\(lost)")
    #expect(lost.reason.contains("is not in \(identity.path)"), "\(lost)")
    #expect(lost.reason.contains("authority.key"), "\(lost)")
    #expect(!FileManager.default.fileExists(atPath: identity.path))
    // The user's own coordinator goes the same way, before any is started.
    var own = owner
    own.url = nil
    try await own.failure("ls", code: "identity", exit: 4)
    #expect(!FileManager.default.fileExists(atPath: identity.path))
    // A backup without it would bring nobody back.
    let backup = try await boardd(
      "backup", "--data", owner.home.path, "--to", owner.home.path + "/backup")
    #expect(backup.status == 4)
    #expect(backup.errors.contains("--without-identity"), "\(backup)")
    #expect(!FileManager.default.fileExists(atPath: owner.home.path + "/backup"))

    let stranger = try await Coordinator()
    await stranger.stop()
    defer { stranger.owner.remove() }
    try FileManager.default.moveItem(
      at: stranger.owner.home.appending(path: "identity"), to: identity)
    let foreign = try await Running.refusal(serving)
    #expect(foreign.status == 1, "\(foreign)")
    #expect(foreign.reason.contains("bring the folder identity that belongs to"), "\(foreign)")

    try FileManager.default.removeItem(at: identity)
    try FileManager.default.moveItem(at: kept, to: identity)
    let second = try await Coordinator(owner: owner)
    let boards = try await second.owner.json("boards", shape: "BOARDS")
    #expect(boards["boards"].array.count == 1)
    await second.stop()
  }

  @Test("A damaged board keeps no other out of a backup, and is named", .timeLimit(.minutes(1)))
  func damagedBoard() async throws {
    let first = try await Coordinator()
    let user = first.owner
    defer { user.remove() }
    for board in ["Good", "Bad"] {
      _ = try await user.json("new", board, shape: "NEW")
      _ = try await user.json(
        "add-column", "card of \(board)", "--board", board, shape: "COLUMN-EDIT")
    }
    await first.stop()
    let database = user.home.appending(path: "store/board.db")
    var bytes = try Data(contentsOf: database)
    let place = try #require(bytes.range(of: Data("card of Bad".utf8)))
    bytes[place.lowerBound] ^= 0x01
    try bytes.write(to: database)
    let said = "edits 2 to 2 of board \"Bad\" are damaged"
    for round in ["alone", "running"] {
      let running = round == "running" ? try await Coordinator(owner: user) : nil
      let check = try await boardd("check", "--data", user.home.path, "--json")
      #expect(check.status == 1)
      #expect(try Parsed(check.output)["faults"].array.first?.string == said, "\(check)")
      let target = user.home.appending(path: round)
      let made = try await boardd("backup", "--data", user.home.path, "--to", target.path)
      #expect(made.status == 1)
      #expect(made.output.contains("damaged: \(said)\n"), "\(made)")
      await running?.stop()
      var copy = try Household()
      try FileManager.default.removeItem(at: copy.home)
      try FileManager.default.moveItem(at: target, to: copy.home)
      let second = try await Coordinator(owner: copy)
      copy = second.owner
      defer { copy.remove() }
      let list = try await copy.json("ls", "--board", "Good", shape: "LIST")
      #expect(list["columns"].array.count == 1)
      let bad = try await copy.board("ls", "--board", "Bad")
      #expect(bad.errors.contains("is damaged"), "\(bad)")
      await second.stop()
    }
  }
}
