import Foundation
import Testing

@Suite("Commands as processes", .serialized)
struct CommandTests {
  @Test(
    "Every command does what it says, and prints JSON of the shape it documents",
    .timeLimit(.minutes(2)))
  func happyPaths() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      #expect(try await user.json("boards", shape: "BOARDS")["boards"].array.isEmpty)
      let made = try await user.json("new", "Plan", shape: "NEW")
      let board = try #require(made["board"]["id"].string)
      let column = try await user.json(
        "add-column", "Doing", "--cards", "One,Two", shape: "COLUMN-EDIT")
      #expect(column["column"]["cards"].array.compactMap { $0["title"].string } == ["One", "Two"])
      _ = try await user.json("add-column", "Done", shape: "COLUMN-EDIT")
      let added = try await user.json(
        "add", "Three", "--column", "Doing", "--text", "a\nb", shape: "CARD-EDIT")
      let three = try #require(added["card"]["short"].string)
      #expect(added["card"]["body"].string == "a\nb")

      let list = try await user.json("ls", "--board", "Plan", shape: "LIST")
      let cards = list["columns"].array.first?["cards"].array ?? []
      #expect(cards.compactMap { $0["title"].string } == ["One", "Two", "Three"])
      #expect(cards.compactMap { $0["hasBody"].bool } == [false, false, true])
      let one = try #require(cards.first?["short"].string)

