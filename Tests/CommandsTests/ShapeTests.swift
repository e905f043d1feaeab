import ArgumentParser
import BoardModel
import Testing
import Wire

@testable import Commands

@Suite("The shapes of JSON")
struct ShapeTests {
  @Test("Every kind that the topic mentions is defined there, once")
  func closed() {
    let names = JSONTopic.shapes.map(\.name)
    #expect(Set(names).count == names.count)
    for shape in JSONTopic.shapes {
      for (key, kind) in shape.keys {
        let inner = kind.hasPrefix("[") ? String(kind.dropFirst().dropLast()) : kind
        #expect(
          ["string", "number", "boolean"].contains(inner) || names.contains(inner),
          "\(shape.name).\(key): \(kind)")
      }
    }
    for (command, shapes) in JSONTopic.commands {
      for shape in shapes { #expect(names.contains(shape), "\(command): \(shape)") }
    }
  }

  @Test("Every command is in the topic, and the topic names no other")
  func commands() {
    let all = (boardCommands + [RestoreCommand<NoWindows>.self])
      .map { $0.configuration.commandName ?? "" }.filter { $0 != "json" }
    let documented = JSONTopic.commands.map(\.command).filter { $0 != "any that fails" }
    #expect(Set(documented).count == documented.count)
    // A command that prints something else with an argument stands there with it, too.
    let names = Set(documented.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(Set(all) == names)
    #expect(all.allSatisfy(documented.contains))
  }

  @Test("Parts of a board have the shapes that the topic gives them")
  func parts() throws {
    var sample = Sample.usual
    let id = Sample.card("abcd1")
    sample.make(.cardRetitle(id, title: "Changed"), by: Sample.ben)
    let superseded = Operation(
      id: OperationID(session: SessionID(high: 1, low: 0), epoch: 1, counter: 900), base: 5,
      queued: true, intent: .cardRetitle(id, title: "Queued"))
    _ = sample.board.apply(
      superseded, sequence: sample.board.sequence + 1, time: 0, author: Sample.ann)
    let board = sample.board
    #expect(board.proposals(on: id).count == 1)
    let shapes = Shapes(board, user: "ann")
    let committed = sample.make(.cardMove([id], to: Sample.column(2), at: Anchors()))
    let card = try #require(board.card(id))
    let column = try #require(board.column(Sample.column(1)))
    expect(shapes.whole(card), is: "CARD")
    expect(shapes.listed(column), is: "COLUMN")
    expect(shapes.whole(column), is: "WHOLE-COLUMN")
    expect(shapes.reference, is: "BOARD")
    expect(shapes.operation(committed), is: "OPERATION")
    expect(shapes.outcome(.rejected(.emptyTitle)), is: "OUTCOME")
    expect(shapes.outcome(.merged(notes: [.onArchivedCard(id)])), is: "OUTCOME")
    expect(CommandFailure(.usage, "", candidates: ["a"]).json, is: "FAILED")
    expect(
      Shapes.summary(BoardSummary(id: board.id, title: "", sequence: 1, time: 1)), is: "SUMMARY")
  }

  @Test("Changes of a card have the shapes that the topic gives them")
  func changes() throws {
    var sample = Sample.usual
    let id = Sample.card("abcd1")
    var cardHistory = CardHistory(card: id, unsorted: sample.board.unsortedID)
    for committed in [
      sample.make(.cardRetitle(id, title: "Changed"), by: Sample.ben),
      sample.make(.cardRetitle(id, title: "Again"), base: 5),
      sample.make(.cardFavourite(id, marked: true)),
      sample.make(.cardArchive(id)),
    ] {
      cardHistory.take(committed)
    }
    let shapes = Shapes(sample.board, user: "ann")
    let text = HistoryText(
      cardHistory: cardHistory, board: sample.board, undone: UndoneEdits(sample.board))
    for entry in cardHistory.entries {
      expect(shapes.operation(entry, of: cardHistory), is: "CARD-OPERATION")
      for change in entry.changes {
        expect(shapes.fieldChange(change, by: entry, of: cardHistory), is: "FIELD-CHANGE")
      }
      #expect(text.entry(entry).contains("because "))
    }
    let lines = text.entry(cardHistory.entries[0])
    #expect(lines.contains("title: “Changed” (replaced by ann)"), "\(lines)")
    let refused = sample.make(.cardRetitle(id, title: " "))
    expect(shapes.operation(refused), is: "OPERATION")
    #expect(
      PlainText.operation(refused, on: sample.board)
        .hasSuffix("ann made an edit - refused: a title cannot be empty"))
    #expect(!cardHistory.entries.contains { text.entry($0).contains("APL-") })
  }

  @Test("Labels, members, items and comments have the shapes that the topic gives them")
  func details() throws {
    var sample = Sample.detailed
    let id = Sample.card("abcd1")
    sample.make(.attach(id, .assignee("ben")))
    sample.make(.set(.cardDue(id), .number(5)))
    sample.make(.set(.columnWIPLimit(Sample.column(1)), .number(1)))
    sample.make(.set(.memberRole("ann"), .role(.owner)))
    sample.make(.set(.memberRole(""), .role(.editor)))
    let base = sample.board.sequence
    sample.make(.cardRetitle(id, title: "Ann's"))
    sample.make(.cardRetitle(id, title: "Ben's"), by: Sample.ben, base: base)
    sample.makeQueued(.set(.cardDue(id), .number(6)), by: Sample.ann, base: base)
    sample.make(.set(.cardDue(id), .number(7)), by: Sample.ben)
    sample.makeQueued(.set(.cardDue(id), .number(6)), by: Sample.ann, base: base)
    sample.make(.cardRetitle(id, title: ""))
    let board = sample.board
    let shapes = Shapes(board, user: "ann")
    let card = try #require(board.card(id))
    expect(shapes.whole(card), is: "CARD")
    expect(shapes.listed(try #require(board.column(Sample.column(1)))), is: "COLUMN")
    expect(shapes.labelUses(board.labels), is: "[LABEL-USE]")
    expect(shapes.members, is: "[MEMBER]")
    #expect(board.proposalsInOrder.count == 1)
    for proposal in board.proposalsInOrder { expect(shapes.proposal(proposal), is: "PROPOSAL") }
    let receipts = board.receipts(of: "ann")
    #expect(receipts.count == 3)
    for receipt in receipts {
      let text = ReceiptText(
        receipt: receipt, name: "1", undone: nil, board: board, user: "ann")
      expect(text.json, is: "RECEIPT")
    }
    expect(LimitsCommand.json(shapes), is: "LIMITS")
    let ann = UserEntry(user: "ann", isSeen: true, name: "Ann")
    expect(MembersCommand.json(shapes, [ann]), is: "MEMBERS")
    expect(NameCommand.reply(ann).json, is: "USER")
  }

  @Test("Windows have the shapes that the topic gives them")
  func windows() throws {
    let windows = WindowTests.usual
    let window = try #require(windows.all.first)
    expect(windows.json, is: "WINDOWS")
    expect(
      CloseCommand.reply(window, of: windows, isKept: true, draftsLeft: 0).json, is: "CLOSED")
    expect(
      InviteCommand.reply(
        "ben", to: Sample.usual.board.card(Sample.card("abcd1")), on: Sample.usual.board,
        windows: 1, from: Sample.ann
      ).json, is: "INVITED")
    let results = [nil, "late"].map { ReturnedWindow(window: window, failure: $0) }
    expect(ReturnedWindow.reply(results, windows).json, is: "RESTORED-WINDOWS")
  }

  /// Whether a value is what the topic says of a kind, keys in their order.
}
