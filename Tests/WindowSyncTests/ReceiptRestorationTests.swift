import BoardModel
import Testing
import WindowSync
import Wire

/// What a person lost comes back as an ordinary edit, or it is said why there is none.
@Suite("Giving back what a receipt tells of")
struct ReceiptRestorationTests {
  private static let card = Fixture.card(1)
  private static let other = Author(user: "ben", device: "lap")

  /// Three columns, the last of which is deleted, and a card in the first.
  private func sample() -> ScriptedCoordinator {
    var coordinator = ScriptedCoordinator(board: Fixture.board)
    for operation in Fixture.creation(columns: 3) { _ = coordinator.order(operation) }
    order(Fixture.create(1), &coordinator)
    order(.columnDelete(Fixture.column(2), seen: [], disposition: .archive), &coordinator)
    return coordinator
  }

  private func order(
    _ intent: Intent, _ coordinator: inout ScriptedCoordinator, base: UInt64? = nil,
    queued: Bool = false, by author: Author = ScriptedCoordinator.author
  ) {
    let operation = Operation(
      id: OperationID(
        session: SessionID(high: 8, low: author.user == "ann" ? 1 : 2), epoch: 1,
        counter: coordinator.board.sequence + 1),
      base: base ?? coordinator.board.sequence, queued: queued, intent: intent)
    _ = coordinator.order(operation, author: author)
  }

  private func receipt(_ kind: Receipt.Kind) -> Receipt {
    let id = OperationID(session: Fixture.stranger, epoch: 1, counter: 90)
    return Receipt(
      user: "ann", cause: Stamp(operation: id, sequence: 9, time: 9, author: Self.other), index: 0,
      mine: id, kind: kind)
  }

  private func restore(
    _ value: FieldValue, to field: FieldAddress
  ) throws(ReceiptRestoration.Fault) -> Intent {
    try ReceiptRestoration.intent(
      receipt(.displaced(field, value: value)), nil, on: sample().board)
  }

  @Test("A card goes back into a column that is there")
  func place() throws {
    let anchors = Anchors(after: Fixture.card(7))
    #expect(
      try restore(.cardPlace(Fixture.column(1), anchors), to: .cardPlace(Self.card))
        == .cardMove([Self.card], to: Fixture.column(1), at: anchors))
  }

  @Test("A card does not go back into a column that was deleted, and the column is named")
  func deletedColumn() {
    #expect(throws: ReceiptRestoration.Fault.columnGone(title: "Column 2")) {
      try restore(.cardPlace(Fixture.column(2), Anchors()), to: .cardPlace(Self.card))
    }
    #expect(throws: ReceiptRestoration.Fault.columnGone(title: Fixture.column(9).description)) {
      try restore(.cardPlace(Fixture.column(9), Anchors()), to: .cardPlace(Self.card))
    }
  }

  @Test("A deleted column that came back takes its card again")
  func columnBack() throws {
    var coordinator = sample()
    let deletion = coordinator.log.last?.id
    order(.undo(target: try #require(deletion), force: false), &coordinator)
    let place = receipt(
      .displaced(.cardPlace(Self.card), value: .cardPlace(Fixture.column(2), Anchors())))
    #expect(
      try ReceiptRestoration.intent(place, nil, on: coordinator.board)
        == .cardMove([Self.card], to: Fixture.column(2), at: Anchors()))
  }

  @Test("Of a move that had no effect, too, the column has to be there")
  func supersededMove() throws {
    let undone = Intent.cardMove([Self.card], to: Fixture.column(2), at: Anchors())
    let id = OperationID(session: Fixture.stranger, epoch: 1, counter: 80)
    #expect(throws: ReceiptRestoration.Fault.columnGone(title: "Column 2")) {
      try ReceiptRestoration.intent(
        receipt(.superseded(.cardPlace(Self.card), by: id)), undone, on: sample().board)
    }
  }

  @Test("Each value is written by the edit of its kind")
  func values() throws {
    let column = Fixture.column(1)
    let between = Anchors(after: Fixture.column(0))
    #expect(try restore(.text("Old"), to: .boardTitle) == .boardRename(title: "Old"))
    #expect(
      try restore(.text("Old"), to: .columnTitle(column)) == .columnRename(column, title: "Old"))
    #expect(
      try restore(.columnPlace(between), to: .columnPlace(column))
        == .columnMove(column, at: between))
    #expect(
      try restore(.text("Old"), to: .cardTitle(Self.card)) == .cardRetitle(Self.card, title: "Old")
    )
    #expect(
      try restore(.flag(true), to: .cardArchived(Self.card)) == .cardArchive(Self.card))
    #expect(
      try restore(.flag(false), to: .cardArchived(Self.card)) == .cardRestore(Self.card))
    #expect(
      try restore(.number(7), to: .cardDue(Self.card))
        == .set(.cardDue(Self.card), .number(7)))
  }

  @Test("What no single edit writes is said to be so")
  func unwritable() {
    let pairs: [(FieldValue, FieldAddress)] = [
      (.text("x"), .cardBody(Self.card)), (.text("x"), .cardPlace(Self.card)),
      (.flag(true), .cardDue(Self.card)), (.flag(true), .cardTitle(Self.card)),
      (.columnPlace(Anchors()), .cardPlace(Self.card)),
      (.cardPlace(Fixture.column(1), Anchors()), .columnPlace(Fixture.column(1))),
    ]
    for (value, field) in pairs {
      #expect(throws: ReceiptRestoration.Fault.unwritable, "\(value) to \(field)") {
        try restore(value, to: field)
      }
    }
  }

  @Test("An edit without effect that a proposal holds is accepted; then its value is written")
  func superseded() throws {
    var coordinator = sample()
    let base = coordinator.board.sequence
    let mine = Intent.cardRetitle(Self.card, title: "Mine")
    order(.cardRetitle(Self.card, title: "Theirs"), &coordinator, by: Self.other)
    order(mine, &coordinator, base: base, queued: true)
    let receipt = try #require(coordinator.board.receipts(of: "ann").first)
    let proposal = try #require(coordinator.board.proposal(behind: receipt))
    let settle = Intent.settle(
      .cardTitle(Self.card), user: "ann", operation: proposal.stamp.operation, accept: true)
    #expect(try ReceiptRestoration.intent(receipt, mine, on: coordinator.board) == settle)
    order(
      .settle(
        .cardTitle(Self.card), user: "ann", operation: proposal.stamp.operation, accept: false),
      &coordinator, by: Self.other)
    #expect(try ReceiptRestoration.intent(receipt, mine, on: coordinator.board) == mine)
    #expect(throws: ReceiptRestoration.Fault.settled) {
      try ReceiptRestoration.intent(receipt, nil, on: coordinator.board)
    }
    #expect(throws: ReceiptRestoration.Fault.settled) {
      try ReceiptRestoration.intent(receipt, .cardArchive(Self.card), on: coordinator.board)
    }
  }

  @Test("An edit that was refused is made again, if it is known")
  func rejected() throws {
    let refused = receipt(.rejected(.unknownCard(Self.card)))
    let intent = Intent.cardArchive(Self.card)
    #expect(try ReceiptRestoration.intent(refused, intent, on: sample().board) == intent)
    #expect(throws: ReceiptRestoration.Fault.unknownEdit) {
      try ReceiptRestoration.intent(refused, nil, on: sample().board)
    }
  }
}
