import ArgumentParser
import BoardModel

struct UndoCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Takes back your last edit from this device.",
    discussion: "What others changed since stays, unless you force it.")

  @Flag(help: "Take it back also where others changed the same since.") var force = false
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let record = try UndoCommand.target(on: open.board, author: open.client.author)
    let undo = Intent.undo(target: record.stamp.operation, force: force)
    let (outcome, board) = try open.edit([undo])
    let shapes = Shapes(board, user: open.user)
    let what = Wording(board: board).edit(record)
    return Reply(
      json: .object([
        "board": shapes.reference,
        "undone": .object([
          "operation": .string(record.stamp.operation.description),
          "edit": .string(what), "by": shapes.stamp(record.stamp),
        ]),
        "outcome": shapes.outcome(outcome),
      ]), text: PlainText.done("took back \(what)", outcome, on: board))
  }

  /// The author's newest edit from their device that was not taken back.
  static func target(on board: Board, author: Author) throws(CommandFailure) -> UndoRecord {
    guard let record = board.undo.lastUndoable(where: { $0.stamp.author == author }) else {
      throw CommandFailure(
        .rejected,
        "there is nothing to take back: \(author.user) made no edit from \(author.device) on this "
          + "board that is recent enough")
    }
    return record
  }
}

extension Wording {
  /// What an edit that can be undone did.
  func edit(_ record: UndoRecord) -> String {
    record.steps.map { name($0) }.joined(separator: ", ")
  }

  private func name(_ step: UndoStep) -> String {
    switch step {
    case .boardTitle: "the board's title"
    case .columnCreated(let id): "the new column \(column(id))"
    case .columnTitle(let id, _): "the title of the column \(column(id))"
    case .columnPlace(let id, _): "the move of the column \(column(id))"
    case .columnDeleted(let id, _): "the deletion of the column \(column(id))"
    case .cardTitle(let id, _): "the title of \(card(id))"
    case .cardPlace(let id, _, _): "the move of \(card(id))"
    case .cardArchived(let id, true): "the new or restored card \(card(id))"
    case .cardArchived(let id, false): "the archiving of \(card(id))"
    case .favourite(let id, _): "the mark on \(card(id))"
    case .splice(let id, _, _, _): "the body of \(card(id))"
    }
  }
}
