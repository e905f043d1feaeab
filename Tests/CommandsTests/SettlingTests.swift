import BoardModel
import Testing
import WindowSync
import Wording

@testable import Commands

@Suite("Proposals and receipts")
struct SettlingTests {
  private static let one = Sample.card("abcd1")
  private static let two = Sample.card("abcd2")

  /// Ben wrote both titles after what Ann saw, who proposes others.
  private static var proposed: Sample {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardRetitle(one, title: "Ben's"), by: Sample.ben)
    sample.make(.cardRetitle(two, title: "Ben's too"), by: Sample.ben)
    sample.makeQueued(
      .batch([.cardRetitle(one, title: "A"), .cardRetitle(two, title: "B")]), by: Sample.ann,
      base: base)
    return sample
  }

  @Test(
    "A proposal is named by the operation that made it, and what it is for where there are more")
  func proposalNames() throws {
    var sample = Self.proposed
    let names = ProposalNames(sample.board)
    let number = sample.board.sequence
    #expect(
      sample.board.proposalsInOrder.map { names.name(of: $0) }
        == ["\(number).title.abcd1000", "\(number).title.abcd2000"])
    #expect(try names.find("\(number).title.abcd2").field == .cardTitle(Self.two))
    for name in ["\(number)", "\(number).title"] {
      let both = #expect(throws: CommandFailure.self) { try names.find(name) }
      #expect(both?.kind == .ambiguous)
      #expect(both?.candidates.count == 2)
    }
    for name in ["", "1", "\(number).due", "\(number).title.ffff", "x"] {
      let none = #expect(throws: CommandFailure.self) { try names.find(name) }
      #expect(none?.kind == .notFound)
    }
    let first = try names.find("\(number).title.abcd1")
    sample.make(
      .settle(first.field, user: "ann", operation: first.stamp.operation, accept: false),
      by: Sample.ben)
    // What it was called it still is called.
    let left = ProposalNames(sample.board)
    #expect(try left.find("\(number).title.abcd2000").field == .cardTitle(Self.two))
    #expect(sample.board.proposalsInOrder.map { left.name(of: $0) } == ["\(number)"])
  }

  @Test("A proposal says who wants what, and what is there")
  func proposalText() {
    let board = Self.proposed.board
    let text = ProposalsCommand.text(board.proposalsInOrder, on: board)
    #expect(text.contains("ann proposes “A” for the title of “Ben's”, which is “Ben's”"), "\(text)")
    #expect(text.contains("`board accept NAME`"))
    #expect(ProposalsCommand.text([], on: board) == "there are no open proposals")
  }

  /// What a receipt of Ann's says, by the name of its kind.
  private static func receipt(
    _ sample: Sample, undone: Intent? = nil
  ) throws -> ReceiptText {
    let receipts = sample.board.receipts(of: "ann")
    let last = try #require(receipts.last)
    return ReceiptText(
      receipt: last, name: ReceiptNames(receipts).name(of: last), undone: undone,
      board: sample.board, user: "ann")
  }

  @Test("A displaced value is told with who, both values and what to type, and comes back")
  func displaced() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardRetitle(Self.one, title: "Ann's"))
    sample.make(.cardRetitle(Self.one, title: "Ben's"), by: Sample.ben, base: base)
    let number = sample.board.sequence
    let text = try Self.receipt(sample)
    #expect(text.name == "\(number)")
    #expect(
      text.lines.map { String($0.drop { $0 == " " }) }.dropFirst() == [
        "yours “Ann's”, now “Ben's”", "get yours back: board receipts restore \(number)",
      ])
    #expect(text.text.contains("ben changed the title of “Ben's” after you"))
    let intent = try ReceiptRestoration.intent(text.receipt, nil, on: sample.board)
    #expect(intent == .cardRetitle(Self.one, title: "Ann's"))
    sample.make(intent)
    #expect(sample.board.card(Self.one)?.title.value == "Ann's")
  }

  @Test("Whatever was displaced becomes the edit that writes it again")
  func displacedFields() throws {
    let edits: [(mine: Intent, theirs: Intent, back: Intent)] = [
      (.boardRename(title: "A"), .boardRename(title: "B"), .boardRename(title: "A")),
      (
        .columnRename(Sample.column(1), title: "A"), .columnRename(Sample.column(1), title: "B"),
        .columnRename(Sample.column(1), title: "A")
      ),
      (
        .cardMove([Self.one], to: Sample.column(2), at: Anchors()),
        .cardMove([Self.one], to: Sample.column(1), at: Anchors()),
        .cardMove([Self.one], to: Sample.column(2), at: Anchors())
      ),
      (.cardArchive(Self.one), .cardRestore(Self.one), .cardArchive(Self.one)),
      (
        .set(.cardDue(Self.one), .number(5)), .set(.cardDue(Self.one), .number(6)),
        .set(.cardDue(Self.one), .number(5))
      ),
      (
        .set(.itemDone(Self.one, Sample.item(1)), .flag(true)),
        .set(.itemDone(Self.one, Sample.item(1)), .flag(false)),
        .set(.itemDone(Self.one, Sample.item(1)), .flag(true))
      ),
      (
        .set(.labelName(Sample.label(1)), .text("A")),
        .set(.labelName(Sample.label(1)), .text("B")),
        .set(.labelName(Sample.label(1)), .text("A"))
      ),
    ]
    for edit in edits {
      var sample = Sample.detailed
      let base = sample.board.sequence
      sample.make(edit.mine)
      sample.make(edit.theirs, by: Sample.ben, base: base)
      let text = try Self.receipt(sample)
      #expect(
        try ReceiptRestoration.intent(text.receipt, nil, on: sample.board) == edit.back,
        "\(edit.mine)")
    }
  }

  @Test("A card that was moved away from a column that is gone is moved by hand")
  func columnGone() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardMove([Self.one], to: Sample.column(2), at: Anchors()))
    sample.make(
      .cardMove([Self.one], to: Sample.column(1), at: Anchors()), by: Sample.ben, base: base)
    sample.make(.columnDelete(Sample.column(2), seen: [], disposition: .archive), by: Sample.ben)
    let receipt = try #require(sample.board.receipts(of: "ann").first)
    #expect(throws: ReceiptRestoration.Fault.columnGone(title: "Done")) {
      try ReceiptRestoration.intent(receipt, nil, on: sample.board)
    }
  }

  @Test("A superseded value waits as a proposal, which getting it back accepts")
  func superseded() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardRetitle(Self.one, title: "Ben's"), by: Sample.ben)
    sample.makeQueued(.cardRetitle(Self.one, title: "Ann's"), by: Sample.ann, base: base)
    let text = try Self.receipt(sample)
    #expect(text.text.contains("ben had changed the title of “Ben's” before yours arrived"))
    #expect(text.text.contains("yours “Ann's”, now “Ben's”"))
    sample.make(try ReceiptRestoration.intent(text.receipt, nil, on: sample.board))
    #expect(sample.board.card(Self.one)?.title.value == "Ann's")
    #expect(throws: ReceiptRestoration.Fault.settled) {
      try ReceiptRestoration.intent(text.receipt, nil, on: sample.board)
    }
    #expect(try Self.receipt(sample).text.contains("your proposal was accepted, dismissed"))
  }

  @Test("The value of a proposal that was dismissed or replaced is told, and written again")
  func settledProposal() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.set(.cardDue(Self.one), .number(6)), by: Sample.ben)
    sample.make(.cardRetitle(Self.one, title: "Ben's"), by: Sample.ben)
    let mine = sample.makeQueued(
      .batch([.set(.cardDue(Self.one), .number(5)), .cardRetitle(Self.one, title: "Ann's")]),
      by: Sample.ann, base: base)
    for proposal in sample.board.proposalsInOrder {
      sample.make(
        .settle(proposal.field, user: "ann", operation: mine.id, accept: false),
        by: Sample.ben)
    }
    let receipts = sample.board.receipts(of: "ann")
    let intents = try receipts.map {
      try ReceiptRestoration.intent($0, mine.operation?.intent, on: sample.board)
    }
    #expect(
      Set(intents)
        == [.cardRetitle(Self.one, title: "Ann's"), .set(.cardDue(Self.one), .number(5))])
    let title = try #require(
      receipts.first {
        if case .superseded(.cardTitle, _) = $0.kind { true } else { false }
      })
    let told = ReceiptText(
      receipt: title, name: "1", undone: mine.operation?.intent, board: sample.board, user: "ann"
    ).text
    #expect(told.contains("your proposal was accepted, dismissed"), "\(told)")
    #expect(told.contains("yours “Ann's”, now “Ben's”"), "\(told)")
    #expect(told.contains("board receipts restore 1"), "\(told)")
    sample.make(.cardRetitle(Self.one, title: "Ann's"))
    let there = ReceiptText(
      receipt: title, name: "1", undone: mine.operation?.intent, board: sample.board, user: "ann"
    ).text
    #expect(!there.contains("restore"), "\(there)")
  }

  @Test("Of a refused edit why is told, and where its words are; who has them tries it again")
  func rejected() throws {
    var sample = Sample.detailed
    sample.make(.set(.columnWIPLimit(Sample.column(2)), .number(1)))
    sample.make(.set(.wipLimitBlocks, .flag(true)))
    sample.make(.cardMove([Self.two], to: Sample.column(2), at: Anchors()))
    let move = Intent.cardMove([Self.one], to: Sample.column(2), at: Anchors())
    let refused = sample.make(move)
    #expect(refused.outcome == .rejected(.limitBlocked(Sample.column(2))))
    let text = try Self.receipt(sample)
    #expect(text.text.contains("refused: an edit of yours"), "\(text.text)")
    #expect(text.text.contains("is at its limit of 1"))
    #expect(text.text.contains("the window in which you made it still has it"))
    #expect(!text.text.contains("restore"))
    #expect(throws: ReceiptRestoration.Fault.unknownEdit) {
      try ReceiptRestoration.intent(text.receipt, nil, on: sample.board)
    }
    #expect(try ReceiptRestoration.intent(text.receipt, move, on: sample.board) == move)
  }

  @Test("Receipts of one operation have numbers of their own")
  func receiptNames() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardRetitle(Self.one, title: "A"))
    sample.make(.cardRetitle(Self.two, title: "B"))
    sample.make(
      .batch([.cardRetitle(Self.one, title: "X"), .cardRetitle(Self.two, title: "Y")]),
      by: Sample.ben, base: base)
    let receipts = sample.board.receipts(of: "ann")
    let names = ReceiptNames(receipts)
    let number = sample.board.sequence
    #expect(receipts.map { names.name(of: $0) } == ["\(number).0", "\(number).1"])
    #expect(try names.find("\(number).1") == receipts[1])
    let both = #expect(throws: CommandFailure.self) { try names.find("\(number)") }
    #expect(both?.kind == .ambiguous)
    let none = #expect(throws: CommandFailure.self) { try names.find("1") }
    #expect(none?.kind == .notFound)
  }

  @Test("A list tells the newest, and how many there are before")
  func list() throws {
    var sample = Sample.detailed
    let base = sample.board.sequence
    sample.make(.cardRetitle(Self.one, title: "A"))
    sample.make(.cardRetitle(Self.one, title: "B"), by: Sample.ben, base: base)
    let receipts = sample.board.receipts(of: "ann")
    let text = try Self.receipt(sample)
    #expect(
      ListReceipts.text([text], of: receipts).hasSuffix(
        "`board receipts seen --through \(sample.board.sequence)` takes them off the list"))
    #expect(ListReceipts.text([], of: receipts).hasPrefix("1 earlier ones"))
    #expect(ListReceipts.text([], of: []).hasPrefix("nothing new: no edit"))
    #expect(
      PlainText.waiting(on: sample.board, user: "ann")
        == "1 edit of yours was replaced or refused: `board receipts`")
    #expect(PlainText.waiting(on: sample.board, user: "ben") == "")
  }

  @Test("Redo means this user's last undo from this device")
  func redo() throws {
    var sample = Sample.detailed
    let edit = sample.make(.cardRetitle(Self.one, title: "A"))
    let none = #expect(throws: CommandFailure.self) {
      try RedoCommand.target(on: sample.board, author: Sample.ann)
    }
    #expect(none?.kind == .rejected)
    let undo = sample.make(.undo(target: edit.id, force: false))
    let record = try RedoCommand.target(on: sample.board, author: Sample.ann)
    #expect(record.stamp.operation == undo.id)
    sample.make(.undo(target: record.stamp.operation, force: false))
    #expect(sample.board.card(Self.one)?.title.value == "A")
  }

  @Test("An undo that is stopped names what stopped it, and who")
  func guarded() {
    var sample = Sample.detailed
    let edit = sample.make(
      .batch([.cardRetitle(Self.one, title: "A"), .set(.cardDue(Self.one), .number(5))]))
    sample.make(.set(.cardDue(Self.one), .number(6)), by: Sample.ben)
    sample.make(.cardRetitle(Self.one, title: "B"), by: Sample.ben)
    let outcome = sample.make(.undo(target: edit.id, force: false)).outcome
    guard case .rejected(let rejection) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let text = Wording(board: sample.board).refusal(rejection)
    #expect(text.contains("the title of “B” (by ben)"), "\(text)")
    #expect(text.contains("the due date of “B” (by ben)"), "\(text)")
    #expect(text.hasSuffix(" were changed since: --force takes it back nevertheless"))
  }

  @Test("A log does not say of a stopped undo that who wrote the field later stopped it")
  func guardedLongAgo() {
    var sample = Sample.detailed
    let edit = sample.make(.cardRetitle(Self.one, title: "A"))
    sample.make(.cardRetitle(Self.one, title: "B"), by: Sample.ben)
    let stopped = sample.make(.undo(target: edit.id, force: false))
    sample.make(.undo(target: edit.id, force: true))
    let line = PlainText.operation(stopped, on: sample.board)
    #expect(line.hasSuffix(" was changed since"), "\(line)")
  }

  @Test("Who may not do something is told which role may, which they have, and whom to ask")
  func forbidden() throws {
    var sample = Sample.detailed
    sample.make(.set(.memberRole("ann"), .role(.owner)))
    sample.make(.set(.memberRole("ben"), .role(.viewer)))
    for intent in [
      Intent.cardArchive(Self.one), .batch([.cardArchive(Self.one)]),
    ] {
      let made = sample.make(intent, by: Sample.ben)
      let operation = try #require(sample.lastMade)
      let decision = Decision(operation: operation, outcome: made.outcome)
      let failure = try #require(decision.failure(on: sample.board, user: "ben"))
      #expect(failure.exitCode == 1)
      #expect(
        failure.description.hasSuffix(
          "this needs the role editor, and you are a viewer on this board: ask ann for "
            + "`board member ben editor`"), "\(failure)")
    }
    sample.make(.set(.memberRole("ben"), .role(.owner)))
    #expect(
      Wording(board: sample.board, user: "ben").refusalOfAuthor(.forbidden(needed: .editor))
        == "this needed the role editor; you are an owner now")
  }
}
