import Foundation
import Testing

@Suite("Words of a command line as processes", .serialized)
struct ArgumentCommandTests {
  private static func titles(_ user: Household) async throws -> [String] {
    let list = try await user.json("ls", shape: "LIST")
    return list["columns"].array.flatMap { $0["cards"].array.compactMap { $0["title"].string } }
  }

  @Test(
    "Each title that is imported becomes a card, or the command does not end with 0",
    .timeLimit(.minutes(3)))
  func imported() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      _ = try await ann.json("new", "A", shape: "NEW")
      _ = try await ann.json("add-column", "Todo", shape: "COLUMN-EDIT")
      var expected: [String] = []
      for title in ["-high", "- item", "-5", "-", "-highest", "--high priority", "plain", "-x=1"] {
        let said = try await ann.board("add", title, "--column", "Todo")
        #expect(said.status == 0, "\(title): \(said)")
        expected.append(title)
        #expect(try await Self.titles(ann) == expected)
      }
      for title in ["-h", "--help"] {
        let help = try await ann.board("add", title, "--column", "Todo")
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: board add"))
      }
      for title in ["--high", "---", "--version", "--help-hidden", "--experimental-dump-help"] {
        let said = try await ann.board("add", title, "--column", "Todo")
        #expect(said.status == 2, "\(title): \(said)")
        #expect(said.errors.contains("-- \(title)`"), "\(said)")
      }
      #expect(try await Self.titles(ann) == expected)
      for title in ["-h", "--help", "--high", "--"] {
        let said = try await ann.board("add", "--column", "Todo", "--", title)
        #expect(said.status == 0, "\(title): \(said)")
        expected.append(title)
      }
      #expect(try await Self.titles(ann) == expected)
      _ = try await ann.json("add-column", "-done", "--cards", "-a,-b", shape: "COLUMN-EDIT")
      #expect(try await Self.titles(ann) == expected + ["-a", "-b"])
      _ = try await ann.json("add", "last", "--column", "-done", shape: "CARD-EDIT")
      #expect(try await Self.titles(ann).last == "last")
    }
  }

  @Test(
    "A body is read from a file or standard input, and text is text, to add and to edit",
    .timeLimit(.minutes(2)))
  func bodies() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      _ = try await ann.json("new", "A", shape: "NEW")
      _ = try await ann.json("add-column", "Todo", shape: "COLUMN-EDIT")
      let file = ann.home.appending(path: "body.md")
      try "one\ntwo\n".write(to: file, atomically: true, encoding: .utf8)
      var card = ""
      for (words, input, body) in [
        (["--body", file.path], "", "one\ntwo"), (["--body", "-"], "typed\n", "typed"),
        (["--text", "-x\ny"], "", "-x\ny"), (["--text=--json"], "", "--json"),
        (["--text", "-"], "no", "-"), (["--text="], "", ""), ([], "no", ""),
      ] {
        let added = try await ann.json(
          ["add", "T", "--column", "Todo"] + words, shape: "CARD-EDIT", input: input)
        #expect(added["card"]["body"].string == body, "\(words)")
        card = added["card"]["short"].string ?? ""
      }
      for (words, input, body) in [
        (["--body", file.path], "", "one\ntwo"), (["--text", "- three"], "", "- three"),
        (["--body=-"], "four\n", "four"),
      ] {
        let edited = try await ann.json(
          ["edit", card] + words, shape: "CARD-EDIT", input: input)
        #expect(edited["card"]["body"].string == body, "\(words)")
      }
      for command in [["add", "T", "--column", "Todo"], ["edit", card]] {
        try await ann.failure(
          command + ["--text", "a", "--body", file.path], code: "usage", exit: 2)
        try await ann.failure(
          command + ["--body", file.path + ".none"], code: "usage", exit: 2)
        try await ann.failure(command + ["--text"], code: "usage", exit: 2)
      }
    }
  }

  /// Commands as they are meant, in which every name but the board's is of nothing.
  private static let unknownNames = [
    ["show", "ffff"], ["show", "nothing"], ["add", "X", "--column", "None"],
    ["mv", "ffff", "Todo"],
    ["edit", "ffff", "--title", "X"], ["archive", "ffff"], ["unarchive", "ffff"], ["fav", "ffff"],
    ["column", "rename", "None", "X"], ["column", "move", "None"],
    ["column", "limit", "None", "3"],
    ["column", "delete", "None"], ["label", "rename", "None", "X"],
    ["label", "colour", "None", "red"], ["label", "rm", "None"], ["label", "restore", "None"],
    ["check", "add", "ffff", "X"], ["check", "done", "ffff", "1"],
    ["check", "undone", "ffff", "1"],
    ["check", "reword", "ffff", "1", "X"], ["check", "move", "ffff", "1", "--first"],
    ["check", "rm", "ffff", "1"], ["comment", "ffff", "X"],
    ["comment", "edit", "ffff", "1234", "X"],
    ["comment", "rm", "ffff", "1234"], ["proposals", "ffff"], ["accept", "12"], ["dismiss", "12"],
    ["receipts", "seen", "12"], ["receipts", "restore", "12"], ["compact", "ffff"],
    ["purge", "ffff", "--yes"], ["purge", "ffff", "--history", "title", "--yes"],
    ["log", "ffff"], ["explain", "ffff", "title"], ["close", "None"], ["invite", "ben", "ffff"],
    ["attach", "None"], ["open", "ffff"], ["ffff"],
  ]

  /// Commands on a board that take no other name.
  private static let onBoards = [
    "ls", "export", "labels", "limits", "members", "proposals", "receipts", "log", "undo", "redo",
    "upgrade", "compact", "watch", "open",
  ]

  @Test(
    "What a name is of nothing ends with 1, what is wrongly put with 2", .timeLimit(.minutes(4)))
  func exitCodes() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      _ = try await ann.json("new", "A", shape: "NEW")
      _ = try await ann.json("add-column", "Todo", shape: "COLUMN-EDIT")
      func status(_ words: [String]) async throws -> Program.Result {
        try await Program.board.run(words, environment: ann.environment)
      }
      for words in Self.unknownNames {
        let said = try await status(words)
        #expect(said.status == 1, "\(words): \(said)")
        #expect(said.errors.hasPrefix("board: "))
      }
      for command in Self.onBoards where command != "open" {
        let said = try await status([command, "--board", "None"])
        #expect(said.status == 1, "\(command): \(said)")
        #expect(said.errors.contains("no board"), "\(command): \(said)")
      }
      let opened = try await status(["open", "--favourites", "--board", "None"])
      #expect(opened.status == 1, "\(opened)")
      for words in Self.unknownNames.filter({ $0.count > 1 }) {
        let said = try await status(words + ["--no-such"])
        #expect(said.status == 2, "\(words): \(said)")
      }
      for words in [
        ["chek"], ["check", "ad"], ["check"], ["column"], ["label"], ["help", "chek"],
      ] {
        let said = try await status(words)
        #expect(said.status == 2, "\(words): \(said)")
        #expect(said.output == "")
      }
    }
  }
}
