import ArgumentParser
import BoardModel
import Wording

extension OpenBoard {
  /// Takes an edit back, or does it again by taking its undo back.
  /// - Parameters:
  ///   - named: the edit that the command is about.
  ///   - key: the JSON key for the edit that was taken back.
  ///   - done: what happened, in words that go before the edit.
  func takeBack(
    _ record: UndoRecord, named: UndoRecord, force: Bool, as key: String, done: String
  ) throws -> Reply {
    let what = Wording(board: board).edit(named)
    let (outcome, board) = try edit([.undo(target: record.stamp.operation, force: force)])
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        JSON.Member(key: "board", value: shapes.reference),
        JSON.Member(
          key: key,
          value: .object([
            "operation": .string(named.stamp.operation.description),
            "edit": .string(what), "by": shapes.stamp(named.stamp),
          ])), JSON.Member(key: "outcome", value: shapes.outcome(outcome)),
      ]), text: PlainText.done("\(done) \(what)", outcome, on: board), hasEdited: true)
  }
}

struct UndoCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Takes back your last edit from this device.",
    discussion: "What others changed since stays, unless you force it.")

  @Flag(help: "Take it back also where others changed the same since.") var force = false
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let record = try UndoCommand.target(on: open.board, author: open.client.author)
    return try open.takeBack(record, named: record, force: force, as: "undone", done: "took back")
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

struct RedoCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Does again what your last undo from this device took back.",
    discussion: "What others changed since stays, unless you force it.")

  @Flag(help: "Do it again also where others changed the same since.") var force = false
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let record = try RedoCommand.target(on: open.board, author: open.client.author)
    let edit = open.board.undo.inOrder.first { $0.undoneBy == record.stamp.operation }
    return try open.takeBack(
      record, named: edit ?? record, force: force, as: "redone", done: "did again")
  }

  /// The author's newest undo from their device, unless they edited after it.
  static func target(on board: Board, author: Author) throws(CommandFailure) -> UndoRecord {
    guard let record = board.undo.lastRedoable(where: { $0.stamp.author == author }) else {
      throw CommandFailure(
        .rejected,
        "there is nothing to do again: \(author.user) has taken back no edit from "
          + "\(author.device) on this board since the last one made")
    }
    return record
  }
}