      let moved = try await user.json("mv", three, "Doing", "--after", one, shape: "CARD-EDIT")
      #expect(moved["card"]["column"]["title"].string == "Doing")
      let order = try await user.json("ls", "--board", board, shape: "LIST")
      #expect(
        order["columns"].array.first?["cards"].array.compactMap { $0["title"].string }
          == ["One", "Three", "Two"])
      let edited = try await user.json(
        "edit", three, "--title", "Drei", "--body", "-", shape: "CARD-EDIT", input: "a\nb\nc\n")
      #expect(edited["card"]["title"].string == "Drei")
      #expect(edited["card"]["body"].string == "a\nb\nc")
      let marked = try await user.json("fav", three, shape: "CARD-EDIT")
      #expect(marked["card"]["favourite"].bool == true)
      let unmarked = try await user.json("fav", three, "--remove", shape: "CARD-EDIT")
      #expect(unmarked["card"]["favourite"].bool == false)
      let archived = try await user.json("archive", three, shape: "CARD-EDIT")
      #expect(archived["card"]["archived"].bool == true)
      let export = try await user.json("export", shape: "EXPORT")
      #expect(export["archive"].array.compactMap { $0["body"].string } == ["a\nb\nc"])
      let restored = try await user.json("unarchive", three, shape: "CARD-EDIT")
      #expect(restored["card"]["archived"].bool == false)
      let undone = try await user.json("undo", shape: "UNDO")
      #expect(undone["outcome"]["result"].string == "applied")
      let shown = try await user.json("show", three, shape: "SHOW")
      #expect(shown["card"]["archived"].bool == true)

      _ = try await user.json("column", "rename", "Done", "Finished", shape: "COLUMN-EDIT")
      _ = try await user.json(
        "column", "move", "Finished", "--before", "Doing", shape: "COLUMN-EDIT")
      let renamed = try await user.json("ls", shape: "LIST")
      #expect(renamed["columns"].array.compactMap { $0["title"].string } == ["Finished", "Doing"])
      _ = try await user.json(
        "column", "delete", "Doing", "--move-cards-to", "Finished", shape: "COLUMN-EDIT")
      let rest = try await user.json("ls", shape: "LIST")
      #expect(
        rest["columns"].array.map { $0["cards"].array.compactMap { $0["title"].string } }
          == [["One", "Two"]])

      let log = try await user.json("log", "--limit", "3", shape: "LOG")
      let sequences = log["operations"].array.compactMap { $0["sequence"].number }
      #expect(sequences.count == 3)
      #expect(sequences == sequences.sorted(by: >))
      let ofCard = try await user.json("log", three, shape: "CARD-LOG")
      #expect(ofCard["operations"].array.count == 8)
      for operation in ofCard["operations"].array {
        #expect(operation["cards"].array.contains { $0.string == shown["card"]["id"].string })
      }
    }
  }

  @Test(
    "A card that is too large for an excerpt is shown and edited all the same",
    .timeLimit(.minutes(2)))
  func largeCard() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      _ = try await user.json("new", "Plan", shape: "NEW")
      _ = try await user.json("add-column", "Doing", shape: "COLUMN-EDIT")
      let line = "A line of a card that is longer than anybody reads.\n"
      let body = String(repeating: line, count: 6_000)
      let added = try await user.json(
        "add", "Long", "--column", "Doing", "--body", "-", shape: "CARD-EDIT", input: body)
      #expect(added["card"]["body"].string == String(body.dropLast()))
      #expect(added["card"]["number"].number == 1)
      let commented = try await user.json("comment", "1", "said", shape: "CARD-EDIT")
      #expect(commented["card"]["comments"].array.count == 1)
      let shown = try await user.json("show", "1", shape: "SHOW")
      #expect(shown["card"]["body"].string == String(body.dropLast()))
      _ = try await user.json("add", "Short", "--column", "Doing", shape: "CARD-EDIT")
      let blocked = try await user.json("edit", "2", "--blocked-by", "1", shape: "CARD-EDIT")
      #expect(blocked["card"]["blocked"].bool == true)
    }
  }

  @Test("What a command cannot do it says with its code and exit status", .timeLimit(.minutes(2)))
  func refusals() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let long = String(repeating: "x", count: 1_001)

      try await ann.failure("ls", code: "not-found", exit: 1)
      try await ann.failure("new", long, code: "rejected", exit: 1)
      try await ann.failure("new", " ", code: "usage", exit: 2)
      _ = try await ann.json("new", "A", shape: "NEW")
      let added = try await ann.json(
        "add-column", "Doing", "--cards", "One", shape: "COLUMN-EDIT")
      let id = try #require(added["column"]["cards"].array.first?["id"].string)
      try await ann.failure("ls", "--board", "B", code: "not-found", exit: 1)
      try await ann.failure("show", "ffff", code: "not-found", exit: 1)
      try await ann.failure("add", long, "--column", "Doing", code: "rejected", exit: 1)
      try await ann.failure("add", "X", "--column", "None", code: "not-found", exit: 1)
      try await ann.failure("add", "X", code: "usage", exit: 2)
      try await ann.failure("mv", id, "None", code: "not-found", exit: 1)
      try await ann.failure("mv", id, "Doing", "--after", id, code: "usage", exit: 2)
      try await ann.failure("edit", id, code: "usage", exit: 2)
      try await ann.failure("edit", id, "--title", long, code: "rejected", exit: 1)
      try await ann.failure("edit", id, "--body", "/nowhere", code: "usage", exit: 2)
      for command in ["archive", "unarchive", "fav", "log"] {
        try await ann.failure(command, "nothing", code: "not-found", exit: 1)
      }
      try await ann.failure("add-column", "", code: "usage", exit: 2)
      try await ann.failure("add-column", "X", "--cards", "a,,b", code: "usage", exit: 2)
      try await ann.failure("add-column", "X", "--cards", "a,\(long)", code: "rejected", exit: 1)
      try await ann.failure("column", "rename", "Doing", long, code: "rejected", exit: 1)
      try await ann.failure("column", "move", "Doing", "--after", "Doing", code: "usage", exit: 2)
      try await ann.failure("column", "delete", "Doing", code: "usage", exit: 2)
      try await ann.failure("log", "--limit", "0", code: "usage", exit: 2)
      try await ann.failure("watch", "--board", "B", code: "not-found", exit: 1)
      try await ann.failure("export", "--board", "B", code: "not-found", exit: 1)
      try await ann.failure("bogus", code: "usage", exit: 2)

      _ = try await ann.json("member", "--everyone", "editor", shape: "MEMBERS-EDIT")
      try await ben.failure("undo", code: "rejected", exit: 1)
      _ = try await ann.json("edit", id, "--title", "Ann's", shape: "CARD-EDIT")
      _ = try await ben.json("edit", id, "--title", "Ben's", shape: "CARD-EDIT")
      try await ann.failure("undo", code: "rejected", exit: 1)
      _ = try await ann.json("undo", "--force", shape: "UNDO")
      let shown = try await ann.json("show", id, shape: "SHOW")
      #expect(shown["card"]["title"].string == "One")

      _ = try await ann.json("new", "B", shape: "NEW")
      try await ann.failure("ls", code: "ambiguous", exit: 1)
      #expect(try await ann.board("help").status == 0)
      let topic = try await ann.board("help", "json")
      #expect(topic.status == 0)
      #expect(topic.output.contains("CARD-EDIT {\n  board: BOARD\n  card: CARD\n"))
    }
  }

  @Test(
    "A reader that goes away ends a command in order, also one that waits for changes",
    .timeLimit(.minutes(1)))
  func closedPipe() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      _ = try await user.json("new", "A", shape: "NEW")
      let cards = (0..<400).map { "card \($0)" }.joined(separator: ",")
      _ = try await user.json("add-column", "X", "--cards", cards, shape: "COLUMN-EDIT")
      for command in ["export --json", "watch"] {
        let result = try await Program.board.run(
          inShell: #"{ "$0" \#(command); echo "ended $?" >&2; } | head -c 10"#,
          environment: user.environment)
        #expect(result.output.utf8.count == 10)
        #expect(result.errors == "ended 0\n")
      }
    }
  }

  @Test(
    "Twenty commands at once beside one that watches all succeed, and leave nothing behind",
    .timeLimit(.minutes(2)))
  func parallel() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      _ = try await user.json("new", "A", shape: "NEW")
      _ = try await user.json("add-column", "X", shape: "COLUMN-EDIT")
      let watch = try Running(.board, ["watch", "--json"], environment: user.environment)
      var lines = watch.lines.makeAsyncIterator()
      let started = try Parsed(await lines.next() ?? "")
      started.expect("STARTED", #_sourceLocation)
      try await withThrowingTaskGroup(of: Program.Result.self) { group in
        for number in 0..<20 {
          group.addTask { try await user.board("add", "card \(number)", "--column", "X") }
        }
        for try await result in group { #expect(result.status == 0, "\(result)") }
      }
      var seen: [UInt64] = []
      while seen.count < 20, let line = await lines.next() {
        let change = try Parsed(line)
        change.expect("CHANGED", #_sourceLocation)
        if let sequence = change["operation"]["sequence"].number { seen.append(sequence) }
      }
      #expect(seen == (3...22).map { UInt64($0) })
      watch.send(SIGINT)
      #expect(await watch.status() == 0)
      let list = try await user.json("ls", shape: "LIST")
      #expect(list["columns"].array.first?["cards"].array.count == 20)
    }
  }

  @Test(
    "A watch goes on after its coordinator was killed, and tells what it missed",
    .timeLimit(.minutes(1)))
  func watchAgain() async throws {
    let first = try await Coordinator()
    let user = first.owner
    _ = try await user.json("new", "A", shape: "NEW")
    let watch = try Running(.board, ["watch", "--json"], environment: user.environment)
    var lines = watch.lines.makeAsyncIterator()
    _ = await lines.next()
    first.running.send(SIGKILL)
    _ = await first.running.status()
    let lost = try Parsed(await lines.next() ?? "")
    lost.expect("LINK", #_sourceLocation)
    #expect(lost["event"].string == "disconnected")
    let second = try await Coordinator(owner: user, listen: [first.endpoint])
    _ = try await user.json("add-column", "X", shape: "COLUMN-EDIT")
    var events: [String] = []
    while Set(events) != ["connected", "operation"], let line = await lines.next() {
      events.append(try Parsed(line)["event"].string ?? "")
    }
    #expect(events.sorted() == ["connected", "operation"])
    watch.send(SIGTERM)
    #expect(await watch.status() == 0)
    await second.stop()
    user.remove()
  }
}
