import BoardModel
import Foundation
import Testing

@Suite("Labels, checklists, comments, members and what becomes of edits, as processes", .serialized)
struct FieldCommandTests {
  /// A board with a column and a card in it.
  private static func begin(_ user: Household) async throws -> (board: BoardID, card: String) {
    let made = try await user.json("new", "Plan", shape: "NEW")
    let added = try await user.json("add-column", "Doing", "--cards", "One", shape: "COLUMN-EDIT")
    let id = try #require(made["board"]["id"].string.flatMap { BoardID($0) })
    return (id, try #require(added["column"]["cards"].array.first?["id"].string))
  }

  @Test(
    "Labels, assignees, dates and priorities are made, shown and taken away",
    .timeLimit(.minutes(2)))
  func details() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let (_, card) = try await Self.begin(ann)
      let bug = try await ann.json("label", "new", "bug", "--colour", "red", shape: "LABEL-EDIT")
      #expect(bug["label"]["colour"].string == "red")
      _ = try await ann.json("label", "new", "idea", shape: "LABEL-EDIT")
      _ = try await ann.json("label", "rename", "idea", "Idea", shape: "LABEL-EDIT")
      _ = try await ann.json("label", "colour", "idea", "12", shape: "LABEL-EDIT")
      let edited = try await ann.json(
        "edit", card, "--title", "Uno", "--label", "BUG", "--label", "idea", "--assign", "@me",
        "--due", "2020-02-29", "--priority", "high", shape: "CARD-EDIT")
      #expect(edited["card"]["labels"].array.compactMap { $0["name"].string } == ["Idea", "bug"])
      #expect(edited["card"]["assignees"].array.count == 1)
      #expect(edited["card"]["due"].string == "2020-02-29")
      #expect(edited["card"]["overdue"].bool == true)
      #expect(edited["card"]["priority"].string == "high")
      let added = try await ann.json(
        "add", "Two", "--column", "Doing", "--label", "bug", "--due", "+1w", "--priority",
        "urgent", "--blocked-by", "1", shape: "CARD-EDIT")
      #expect(added["card"]["labels"].array.count == 1)
      let urgent = try await ann.json("ls", "--priority", "urgent", shape: "LIST")
      #expect(
        urgent["columns"].array.flatMap { $0["cards"].array }.compactMap { $0["title"].string }
          == ["Two"])
      let blocked = try await ann.json("ls", "--blocked", shape: "LIST")
      #expect(
        blocked["columns"].array.flatMap { $0["cards"].array }.compactMap { $0["title"].string }
          == ["Two"])
      let top = try await ann.json("add", "Top", "--column", "Doing", "--top", shape: "CARD-EDIT")
      #expect(top["card"]["title"].string == "Top")
      let order = try await ann.json("ls", shape: "LIST")
      #expect(
        order["columns"].array.flatMap { $0["cards"].array }.compactMap { $0["title"].string }
          == ["Top", "Uno", "Two"])
      let two = try await ann.json("show", "2", shape: "SHOW")
      #expect(two["card"]["blockers"].array.compactMap { $0["number"].number } == [1])
      let why = try await ann.board("explain", "2", "blocker", "1").output
      #expect(why.contains("Uno"), "\(why)")
      let freed = try await ann.json("edit", "2", "--not-blocked-by", "#1", shape: "CARD-EDIT")
      #expect(freed["card"]["blocked"].bool == false)
      let labels = try await ann.json("labels", shape: "LABELS")
      #expect(labels["labels"].array.compactMap { $0["cards"].number } == [1, 2])
      _ = try await ann.json("label", "rm", "bug", shape: "LABEL-EDIT")
      let without = try await ann.json("show", card, shape: "SHOW")
      #expect(without["card"]["labels"].array.compactMap { $0["name"].string } == ["Idea"])
      _ = try await ann.json("label", "restore", "bug", shape: "LABEL-EDIT")
      let export = try await ann.json("export", shape: "EXPORT")
      #expect(export["labels"].array.count == 2)
      let text = try await ann.board("show", card).output
      #expect(text.contains("due       2020-02-29, overdue"), "\(text)")
    }
  }

  @Test("Items of a checklist are ticked, moved and removed", .timeLimit(.minutes(2)))
  func checklists() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let (_, card) = try await Self.begin(ann)
      for text in ["a", "b", "c"] {
        _ = try await ann.json("check", "add", card, text, shape: "CARD-EDIT")
      }
      _ = try await ann.json("check", "move", card, "3", "--first", shape: "CARD-EDIT")
      _ = try await ann.json("check", "done", card, "1", "2", shape: "CARD-EDIT")
      _ = try await ann.json("check", "undone", card, "2", shape: "CARD-EDIT")
      _ = try await ann.json("check", "reword", card, "2", "A", shape: "CARD-EDIT")
      let listed = try await ann.json("check", "rm", card, "3", shape: "CARD-EDIT")
      let items = listed["card"]["checklist"].array
      #expect(items.compactMap { $0["text"].string } == ["c", "A"])
      #expect(items.compactMap { $0["done"].bool } == [true, false])
      let text = try await ann.board("show", card).output
      #expect(text.contains("checklist 1/2\n  1  [x] c\n  2  [ ] A"), "\(text)")
    }
  }

  @Test(
    "Comments are made, edited and removed, and an undo of that undone", .timeLimit(.minutes(2)))
  func comments() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let (_, card) = try await Self.begin(ann)
      _ = try await ann.json("comment", card, "first", shape: "CARD-EDIT")
      let said = try await ann.json(
        "comment", card, "--body", "-", shape: "CARD-EDIT", input: "second\nline\n")
      let names = said["card"]["comments"].array.compactMap { $0["short"].string }
      try #require(names.count == 2)
      #expect(
        said["card"]["comments"].array.compactMap { $0["body"].string }.last == "second\nline")
      _ = try await ann.json(
        "comment", "edit", card, names[0], "--body", "-", shape: "CARD-EDIT", input: "first!\n")
      let comments = try await ann.json("comment", "rm", card, names[1], shape: "CARD-EDIT")
      #expect(comments["card"]["comments"].array.compactMap { $0["body"].string } == ["first!"])
      let undone = try await ann.json("undo", shape: "UNDO")
      #expect(undone["outcome"]["result"].string == "applied")
      let redone = try await ann.json("redo", shape: "REDO")
      #expect(redone["redone"]["operation"].string == undone["undone"]["operation"].string)
    }
  }

  @Test(
    "A column over its limit warns, or refuses where the board says so", .timeLimit(.minutes(2)))
  func limits() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      _ = try await Self.begin(ann)
      _ = try await ann.json("column", "limit", "Doing", "1", shape: "COLUMN-EDIT")
      let full = try await ann.json("ls", shape: "LIST")
      #expect(full["columns"].array.compactMap { $0["overLimit"].bool } == [false])
      let over = try await ann.json("add", "Two", "--column", "Doing", shape: "CARD-EDIT")
      #expect(over["outcome"]["notes"].array.count == 1)
      let list = try await ann.json("ls", shape: "LIST")
      #expect(list["columns"].array.compactMap { $0["overLimit"].bool } == [true])
      _ = try await ann.json("limits", "--block", "yes", shape: "LIMITS-EDIT")
      try await ann.failure("add", "Four", "--column", "Doing", code: "rejected", exit: 1)
      let limits = try await ann.json("limits", shape: "LIMITS")
      #expect(limits["blocks"].bool == true)
      _ = try await ann.json("column", "limit", "Doing", "none", shape: "COLUMN-EDIT")
    }
  }

  @Test("Texts are tidied, which is told of once", .timeLimit(.minutes(2)))
  func compact() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let (_, card) = try await Self.begin(ann)
      let said = try await ann.json("comment", card, "some words", shape: "CARD-EDIT")
      let name = try #require(said["card"]["comments"].array.first?["short"].string)
      _ = try await ann.json("comment", "edit", card, name, "words", shape: "CARD-EDIT")
      let recent = try await ann.json("compact", shape: "COMPACTED")
      #expect(recent["compacted"].array.isEmpty)
      let done = try await ann.json("compact", card, "--older-than", "0s", shape: "COMPACTED")
      #expect(done["compacted"].array.compactMap { $0["dropped"].number } == [5])
      let again = try await ann.board("compact", "--older-than", "0s")
      #expect(again.output.contains("no text holds anything"), "\(again)")
      let shown = try await ann.json("show", card, shape: "SHOW")
      #expect(shown["card"]["comments"].array.first?["body"].string == "words")
      let log = try await ann.board("log").output
      #expect(log.contains("compacted a comment on"), "\(log)")
      try await ann.failure("compact", "ffffffff", code: "not-found", exit: 1)
      let soon = try await ann.board("compact", "--older-than", "soon")
      #expect(soon.errors.contains("is no time"), "\(soon)")
    }
  }

  @Test("What is purged is gone, and nobody purges by mistake", .timeLimit(.minutes(2)))
  func purge() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let (board, card) = try await Self.begin(ann)
      let said = try await ann.json("comment", card, "a password", shape: "CARD-EDIT")
      let name = try #require(said["card"]["comments"].array.first?["short"].string)
      let unasked = try await ann.board("purge", card)
      #expect(unasked.status == 2 && unasked.errors.contains("--yes"), "\(unasked)")
      let both = try await ann.board(
        "purge", card, "--comment", name, "--history", "title", "--yes")
      #expect(both.status == 2, "\(both)")
      try await ann.failure("purge", card, "--comment", "2", "--yes", code: "not-found", exit: 1)
      let comment = try await ann.json("purge", card, "--comment", "1", "--yes", shape: "PURGED")
      #expect(comment["purged"]["comment"].string?.hasPrefix(name) == true)
      _ = try await ann.json("edit", card, "--title", "Clean", shape: "CARD-EDIT")
      let past = try await ann.json("purge", card, "--history", "title", "--yes", shape: "PURGED")
      #expect(past["purged"]["field"].string == "title")
      let shown = try await ann.json("show", card, shape: "SHOW")
      #expect(shown["card"]["title"].string == "Clean")
      #expect(shown["card"]["comments"].array.isEmpty)
      try await ann.failure("purge", card, "--history", "colour", "--yes", code: "usage", exit: 2)
      _ = try await ann.json("purge", card, "--yes", shape: "PURGED")
      try await ann.failure("show", card, code: "not-found", exit: 1)
      _ = try await ann.json("purge", "--board", "\(board)", "--yes", shape: "PURGED")
      try await ann.failure("ls", "--board", "\(board)", code: "not-found", exit: 1)
      let listed = try await ann.board("boards")
      #expect(!listed.output.contains("\(board)".prefix(8)), "\(listed)")
    }
  }

  @Test("What a role forbids is refused with the role it needs", .timeLimit(.minutes(2)))
  func roles() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let (_, card) = try await Self.begin(ann)
      let members = try await ann.json("member", "ben", "viewer", shape: "MEMBERS-EDIT")
      #expect(
        members["members"].array.compactMap { $0["role"].string }.sorted() == ["owner", "viewer"])
      try await ben.failure("comment", card, "no", code: "rejected", exit: 1)
      let refused = try await ben.board("archive", card)
      #expect(refused.errors.contains("needs the role editor, and you are a viewer"), "\(refused)")
      _ = try await ben.json("fav", card, shape: "CARD-EDIT")
      _ = try await ann.json("member", "ben", "commenter", shape: "MEMBERS-EDIT")
      let said = try await ben.json("comment", card, "yes", shape: "CARD-EDIT")
      let name = try #require(said["card"]["comments"].array.first?["short"].string)
      try await ben.failure("edit", card, "--title", "Mine", code: "rejected", exit: 1)
      try await ann.failure("comment", "edit", card, name, "no", code: "rejected", exit: 1)
      _ = try await ann.json("comment", "rm", card, name, shape: "CARD-EDIT")
      try await ben.failure("member", "ben", "owner", code: "rejected", exit: 1)
      _ = try await ann.json("member", "ben", "editor", shape: "MEMBERS-EDIT")
      _ = try await ben.json("edit", card, "--title", "Ours", shape: "CARD-EDIT")
      try await ann.failure("member", "@me", "none", code: "rejected", exit: 1)
      _ = try await ann.json("member", "--everyone", "viewer", shape: "MEMBERS-EDIT")
      let list = try await ben.json("members", shape: "MEMBERS")
      #expect(list["role"].string == "editor")
      #expect(list["members"].array.compactMap { $0["everyone"].bool } == [true, false, false])
    }
  }

  @Test(
    "An edit made without a link becomes a proposal, which somebody else accepts",
    .timeLimit(.minutes(2)))
  func proposals() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let (board, card) = try await Self.begin(ann)
      _ = try await ann.json("member", "--everyone", "editor", shape: "MEMBERS-EDIT")
      let id = try #require(CardID(card))
      let seen = try await ann.json("ls", shape: "LIST")
      let base = try #require(seen["board"]["sequence"].number)
      _ = try await ann.json(
        "edit", card, "--title", "Ann's", "--due", "today", shape: "CARD-EDIT")
      let outcomes = try await BareWindow.submit(
        [.cardRetitle(id, title: "Ben's"), .set(.cardDue(id), .number(nil))], on: board,
        base: base, queued: true, as: ben)
      #expect(outcomes.count == 2)
      for outcome in outcomes {
        guard case .superseded = outcome else {
          Issue.record("\(outcome)")
          continue
        }
      }
      let listed = try await ann.json("proposals", card, shape: "PROPOSALS")
      let proposals = listed["proposals"].array
      #expect(proposals.compactMap { $0["value"].string } == ["Ben's", "none"])
      let names = proposals.compactMap { $0["name"].string }
      try #require(names.count == 2)
      let plain = try await ann.board("show", card)
      #expect(plain.output.contains("ben proposes “Ben's” for the title of “Ann's”"), "\(plain)")
      let mine = try await ben.json("receipts", shape: "RECEIPTS")
      #expect(
        mine["receipts"].array.compactMap { $0["kind"].string } == ["superseded", "superseded"])
      let accepted = try await ann.json("accept", names[0], shape: "SETTLED")
      #expect(accepted["accepted"].bool == true)
      let shown = try await ann.json("show", card, shape: "SHOW")
      #expect(shown["card"]["title"].string == "Ben's")
      _ = try await ann.json("dismiss", names[1], shape: "SETTLED")
      try await ben.failure("accept", names[1], code: "not-found", exit: 1)
      #expect(try await ann.json("proposals", shape: "PROPOSALS")["proposals"].array.isEmpty)
    }
  }

  @Test(
    "Who displaced an edit is told with both values, and one's own comes back",
    .timeLimit(.minutes(2)))
  func receipts() async throws {
    try await Coordinator.with { coordinator in
      let ann = coordinator.owner
      let ben = try Household(url: ann.url)
      defer { ben.remove() }
      try ben.introduce("ben", "desk", by: ann.home)
      let (board, card) = try await Self.begin(ann)
      _ = try await ann.json("member", "--everyone", "editor", shape: "MEMBERS-EDIT")
      let id = try #require(CardID(card))
      let seen = try await ann.json("ls", shape: "LIST")
      let base = try #require(seen["board"]["sequence"].number)
      _ = try await ann.json("edit", card, "--title", "Ann's", shape: "CARD-EDIT")
      _ = try await BareWindow.submit(
        [.cardRetitle(id, title: "Ben's")], on: board, base: base, queued: false, as: ben)
      try await ann.failure("mv", card, "None", code: "not-found", exit: 1)
      let list = try await ann.board("ls")
      #expect(list.output.contains("1 edit of yours was replaced or refused"), "\(list.output)")
      let receipts = try await ann.json("receipts", shape: "RECEIPTS")
      let receipt = try #require(receipts["receipts"].array.first)
      #expect(receipt["kind"].string == "displaced")
      #expect(receipt["user"].string == "ben")
      #expect(receipt["yours"].string == "Ann's")
      #expect(receipt["now"].string == "Ben's")
      #expect(receipt["cards"].array.compactMap(\.string) == [card])
      let name = try #require(receipt["name"].string)
      #expect(receipt["restore"].string == "board receipts restore \(name)")
      _ = try await ann.json("receipts", "restore", name, shape: "RESTORED")
      let shown = try await ann.json("show", card, shape: "SHOW")
      #expect(shown["card"]["title"].string == "Ann's")
      let ended = try await ann.json("receipts", "seen", "--through", name, shape: "RECEIPTS-SEEN")
      #expect(ended["ended"].number == 1)
      #expect(ended["unseen"].number == 0)
      try await ann.failure("receipts", "restore", name, code: "not-found", exit: 1)

      // What was refused is told too, but a command that ended does not keep what it was to do.
      let long = String(repeating: "x", count: 1_001)
      _ = try await ann.board("edit", card, "--title", long)
      let refused = try await ann.json("receipts", "--all", shape: "RECEIPTS")
      let last = try #require(refused["receipts"].array.last)
      #expect(last["kind"].string == "rejected")
      #expect(last["yours"].string == "" && last["restore"].string == "")
      let again = try #require(last["name"].string)
      try await ann.failure("receipts", "restore", again, code: "rejected", exit: 1)
      // Of those that wait, one alone.
      let waiting = try await ann.json("receipts", "--all", shape: "RECEIPTS")
      let one = try await ann.json("receipts", "seen", again, shape: "RECEIPTS-SEEN")
      #expect(one["ended"].number == 1)
      #expect(
        one["unseen"].number == waiting["unseen"].number.map { $0 - 1 }, "\(waiting)")
      try await ann.failure("receipts", "seen", again, code: "not-found", exit: 1)
      try await ann.failure("receipts", "seen", again, "--through", "9", code: "usage", exit: 2)
      _ = try await ann.json("receipts", "seen", shape: "RECEIPTS-SEEN")
      #expect(try await ann.board("receipts").output.hasPrefix("nothing new: no edit"))
    }
  }
}
