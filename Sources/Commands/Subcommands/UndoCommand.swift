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
      ]), text: PlainText.done("took back \(what)", outcome, on: board), hasEdited: true)
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
