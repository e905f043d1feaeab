import ArgumentParser
import BoardModel

struct UpgradeCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Makes a board of an older program ready for all that this one can do.",
    discussion: """
      A board that an older program made does not take what only newer programs know \
      before that. Windows of older programs can no longer open it then: they are told to \
      upgrade, and keep what they had not sent. Nothing takes that back.
      """)

  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let intents = UpgradeCommand.plan(on: open.board)
    let (outcome, board) = try open.edit(intents)
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: .object(["board": shapes.reference, "outcome": shapes.outcome(outcome)]),
      text: PlainText.done(
        intents.isEmpty
          ? "the board is ready for all that this program can do"
          : "made the board ready for all that this program can do",
        outcome, on: board),
      hasEdited: !intents.isEmpty)
  }

  /// The edit that raises the board to the newest level; none if it is there already.
  static func plan(on board: Board) -> [Intent] {
    board.level < board.levels.newest ? [.boardRaise(level: board.levels.newest)] : []
  }
}
