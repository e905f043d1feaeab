import Files
import Foundation
import Testing

@Suite("Commands in trouble with this machine", .serialized)
struct TroubleTests {
  @Test(
    "Output that cannot be written is a failure, and says so of an edit that was made",
    .timeLimit(.minutes(1)))
  func fullDisk() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      _ = try await user.json("new", "A", shape: "NEW")
      _ = try await user.json("add-column", "X", shape: "COLUMN-EDIT")
      for command in [
        "ls", "ls --json", "boards", "export", "watch", "watch --json", "--help", "help json",
        "show --json",
      ] {
        let result = try await user.shell(#""$0" \#(command) > /dev/full"#)
        let isFailure = command.hasPrefix("show")
        #expect(result.status == (isFailure ? 2 : 1), "\(command)")
        #expect(result.errors.hasPrefix("board: "), "\(command): \(result.errors)")
        #expect(
          isFailure || result.errors.hasSuffix("No space left on device\n"), "\(result.errors)")
      }
      let closed = try await user.shell(#""$0" ls >&-"#)
      #expect(closed.status == 1)
      #expect(closed.errors.contains("cannot write to standard output"), "\(closed.errors)")
      let edits = [
        "add One --column X", "add-column Y --json", "column rename Y Z", "new B", "undo --board A",
      ]
      for edit in edits {
        let board = edit.hasPrefix("new") || edit.hasPrefix("undo") ? "" : " --board A"
        let result = try await user.shell(#""$0" \#(edit)\#(board) > /dev/full"#)
        #expect(result.status == 1, "\(edit)")
        #expect(result.errors.contains("the edit was made"), "\(edit): \(result.errors)")
      }
      let list = try await user.json("ls", "--board", "A", shape: "LIST")
      #expect(list["columns"].array.compactMap { $0["title"].string } == ["X", "Y"])
      #expect(list["columns"].array.first?["cards"].array.count == 1)
    }
  }

  @Test(
    "An argument, a variable or a body that is not UTF-8 is refused, and nothing is kept of it",
    .timeLimit(.minutes(1)))
  func notText() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      _ = try await user.json("new", "A", shape: "NEW")
      let added = try await user.json("add-column", "X", "--cards", "One", shape: "COLUMN-EDIT")
      let card = try #require(added["column"]["cards"].array.first?["short"].string)
      let bad = #"$(printf '\377\376 bad')"#
      for (line, words) in [
        (#""$0" add "\#(bad)" --column X"#, "argument 2, \u{201C}\\xFF\\xFE bad\u{201D},"),
        (#""$0" add Two --column X --text "\#(bad)""#, "argument 6"),
        (#""$0" edit \#(card) --title "\#(bad)""#, "argument 4"),
        (#"BOARD_BOARD="\#(bad)" "$0" ls"#, "the variable BOARD_BOARD"),
        (#"printf 'a\nb\377' | "$0" edit \#(card) --body -"#, "standard input"),
      ] {
        let result = try await user.shell(line)
        #expect(result.status == 2, "\(line)")
        #expect(result.errors.contains(words), "\(line): \(result.errors)")
        #expect(result.output == "")
      }
      let place = try await user.shell(#"printf 'a\nb\377' | "$0" edit \#(card) --body -"#)
      #expect(place.errors.contains("line 2, column 2 is FF"), "\(place.errors)")
      let export = try await user.board("export")
      #expect(export.output.hasPrefix("# A\n\nMembers: "), "\(export)")
      #expect(export.output.hasSuffix(" (owner)\n\n## X\n\n### #1 One\n"), "\(export)")
    }
  }

  @Test(
    "A home whose files cannot be made is no refused identity: it ends with 1, and says where",
    .timeLimit(.minutes(1)))
  func unusableHome() async throws {
    let user = try Household()
    defer { user.remove() }
    let file = user.home.appending(path: "file")
    try Data().write(to: file)
    let below = try await Program.board.run(
      ["ls"], environment: ["BOARD_HOME": file.path, "PATH": "/usr/bin:/bin"])
    #expect(below.status == 1)
    #expect(below.errors.contains("\(file.path)"), "\(below.errors)")
    #expect(below.errors.contains("set BOARD_HOME"), "\(below.errors)")

    // With an identity there, it is the search for a coordinator that cannot begin.
    try FileManager.default.createDirectory(
      at: user.home.appending(path: "coordinator.starting"), withIntermediateDirectories: false)
    try await user.failure("ls", code: "files", exit: 1)
    let plain = try await user.board("ls")
    #expect(plain.errors.contains("coordinator.starting: Is a directory"), "\(plain.errors)")
    #expect(plain.errors.contains("set BOARD_HOME"), "\(plain.errors)")
  }

  @Test(
    "Where a stranger has the store, a command names its process, the log and what to do",
    .timeLimit(.minutes(1)))
  func storeInUse() async throws {
    let user = try Household()
    defer { user.remove() }
    let store = user.home.appending(path: "store")
    try FileManager.default.createDirectory(
      at: store, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let running = try Running(
      .boardd, ["--listen", "127.0.0.1:0", "--data", user.home.path, "--json"],
      environment: ["PATH": "/usr/bin:/bin"])
    for await _ in running.lines { break }
    let holder = try #require(try FileLock.holder(of: store.path + "/lock")?.process)
    let result = try await user.board("ls")
    #expect(result.status == 3)
    #expect(result.errors.contains("process \(holder) has its store"), "\(result.errors)")
    #expect(result.errors.contains("BOARD_URL"), "\(result.errors)")
    #expect(result.errors.contains(user.home.path + "/coordinator.log"), "\(result.errors)")
    // The one that waited in vain is gone.
    #expect(user.ownCoordinators() == [])
    running.send(SIGTERM)
    #expect(await running.status() == 0)
  }

  @Test("A store that is damaged is named to whoever typed a command", .timeLimit(.minutes(1)))
  func damagedStore() async throws {
    let user = try Household()
    defer { user.remove() }
    _ = try await user.board("boards")
    try user.stopOwnCoordinator()
    let database = try #require(
      try FileManager.default.contentsOfDirectory(atPath: user.home.path + "/store")
        .first { $0.hasSuffix(".db") })
    try Data("no database".utf8).write(
      to: user.home.appending(path: "store").appending(path: database))
    let result = try await user.board("ls")
    #expect(result.status == 3)
    #expect(result.errors.contains("your own coordinator could not start"), "\(result.errors)")
    #expect(result.errors.contains("is no store of boards"), "\(result.errors)")
    #expect(result.errors.contains(user.home.path + "/coordinator.log"), "\(result.errors)")
  }
}
