import BoardModel

/// Ordinary edits that give somebody back what a receipt says they lost.
enum ReceiptRestoration {
  /// - Parameter undone: the edit of a receipt that tells of one without effect, where no
  ///   proposal holds its value.
  static func intents(
    _ receipt: Receipt, _ undone: CommittedOperation?, on board: Board
  ) throws(CommandFailure) -> [Intent] {
    switch receipt.kind {
    case .displaced(let field, let value):
      guard let intent = try write(value, to: field, on: board) else {
        throw CommandFailure(
          .rejected, "what it was cannot be written again: see `board log` of the card")
      }
      return [intent]
    case .superseded(let field, _):
      guard board.proposal(behind: receipt) != nil else {
        guard let value = undone?.operation.intent.value(for: field),
          let intent = try write(value, to: field, on: board)
        else {
          throw CommandFailure(
            .rejected,
            "your proposal was accepted, dismissed or replaced meanwhile: see `board log` of the"
              + " card")
        }
        return [intent]
      }
      return [
        .settle(field, user: receipt.user, operation: receipt.mine, accept: true)
      ]
    case .rejected:
      guard let undone else {
        throw CommandFailure(.rejected, "the log does not have the edit any more")
      }
      return [undone.operation.intent]
    }
  }

  private static func write(
    _ value: ProposedValue, to field: FieldAddress, on board: Board
  ) throws(CommandFailure) -> Intent? {
    switch (field, value) {
    case (.boardTitle, .title(let title)): return .boardRename(title: title)
    case (.columnTitle(let id), .title(let title)): return .columnRename(id, title: title)
    case (.columnPlace(let id), .columnPlace(let place)): return .columnMove(id, at: place)
    case (.cardTitle(let id), .title(let title)): return .cardRetitle(id, title: title)
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      guard board.column(column)?.deleted.value == false else {
        throw CommandFailure(
          .rejected,
          "the column \(Wording(board: board).column(column)) is gone: move the card by hand")
      }
      return .cardMove([id], to: column, at: place)
    case (.cardArchived(let id), .archived(let archived)):
      return archived ? .cardArchive(id) : .cardRestore(id)
    case (.cardLabel(let card, let id), .field(.flag(true))): return .attach(card, .label(id))
    case (.cardAssignee(let card, let user), .field(.flag(true))):
      return .attach(card, .assignee(user))
    case (_, .field(let value)): return field.fits(value) ? .set(field, value) : nil
    case (_, .title), (_, .columnPlace), (_, .cardPlace), (_, .archived), (_, .text): return nil
    }
  }
}
