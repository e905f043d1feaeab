import ArgumentParser
import BoardModel
import Statements
import Testing
import Wording

@testable import Commands

@Suite("What commands make of labels, members, checklists and comments")
struct FieldPlanTests {
  private static let one = Sample.card("abcd1")

  @Test("Labels are named by name in either case, or by the beginning of their identifiers")
  func labelNames() throws {
    let board = Sample.detailed.board
    for name in ["bug", "BUG", Sample.label(1).description] {
      #expect(try Naming.label(name, on: board).id == Sample.label(1))
    }
    let both = #expect(throws: CommandFailure.self) { try Naming.label("1abe", on: board) }
    #expect(both?.kind == .ambiguous)
    let none = #expect(throws: CommandFailure.self) { try Naming.label("none", on: board) }
    #expect(none?.kind == .notFound)
    #expect(none?.candidates.count == 2)
    let short = #expect(throws: CommandFailure.self) { try Naming.label("1ab", on: board) }
    #expect(short?.kind == .notFound)
  }

  @Test("A removed label is found to be restored, and only then")
  func removedLabels() throws {
    var sample = Sample.detailed
    sample.make(.set(.labelRemoved(Sample.label(1)), .flag(true)))
    let gone = #expect(throws: CommandFailure.self) { try Naming.label("bug", on: sample.board) }
    #expect(gone?.kind == .notFound)
    #expect(try Naming.label("bug", on: sample.board, removed: true).id == Sample.label(1))
    let there = #expect(throws: CommandFailure.self) {
      try Naming.label("Idea", on: sample.board, removed: true)
    }
    #expect(there?.kind == .notFound)
  }

  @Test("No two labels get one name, also not in another case")
  func labelRivals() throws {
    let board = Sample.detailed.board
    let rival = #expect(throws: CommandFailure.self) {
      try NewLabel.plan(Sample.label(3), "IDEA", colour: nil, on: board)
    }
    #expect(rival?.exitCode == 1)
    try NewLabel.check("BUG", isFreeOn: board, besides: Sample.label(1))
    #expect(
      try NewLabel.plan(Sample.label(3), "new", colour: "cyan", on: board)
        == .labelCreate(Sample.label(3), name: "new", colour: 6))
    // Red and blue are taken.
    #expect(
      try NewLabel.plan(Sample.label(3), "new", colour: nil, on: board)
        == .labelCreate(Sample.label(3), name: "new", colour: 2))
  }

  @Test("A user's name may be typed in upper case, and everyone is none", .holds("TLS-014"))
  func userNames() throws {
    #expect(try TypedUser.parse("Ben", for: "ann") == "ben")
    #expect(try TypedUser.parse("@me", for: "ann") == "ann")
    for bad in [
      "everyone", "Everyone", "..", "", "b b", "@you", "é", String(repeating: "b", count: 65),
    ] {
      let failure = #expect(throws: CommandFailure.self) { try TypedUser.parse(bad, for: "ann") }
      #expect(failure?.kind == .usage)
      #expect(failure?.description.contains("--everyone") == (bad.lowercased() == "everyone"))
    }
  }

  @Test("A colour is a name or a number, and what is none is refused")
  func colours() throws {
    #expect(try LabelColour("Red").number == 1)
    #expect(try LabelColour("gray").number == 8)
    #expect(try LabelColour("15").number == 15)
    for number in UInt8(0)..<16 {
      #expect(try LabelColour(LabelColour.name(number)).number == number)
    }
    for bad in ["16", "-1", "crimson", ""] {
      let failure = #expect(throws: CommandFailure.self) { try LabelColour(bad) }
      #expect(failure?.kind == .usage)
    }
  }

  @Test("What is so already is not done again, and a removal names what it saw")
  func changes() throws {
    var sample = Sample.detailed
    let seen = try #require(sample.board.attached(.label(Sample.label(1)), to: Self.one)?.operation)
    let changes = CardChanges(
      labels: ["idea", "Idea"], withoutLabels: ["bug"], assigned: ["@me", "ben"],
      unassigned: ["cem"], due: try DueDay("2026-11-25"), priority: try PriorityName("Urgent"))
    let plan = try changes.plan(Self.one, on: sample.board, user: "ann")
    #expect(
      plan == [
        .attach(Self.one, .label(Sample.label(2))),
        .detach(Self.one, .label(Sample.label(1)), seen: seen),
        .attach(Self.one, .assignee("ann")), .attach(Self.one, .assignee("ben")),
        .set(.cardDue(Self.one), .number(20_782)),
        .set(.cardPriority(Self.one), .number(4)),
      ])
    sample.make(.batch(plan))
    #expect(try changes.plan(Self.one, on: sample.board, user: "ann").isEmpty)
    let away = CardChanges(due: try DueDay("none"), priority: try PriorityName("none"))
    #expect(
      try away.plan(Self.one, on: sample.board, user: "ann")
        == [
          .set(.cardDue(Self.one), .number(nil)), .set(.cardPriority(Self.one), .number(nil)),
        ])
  }

  @Test("Cards that block it are named as cards are, and a card never blocks itself")
  func blockers() throws {
    var sample = Sample.detailed
    let two = Sample.card("abcd2")
    let add = CardChanges(blockers: ["#2", two.description])
    let plan = try add.plan(Self.one, on: sample.board, user: "ann")
    #expect(plan == [.attach(Self.one, .blocker(two))])
    let made = sample.make(.batch(plan)).id
    #expect(try add.plan(Self.one, on: sample.board, user: "ann").isEmpty)
    let away = CardChanges(withoutBlockers: ["2"])
    #expect(
      try away.plan(Self.one, on: sample.board, user: "ann")
        == [.detach(Self.one, .blocker(two), seen: made)])
    for (name, kind) in [("1", CommandFailure.Kind.usage), ("9", .notFound)] {
      let failure = #expect(throws: CommandFailure.self) {
        try CardChanges(blockers: [name]).plan(Self.one, on: sample.board, user: "ann")
      }
      #expect(failure?.kind == kind)
    }
  }

  @Test("Nothing is both added and removed")
  func contradiction() throws {
    let board = Sample.detailed.board
    for changes in [
      CardChanges(labels: ["bug"], withoutLabels: ["BUG"]),
      CardChanges(assigned: ["@me"], unassigned: ["ann"]),
    ] {
      let failure = #expect(throws: CommandFailure.self) {
        try changes.plan(Self.one, on: board, user: "ann")
      }
      #expect(failure?.kind == .usage)
    }
  }

  @Test("A title, a body and what is on a card change in one operation")
  func oneBatch() throws {
    let board = Sample.detailed.board
    let card = try #require(board.card(Self.one))
    let more = try CardChanges(assigned: ["ben"]).plan(Self.one, on: board, user: "ann")
    let plan = EditCommand.plan(card, title: "New", body: "first\n", more)
    guard case .batch(let intents) = plan.first, plan.count == 1 else {
      Issue.record("no batch: \(plan)")
      return
    }
    #expect(intents.count == 3)
    #expect(EditCommand.plan(card, title: "One", body: nil, more) == more)
  }

  @Test("Items are named by number or by the beginning of their identifiers")
  func items() throws {
    let board = Sample.detailed.board
    let card = try #require(board.card(Self.one))
    #expect(try Naming.item("2", of: card, on: board).id == Sample.item(2))
    let full = Sample.item(1).description
    #expect(try Naming.item(full, of: card, on: board).id == Sample.item(1))
    for (name, kind) in [
      ("0", CommandFailure.Kind.notFound), ("3", .notFound), ("-1", .notFound),
      ("read", .notFound), ("17e4", .ambiguous),
    ] {
      let failure = #expect(throws: CommandFailure.self) {
        try Naming.item(name, of: card, on: board)
      }
      #expect(failure?.kind == kind, "\(name)")
      #expect(failure?.candidates.count == 2, "\(name)")
    }
  }

  @Test("Ticking says how it is to be, never the other way round")
  func ticks() throws {
    var sample = Sample.detailed
    let plan = DoneItem.plan(sample.board.checklist(of: Self.one), true, of: Self.one)
    #expect(
      plan
        == [Sample.item(1), Sample.item(2)].map {
          .set(.itemDone(Self.one, $0), .flag(true))
        })
    sample.make(.batch(plan))
    #expect(DoneItem.plan(sample.board.checklist(of: Self.one), true, of: Self.one).isEmpty)
  }

  @Test(
    "An item goes where it was said to go",
    arguments: [
      (["--after", "1"], ["write", "new", "read"]), (["--before", "1"], ["new", "write", "read"]),
      (["--first"], ["new", "write", "read"]), (["--last"], ["write", "read", "new"]),
      ([], ["write", "read", "new"]),
    ])
  func itemPlaces(arguments: [String], order: [String]) throws {
    var sample = Sample.detailed
    let place = try ItemPlaceOptions.parse(arguments)
    let card = try #require(sample.board.card(Self.one))
    let anchors = try place.anchors(for: nil, of: card, on: sample.board)
    sample.make(.itemAdd(Self.one, Sample.item(3), text: "new", at: anchors))
    #expect(sample.board.checklist(of: Self.one).map(\.text.value) == order)
  }

  @Test("An item that moves does not stand beside itself")
  func itemBesideItself() throws {
    let board = Sample.detailed.board
    let card = try #require(board.card(Self.one))
    let place = try ItemPlaceOptions.parse(["--after", "1"])
    let failure = #expect(throws: CommandFailure.self) {
      try place.anchors(for: Sample.item(1), of: card, on: board)
    }
    #expect(failure?.kind == .usage)
    let first = try ItemPlaceOptions.parse(["--first"])
    #expect(
      try first.anchors(for: Sample.item(1), of: card, on: board)
        == Anchors(before: Sample.item(2)))
  }

  @Test("A comment that is edited changes where it differs")
  func comments() throws {
    var sample = Sample.detailed
    let card = try #require(sample.board.card(Self.one))
    let comment = try Naming.comment("c033", on: card, sample.board)
    let plan = EditComment.plan(comment, "why not?\n", on: Self.one)
    #expect(plan.count == 1)
    sample.make(plan[0], by: Sample.ben)
    #expect(sample.board.comments(on: Self.one).map(\.body.string) == ["why not?\n"])
    #expect(EditComment.plan(comment, "why?\n", on: Self.one).isEmpty)
    for name in ["c034", "c0", "why"] {
      let failure = #expect(throws: CommandFailure.self) {
        try Naming.comment(name, on: card, sample.board)
      }
      #expect(failure?.kind == .notFound)
      #expect(failure?.candidates.count == 1)
    }
  }

  @Test("A comment is named by the number that stands in front of it, or by its identifier")
  func commentNumbers() throws {
    var sample = Sample.detailed
    sample.make(.commentAdd(Self.one, Sample.comment(2), text: "because"), by: Sample.ben)
    let card = try #require(sample.board.card(Self.one))
    let shown = sample.board.comments(on: Self.one)
    #expect(shown.count == 2)
    for (index, comment) in shown.enumerated() {
      #expect(try Naming.comment("\(index + 1)", on: card, sample.board).id == comment.id)
      #expect(
        try Naming.comment(comment.id.description, on: card, sample.board).id == comment.id)
    }
    for name in ["0", "3", "-1", "999"] {
      let failure = #expect(throws: CommandFailure.self) {
        try Naming.comment(name, on: card, sample.board)
      }
      #expect(failure?.kind == .notFound)
      #expect(failure?.candidates.count == 2)
    }
    let other = try #require(sample.board.card(Sample.card("abcd2")))
    let failure = #expect(throws: CommandFailure.self) {
      try Naming.comment("1", on: other, sample.board)
    }
    #expect(failure?.text.contains("there is no comment on") == true)
  }

  @Test("A role is given where it is not held already")
  func givenRole() {
    var sample = Sample.detailed
    #expect(Wording(board: sample.board, user: "ann").leavingRefused == nil)
    var read = sample
    read.make(.set(.memberRole("ann"), .role(.owner)))
    read.make(.set(.memberRole(""), .role(.viewer)))
    #expect(
      Wording(board: read.board, user: "cem").leavingRefused
        == "only an owner takes roles away, also your own: ask ann for `board member cem none`")
    #expect(MemberCommand.unseen("zoe", on: nil).hasSuffix("`board member zoe none` takes it back"))
    #expect(
      MemberCommand.unseen("zoe", on: "Ann's plans").hasSuffix(
        "`board member zoe none --board 'Ann'\\''s plans'` takes it back"))
    let plan = MemberCommand.plan("ben", .viewer, on: sample.board)
    #expect(plan == [.set(.memberRole("ben"), .role(.viewer))])
    sample.make(.batch(plan))
    #expect(sample.board.role(of: "ann") == .owner)
    #expect(sample.board.role(of: "ben") == .viewer)
    #expect(MemberCommand.plan("ben", .viewer, on: sample.board).isEmpty)
    #expect(
      MemberCommand.plan("", .editor, on: sample.board) == [.set(.memberRole(""), .role(.editor))])
    #expect(MemberCommand.plan("cem", nil, on: Sample.detailed.board).isEmpty)
  }

  @Test("Roles that are none are refused")
  func names() throws {
    #expect(try Role.parse("Editor") == .editor)
    #expect(try Role.parse("none") == nil)
    let failure = #expect(throws: CommandFailure.self) { try Role.parse("boss") }
    #expect(failure?.kind == .usage)
  }

  @Test("A limit is a number in its range, or none")
  func limits() throws {
    #expect(try LimitColumn.number("10000") == 10_000)
    #expect(try LimitColumn.number("None") == nil)
    for bad in ["0", "10001", "-1", "many", "", "1.5"] {
      let failure = #expect(throws: CommandFailure.self) { try LimitColumn.number(bad) }
      #expect(failure?.kind == .usage)
    }
  }

  @Test("What a board of an older level refuses names the command that raises it")
  func levelNeeded() throws {
    let later = ModelLevels(newest: 2) { if case .commentAdd = $0 { 2 } else { 1 } }
    var sample = Sample.usual(levels: later)
    let made = sample.make(.commentAdd(Self.one, Sample.comment(1), text: "x"))
    let operation = try #require(sample.lastMade)
    let decision = Decision(operation: operation, outcome: made.outcome)
    let failure = try #require(decision.failure(on: sample.board, user: "ann"))
    #expect(failure.exitCode == 1)
    #expect(failure.description.contains("`board upgrade` upgrades it"), "\(failure)")
    #expect(UpgradeCommand.plan(on: sample.board) == [.boardRaise(level: 2)])
  }

  @Test(
    "Wrong uses are refused before a coordinator is asked",
    arguments: [
      ["edit", "abcd"], ["edit", "abcd", "--due", "soon"], ["edit", "abcd", "--assign", "a b"],
      ["edit", "abcd", "--unassign", "é"], ["add", "X", "--column", "Y", "--due", "31"],
      ["edit", "abcd", "--priority", "highest"], ["add", "X", "--column", "Y", "--priority", "5"],
      ["ls", "--priority", ""],
      ["label", "new"], ["label", "new", " "], ["label", "new", "x", "--colour", "17"],
      ["label", "rename", "bug"], ["label", "colour", "bug", "pink"], ["label", "rm"],
      ["column", "limit", "Doing"], ["column", "limit", "Doing", "0"], ["limits", "--block", "ok"],
      ["check", "add", "abcd"], ["check", "add", "abcd", "\n"], ["check", "done", "abcd"],
      ["check", "undone", "abcd"], ["check", "reword", "abcd", "1"],
      ["check", "move", "abcd", "1"],
      ["check", "move", "abcd", "1", "--first", "--last"], ["check", "rm", "abcd"],
      ["comment"], ["comment", "abcd"], ["comment", "abcd", "x", "--body", "-"],
      ["comment", "abcd", " \n"], ["comment", "edit", "abcd", "1234"], ["comment", "rm", "abcd"],
      ["member", "ben"], ["member", "ben", "boss"], ["member", "--everyone", "ben", "owner"],
      ["member", "--everyone", "boss"], ["member", "a b", "owner"], ["accept"], ["dismiss"],
      ["receipts", "restore"], ["receipts", "seen", "--through", "x"],
    ])
  func wrongUses(arguments: [String]) {
    #expect(throws: (any Error).self) { try Root.parseAsRoot(arguments) }
  }

  @Test(
    "Right uses are understood",
    arguments: [
      ["edit", "abcd", "--label", "a", "--label", "b", "--no-label", "c", "--due", "none"],
      ["add", "X", "--column", "Y", "--label", "a", "--assign", "@me", "--due", "+3d"],
      ["edit", "abcd", "--priority", "LOW"], ["add", "X", "--column", "Y", "--priority", "urgent"],
      ["ls", "--priority", "high", "--priority", "none"], ["ls", "--blocked"],
      ["add", "X", "--column", "Y", "--top"],
      ["edit", "abcd", "--blocked-by", "7"], ["edit", "abcd", "--not-blocked-by", "#7"],
      ["add", "X", "--column", "Y", "--blocked-by", "7", "--blocked-by", "8"],
      ["label", "color", "bug", "3"], ["column", "limit", "Doing", "none"], ["limits"],
      ["limits", "--block", "no"], ["check", "add", "abcd", "text", "--after", "1"],
      ["check", "done", "abcd", "1", "2"], ["check", "move", "abcd", "1", "--first"],
      ["comment", "abcd", "text"], ["comment", "abcd", "--body", "-"],
      ["comment", "edit", "abcd", "1234", "--body", "-"], ["member", "ben", "none"],
      ["member", "--everyone", "viewer"], ["receipts"], ["receipts", "--all"],
      ["receipts", "seen", "--through", "12"], ["receipts", "restore", "12"], ["proposals"],
      ["proposals", "abcd"], ["accept", "12"], ["redo", "--force"],
    ])
  func rightUses(arguments: [String]) throws {
    _ = try Root.parseAsRoot(arguments)
  }

  private struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "board", subcommands: boardCommands)
  }
}
