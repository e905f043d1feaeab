import Foundation
import Testing

@Suite("History as processes", .serialized)
struct HistoryCommandTests {
  @Test(
    "Who changed a card, from where, when and why stands in its log and in what is explained",
    .timeLimit(.minutes(2)))
  func explains() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let id = try await board(ann)
      _ = try await ann.json("member", "--everyone", "editor", shape: "MEMBERS-EDIT")

      _ = try await ben.json("edit", id, "--title", "Ben's", shape: "CARD-EDIT")
      _ = try await ann.json("edit", id, "--title", "Ann's", shape: "CARD-EDIT")
      _ = try await ben.json("mv", id, "Done", shape: "CARD-EDIT")
      _ = try await ann.json("archive", id, shape: "CARD-EDIT")
      _ = try await ben.json("edit", id, "--title", "Late", shape: "CARD-EDIT")
      let long = String(repeating: "x", count: 1_001)
      try await ann.failure("edit", id, "--title", long, code: "rejected", exit: 1)

      let log = try await ann.json("log", id, shape: "CARD-LOG")
      let operations = log["operations"].array
      // What was rejected concerns no card, and its words are with its author alone.
      #expect(
        operations.map { $0["user"].string == "ben" } == [true, false, true, false, true, false])
      let newest = try await ann.json("log", "--limit", "1", shape: "LOG")
      let refused = try #require(newest["operations"].array.first)
      #expect(refused["outcome"]["result"].string == "rejected")
      #expect(refused["deed"].string == "made an edit")
      #expect(refused["cards"].array.isEmpty)
      #expect(operations.allSatisfy { $0["window"].string?.count == 32 })
      let late = try #require(operations[0]["changes"].array.first)
      #expect(late["before"].string == "Ann's")
      #expect(late["after"].string == "Late")
      #expect(
        late["reasons"].array.compactMap { $0["rule"].string } == ["unopposed", "archive-stands"])
      #expect(late["reasons"].array.last?["statements"].array.compactMap(\.string) == ["APL-039"])
      let fewer = try await ann.json("log", id, "--limit", "2", shape: "CARD-LOG")
      #expect(
        fewer["operations"].array.compactMap { $0["sequence"].number }
          == operations.prefix(2).compactMap { $0["sequence"].number })

      let title = try await ben.json("explain", id, "title", shape: "EXPLAIN")
      #expect(title["value"].string == "Late")
      #expect(title["written"].array.compactMap { $0["user"].string } == ["ben"])
      #expect(title["written"].array.compactMap { $0["device"].string } == ["desk"])
      #expect(
        title["changes"].array.compactMap { $0["change"]["after"].string }
          == ["Late", "Ann's", "Ben's", "One"])
      let place = try await ben.json("explain", id, "column", shape: "EXPLAIN")
      #expect(place["value"].string == "Done")
      #expect(place["field"].string == "place")
      let mark = try await ben.json("explain", id, "favourite", shape: "EXPLAIN")
      #expect(mark["changes"].array.isEmpty)
      let plain = try await ann.board("explain", id, "title")
      #expect(plain.status == 0)
      #expect(plain.output.contains("ben (desk, window "), "\(plain.output)")
      #expect(plain.output.contains("because the card was archived"), "\(plain.output)")
      let lines = try await ann.board("log", id)
      #expect(lines.output.contains("place: “Doing” to “Done”"), "\(lines.output)")
    }
  }

  @Test("An earlier value is written again as an edit of one's own", .timeLimit(.minutes(2)))
  func restores() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let id = try await board(ann)
      _ = try await ann.json(
        "edit", id, "--title", "Two", "--body", "-", shape: "CARD-EDIT", input: "first\nsecond")
      _ = try await ann.json("edit", id, "--body", "-", shape: "CARD-EDIT", input: "other\nsecond!")
      _ = try await ann.json("mv", id, "Done", shape: "CARD-EDIT")

      let body = try await ann.json("explain", id, "body", shape: "EXPLAIN")
      let bodies = body["changes"].array
      #expect(
        bodies.compactMap { $0["change"]["after"].string }
          == ["other\nsecond!", "first\nsecond", ""])
      let number = try #require(bodies[1]["sequence"].number)
      let restored = try await ann.json(
        "explain", id, "body", "--restore", "\(number)", shape: "CARD-EDIT")
      #expect(restored["card"]["body"].string == "first\nsecond")
      let first = try #require(bodies.last?["sequence"].number)
      let retitled = try await ann.json(
        "explain", id, "title", "--restore", "\(first)", shape: "CARD-EDIT")
      #expect(retitled["card"]["title"].string == "One")
      let back = try await ann.json(
        "explain", id, "place", "--restore", "\(first)", shape: "CARD-EDIT")
      #expect(back["card"]["column"]["title"].string == "Doing")
      let undone = try await ann.json("undo", shape: "UNDO")
      #expect(undone["outcome"]["result"].string == "applied")

      try await ann.failure(
        "explain", id, "title", "--restore", "\(first)", code: "rejected", exit: 1)
      try await ann.failure(
        "explain", id, "title", "--restore", "999", code: "not-found", exit: 1)
      try await ann.failure("explain", id, "colour", code: "usage", exit: 2)
      try await ann.failure("explain", "ffff", "title", code: "not-found", exit: 1)
      try await ann.failure("explain", id, code: "usage", exit: 2)
    }
  }

  @Test(
    "Labels, assignees, items and comments are explained too, also when they were removed",
    .timeLimit(.minutes(2)))
  func details() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let id = try await board(ann)
      _ = try await ann.json("label", "new", "bug", shape: "LABEL-EDIT")
      for change in [
        ["edit", id, "--label", "bug", "--assign", "ben", "--due", "2026-12-01"],
        ["check", "add", id, "Test it"], ["check", "reword", id, "1", "Test it well"],
        ["check", "done", id, "1"], ["comment", id, "first"],
      ] {
        _ = try await ann.json(change, shape: "CARD-EDIT")
      }
      let shown = try await ann.json("show", id, shape: "SHOW")
      let comment = try #require(shown["card"]["comments"].array.first?["id"].string)
      _ = try await ann.json(
        "comment", "edit", id, comment, "--body", "-", shape: "CARD-EDIT", input: "first!")
      let log = try await ann.json("log", id, shape: "CARD-LOG")
      let item = try #require(
        log["operations"].array.flatMap { $0["changes"].array }
          .first { $0["field"].string == "done" }?["subject"].string)
      _ = try await ann.json("check", "rm", id, "1", shape: "CARD-EDIT")
      _ = try await ann.json("comment", "rm", id, comment, shape: "CARD-EDIT")

      _ = try await ann.json("label", "rm", "bug", shape: "LABEL-EDIT")

      let expected: [(field: [String], value: String, subject: String?, changes: [String])] = [
        (["assignee", "ben"], "yes", "ben", ["yes"]), (["due"], "2026-12-01", id, ["2026-12-01"]),
        (["label", "bug"], "yes", nil, ["yes"]),
        (["item", item], "Test it well", item, ["Test it well", "Test it"]),
        (["item-done", item], "yes", item, ["yes"]),
        (["item-removed", item], "yes", item, ["yes"]),
        (["comment", comment], "first!", comment, ["first!", "first"]),
        (["comment-removed", comment], "yes", comment, ["yes"]),
      ]
      for (field, value, subject, changes) in expected {
        let told = try await ann.json(["explain", id] + field, shape: "EXPLAIN")
        #expect(told["value"].string == value, "\(field)")
        if let subject { #expect(told["subject"].string == subject, "\(field)") }
        #expect(
          told["changes"].array.compactMap { $0["change"]["after"].string } == changes, "\(field)")
      }
      let first = try #require(
        (try await ann.json("explain", id, "item", item, shape: "EXPLAIN"))["changes"].array.last)
      let number = try #require(first["sequence"].number)
      _ = try await ann.json(
        "explain", id, "item", item, "--restore", "\(number)", shape: "CARD-EDIT")
      let back = try await ann.json("show", id, shape: "SHOW")
      #expect(back["card"]["checklist"].array.map { $0["text"].string } == ["Test it"])

      for wrong in [["label"], ["title", "of it"]] {
        try await ann.failure(["explain", id] + wrong, code: "usage", exit: 2)
      }
      for wrong in [["label", "none"], ["item", "9"], ["comment", "ffff"]] {
        try await ann.failure(["explain", id] + wrong, code: "not-found", exit: 1)
      }
    }
  }

  @Test("A board is listed as it was at a time", .timeLimit(.minutes(2)))
  func past() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let id = try await board(ann)
      _ = try await ann.json("add", "Two", "--column", "Doing", shape: "CARD-EDIT")
      _ = try await ann.json("archive", id, shape: "CARD-EDIT")
      let log = try await ann.json("log", shape: "LOG")
      let operations = Array(log["operations"].array.reversed())
      var lists: [[String]] = []
      for operation in operations {
        let time = try #require(operation["time"].string)
        let list = try await ann.json("ls", "--at", time, shape: "LIST")
        #expect(list["board"]["sequence"].number == operation["sequence"].number)
        lists.append(
          list["columns"].array.flatMap { $0["cards"].array.compactMap { $0["title"].string } })
      }
      #expect(lists == [[], ["One"], ["One"], ["One", "Two"], ["Two"]])
      let now = try await ann.board("ls", "--at", "0s")
      #expect(now.output.hasPrefix("as it was at "), "\(now.output)")
      #expect(now.output.contains("Two"))
      try await ann.failure("ls", "--at", "1d", code: "not-found", exit: 1)
      try await ann.failure("ls", "--at", "yesterday", code: "usage", exit: 2)
      try await ann.failure("ls", "--at", "2999-01-01", code: "usage", exit: 2)
      let local = try await ann.shell(
        "TZ=UTC-2 \"$0\" ls --at \"$(TZ=UTC-2 date +%Y-%m-%dT%H:%M:%S)\" --json")
      #expect(local.status == 0, "\(local)")
    }
  }

  @Test(
    "Where something was purged, a board is listed as before that and as it is, and else says why not",
    .timeLimit(.minutes(2)))
  func pastOfPurged() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      _ = try await board(ann)
      let pasted = try #require(
        (try await ann.json("add", "Pasted", "--column", "Doing", shape: "CARD-EDIT"))["card"]["id"]
          .string)
      _ = try await ann.json("add", "Two", "--column", "Doing", shape: "CARD-EDIT")
      let log = try await ann.json("log", shape: "LOG")
      let times = try log["operations"].array.reversed().map { try #require($0["time"].string) }
      _ = try await ann.json("purge", pasted, "--yes", shape: "PURGED")
      let deeds = (try await ann.json("log", shape: "LOG"))["operations"].array.compactMap {
        $0["deed"].string
      }
      #expect(deeds.count == times.count + 1)
      #expect(deeds.count { $0 == "made an edit that was purged since" } == 1, "\(deeds)")
      let before = try await ann.json("ls", "--at", times[times.count - 3], shape: "LIST")
      #expect(
        before["columns"].array.flatMap { $0["cards"].array.map { $0["title"].string } } == ["One"])
      for time in times.suffix(2) {
        let said = try await ann.board("ls", "--at", time)
        #expect(said.status == 1)
        #expect(said.errors.contains("was purged since"), "\(said)")
      }
      let now = try await ann.board("ls", "--at", "0s")
      #expect(now.status == 0 && now.output.contains("Two"), "\(now)")
    }
  }

  /// A zone for which no files are needed; its clock went back or goes back this year.
  private static let zones = [
    "UTC0", "IST-5:30", "NST3:30NDT,M3.2.0,M11.1.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
  ]

  @Test(
    "A time that a command prints is local, says so, and shows the board of then when it is given back",
    .timeLimit(.minutes(3)), arguments: zones)
  func givenBack(zone: String) async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let id = try await board(ann)
      _ = try await ann.json("edit", id, "--title", "Two", shape: "CARD-EDIT")
      _ = try await ann.json("comment", id, "Three", shape: "CARD-EDIT")
      let offset = try await ann.shell("TZ='\(zone)' date +%z").output
        .trimmingCharacters(in: .newlines)
      // Each of them begins lines with the number of the operation and its time.
      for command in ["log", "log \(id)", "explain \(id) title"] {
        let said = try await ann.shell("TZ='\(zone)' \"$0\" \(command)")
        let lines = said.output.split(separator: "\n").compactMap { line -> (String, String)? in
          let parts = line.components(separatedBy: "  ")
          guard parts.count > 2, UInt64(parts[0]) != nil else { return nil }
          return (parts[0], parts[1])
        }
        #expect(lines.count >= 2, "\(said)")
        for (sequence, time) in lines {
          #expect(time.hasSuffix(" \(offset)"), "\(time)")
          for place in [zone, "UTC-3"] {
            let then = try await ann.shell("TZ='\(place)' \"$0\" ls --at '\(time)'")
            #expect(then.status == 0, "\(then)")
            #expect(
              then.output.split(separator: "\n").first?.hasSuffix("after edit \(sequence)")
                == true, "\(time): \(then)")
            if place == zone { #expect(then.output.hasPrefix("as it was at \(time), ")) }
          }
        }
      }
      // Whatever else tells a time.
      for command in ["boards", "show \(id)", "export"] {
        let said = try await ann.shell("TZ='\(zone)' \"$0\" \(command)")
        #expect(said.output.contains(" \(offset)"), "\(said)")
        #expect(!said.output.contains("UTC"), "\(said)")
        let json = try await ann.shell("TZ='\(zone)' \"$0\" \(command) --json")
        #expect(json.output.contains("Z\""), "\(json)")
        #expect(!json.output.contains(" \(offset)\""), "\(json)")
      }
    }
  }

  /// A board with the columns Doing and Done, and a card "One" in the first, as three operations.
  /// - Returns: the card.
  private func board(_ user: Household) async throws -> String {
    _ = try await user.json("new", "Plan", shape: "NEW")
    let added = try await user.json(
      "add-column", "Doing", "--cards", "One", shape: "COLUMN-EDIT")
    _ = try await user.json("add-column", "Done", shape: "COLUMN-EDIT")
    return try #require(added["column"]["cards"].array.first?["id"].string)
  }
}
