import BoardModel
import Launcher
import Testing
import Wire
import Wording

@testable import Commands

@Suite("What commands print of labels, checklists and comments")
struct FieldOutputTests {
  private static let one = Sample.card("abcd1")
  private static let today: UInt32 = 20_778

  private static var full: Sample {
    var sample = Sample.detailed
    sample.make(.attach(one, .label(Sample.label(2))))
    sample.make(.attach(one, .assignee("ben")))
    sample.make(.set(.cardDue(one), .number(today - 1)))
    sample.make(.set(.cardPriority(one), .number(3)))
    sample.make(.attach(one, .blocker(Sample.card("abcd2"))))
    sample.make(.set(.itemDone(one, Sample.item(2)), .flag(true)))
    sample.make(.set(.columnWIPLimit(Sample.column(1)), .number(1)))
    sample.make(.set(.memberRole("ann"), .role(.owner)))
    sample.make(.set(.memberRole(""), .role(.editor)))
    return sample
  }

  @Test("A list shows limits, labels, assignees, dates and how far a card is")
  func list() {
    #expect(
      PlainText.list(Self.full.board, user: "ann", today: Self.today) == """
        Doing (2/1, over its limit)
          #1  One  [Idea, bug] @ben  high  blocked by #2  due 2026-11-20, overdue  1/2  1 comment
          #2  Two

        Done (0)
        """)
    #expect(
      PlainText.list(Self.full.board, user: "ann", today: Self.today - 1)
        .contains("due 2026-11-20  1/2"))
  }

  @Test("A list of some priorities leaves the other cards out, and no column")
  func chosen() {
    let chosen = CardChoice(priorities: [.urgent, nil])
    #expect(
      PlainText.list(Self.full.board, user: "ann", today: Self.today, chosen: chosen) == """
        Doing (1 of 2)
          #2  Two

        Done (0 of 0)
        """)
  }

  @Test("A card that is archived blocks nobody, and is named as one that did")
  func blockedByArchived() throws {
    var sample = Self.full
    #expect(
      PlainText.list(
        sample.board, user: "ann", today: Self.today, chosen: CardChoice(isBlocked: true)
      ).contains("#1  One"))
    sample.make(.cardArchive(Sample.card("abcd2")))
    let board = sample.board
    #expect(!PlainText.list(board, user: "ann", today: Self.today).contains("blocked"))
    #expect(!Markdown.text(board).contains("Blocked"))
    let card = try #require(board.card(Self.one))
    let text = PlainText.card(card, on: board, user: "ann", today: Self.today)
    #expect(text.contains("blockers  #2 Two (archived: blocks no longer)"), "\(text)")
    let chosen = CardChoice(isBlocked: true)
    #expect(
      !PlainText.list(board, user: "ann", today: Self.today, chosen: chosen).contains("One"))
  }

  /// When the last comment on a card was made, where the tests run.
  private static func moment(_ board: Board) -> String {
    LocalTime.text(board.comments(on: one).last?.created.time ?? 0)
  }

  @Test("A card shows its checklist with numbers, and its comments with author and time")
  func card() throws {
    let board = Self.full.board
    let card = try #require(board.card(Self.one))
    let text = PlainText.card(card, on: board, user: "ann", today: Self.today)
    #expect(text.contains("labels    Idea, bug"), "\(text)")
    #expect(text.contains("assigned  ben"))
    #expect(text.contains("due       2026-11-20, overdue"))
    #expect(text.contains("priority  high"))
    #expect(text.contains("blockers  #2 Two"))
    #expect(text.contains("checklist 1/2\n  1  [ ] write\n  2  [x] read"))
    #expect(text.contains("comments\n  1  c033  ben, \(Self.moment(board))\n    why?"))
  }

  @Test("An archived card is not overdue")
  func archived() throws {
    var sample = Self.full
    sample.make(.cardArchive(Self.one))
    let card = try #require(sample.board.card(Self.one))
    #expect(!sample.board.isOverdue(card, on: Self.today))
  }

  @Test("Markdown has all of it, and nothing in it becomes structure")
  func markdown() {
    var sample = Self.full
    sample.make(.itemAdd(Self.one, Sample.item(3), text: "# *x*", at: Anchors()))
    sample.make(.commentAdd(Self.one, Sample.comment(2), text: "# no heading"), by: Sample.ben)
    let text = Markdown.text(sample.board)
    #expect(text.contains("Members: everyone else (editor), ann (owner)"), "\(text)")
    #expect(text.contains("Labels: Idea (blue), bug (red)"))
    #expect(text.contains("## Doing\n\nLimit: 2/1 (over its limit)"))
    #expect(
      text.contains(
        "Labels: Idea, bug  \nAssigned: ben  \nPriority: high  \nBlocked by: #2  \nDue: 2026-11-20")
    )
    #expect(text.contains("- [ ] write\n- [x] read\n- [ ] \\# \\*x\\*"))
    #expect(text.contains("ben, \(Self.moment(sample.board)):\n\n> # no heading"))
  }

  @Test("No label, item or comment that others wrote can act on a terminal")
  func neutral() throws {
    var sample = Sample.detailed
    let bad = "\u{202E}evil\u{2066}"
    sample.make(.set(.labelName(Sample.label(1)), .text(bad)), by: Sample.ben)
    sample.make(.set(.itemText(Self.one, Sample.item(1)), .text(bad)), by: Sample.ben)
    sample.make(.commentAdd(Self.one, Sample.comment(2), text: bad), by: Sample.ben)
    let base = sample.board.sequence
    sample.make(.cardRetitle(Self.one, title: "Ann's"))
    let log = sample.make(.cardRetitle(Self.one, title: bad), by: Sample.ben, base: base)
    sample.makeQueued(.cardRetitle(Self.one, title: bad), by: Sample.ann, base: base)
    let board = sample.board
    let card = try #require(board.card(Self.one))
    let receipts = board.receipts(of: "ann").map {
      ReceiptText(receipt: $0, name: "1", undone: nil, board: board, user: "ann").text
    }
    #expect(receipts.count == 2)
    let texts =
      [
        PlainText.list(board, user: "ann"), PlainText.card(card, on: board, user: "ann"),
        Markdown.text(board), LabelsCommand.text(board.labels, on: board),
        ProposalsCommand.text(board.proposalsInOrder, on: board),
        PlainText.operation(log, on: board),
        PlainText.done("\(bad)", log.outcome, on: board),
      ] + receipts
    for text in texts {
      #expect(text.contains("evil"), "\(text)")
      #expect(!text.unicodeScalars.contains { Self.acts($0) }, "\(text)")
    }
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test("Lists of labels, limits and members say what is there, and what to do where nothing is")
  func lists() {
    let board = Self.full.board
    #expect(
      LabelsCommand.text(board.labels, on: board).split(separator: "\n").map {
        $0.split(separator: " ").dropFirst().joined(separator: " ")
      } == ["blue 1 card Idea", "red 1 card bug"])
    #expect(
      LimitsCommand.text(board)
        == "Doing  2/1, over its limit\na column at its limit only warns")
    #expect(
      MembersCommand.text(board, [], user: "ann")
        == "editor  everyone else\nowner   ann            (you)")
    let known = [
      UserEntry(user: "ann", isSeen: true, name: "Ann\u{1B} M"),
      UserEntry(user: "ben", isSeen: false, name: ""),
    ]
    #expect(
      MembersCommand.text(board, known, user: "ben")
        == "editor  everyone else          (you)\nowner   ann            Ann␛ M")
    let alone = Board.made(by: Sample.ann)
    #expect(
      MembersCommand.text(alone, [], user: "ann")
        == "owner  ann  (you)\nnobody else can see this board"
    )
    let bare = Sample.detailed.board
    #expect(LimitsCommand.text(bare).contains("`board column limit`"))
    #expect(LabelsCommand.text([], on: bare).contains("`board label new NAME`"))
  }

  @Test("What was done to the board is told with the values people use")
  func deeds() {
    let words = Wording(board: Self.full.board)
    #expect(
      words.deed(.set(.cardDue(Self.one), .number(Self.today)))
        == "set the due date of “One” to 2026-11-21")
    #expect(
      words.deed(.set(.labelColour(Sample.label(1)), .number(3)))
        == "set the colour of the label “bug” to yellow")
    #expect(words.deed(.set(.cardDue(Self.one), .number(nil))) == "took the due date off “One”")
    #expect(
      words.deed(.set(.cardPriority(Self.one), .number(4)))
        == "set the priority of “One” to urgent")
  }
}

extension Board {
  fileprivate static func made(by author: Author) -> Board {
    var board = Board(id: BoardID(high: 1, low: 1))
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1)
    _ = board.apply(
      Operation(id: id, base: 0, queued: false, intent: .boardCreate(title: "Alone")), sequence: 1,
      time: 1, author: author)
    return board
  }
}
