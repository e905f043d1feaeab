import ArgumentParser
import BoardModel
import Launcher
import Screen
import WindowSync
import Wire

struct BoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards", abstract: "Lists, renames or archives boards.",
    subcommands: [
      ListBoardsCommand.self, RenameBoard.self, ArchiveBoard.self, UnarchiveBoard.self,
    ],
    defaultSubcommand: ListBoardsCommand.self)
}

struct ListBoardsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the boards.")

  @Flag(help: "List those that are archived, too.") var archived = false
  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    let all = try client.boards()
    return ListBoardsCommand.reply(archived ? all : all.filter { !$0.isArchived }, of: all.count)
  }

  /// - Parameter count: the number of all boards, with those that are left out.
  static func reply(_ shown: [BoardSummary], of count: Int) -> Reply {
    let boards = shown.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    let rows = boards.map { board in
      [
        String(board.id.description.prefix(8)), LocalTime.text(board.time),
        PlainText.line(board.title) + (board.isArchived ? "  (archived)" : ""),
      ]
    }
    let none =
      count == 0
      ? "there is no board yet: make one with `board new TITLE`"
      : "every board is archived: `board boards --archived` lists them"
    return Reply(
      json: .object(["boards": .array(boards.map { Shapes.summary($0) })]),
      text: boards.isEmpty ? none : TextTable.lines(rows).joined(separator: "\n"))
  }
}

struct NewCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Makes a board.")

  @Argument(help: "The title of the board.") var title: String
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(title, of: "board")
    }
  }

  func reply(of client: Client) throws -> Reply {
    let board = BoardID.random()
    let others = SameTitle.of(title, among: try client.boards(), besides: board)
    let operation = Operation(
      id: OperationID(session: .random(), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .newBoard(title: title))
    let stored = try client.create(board, operation)
    let decision = Decision(operation: operation, outcome: stored.outcome)
    if let failure = decision.failure(on: Board(id: board), user: client.author.user) {
      throw failure
    }
    let summary = BoardSummary(
      id: board, title: title, sequence: stored.sequence, time: stored.time)
    return Reply(
      json: .object([
        "board": Shapes.summary(summary), "sameTitle": SameTitle.json(others),
      ]),
      text: SameTitle.text(
        "made the board \(board.description.prefix(8)) \(PlainText.line(title))", others),
      hasEdited: true)
  }
}
