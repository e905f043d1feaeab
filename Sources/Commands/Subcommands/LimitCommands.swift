import ArgumentParser
import BoardModel
import Screen

struct LimitColumn: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit", abstract: "Says how many cards a column should hold.",
    discussion: "`board limits` says whether a full column warns or refuses.")

  @Argument(help: NameHelp.column) var column: String
  @Argument(
    help: ArgumentHelp("1 to \(BoardLimits.columnWIPLimit), or none.", valueName: "number"))
  var limit: String
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try LimitColumn.number(limit) }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.column(column, on: open.board).id
    let number = try LimitColumn.number(limit)
    let isSo = number.map(Int.init) == open.board.wipLimit(of: id)
    let done = isSo ? "nothing to change on" : number == nil ? "took the limit off" : "limited"
    return try open.edit(
      id, isSo ? [] : [.set(.columnWIPLimit(id), .number(number))], done: done,
      number.map { $0 == 1 ? " to 1 card" : " to \($0) cards" } ?? "")
  }

  static func number(_ text: String) throws(CommandFailure) -> UInt32? {
    if text.lowercased() == "none" { return nil }
    guard let number = UInt32(text), (1...UInt32(BoardLimits.columnWIPLimit)).contains(number)
    else {
      throw CommandFailure(
        .usage,
        "\(Naming.quoted(text)) is no limit: write a number from 1 to "
          + "\(BoardLimits.columnWIPLimit), or none")
    }
    return number
  }
}

struct LimitsCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "Lists the limits of columns, and whether they block.",
    discussion: "`board column limit` sets one.")

  enum Answer: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
  }

  @Option(help: "Whether a column at its limit refuses cards, or only warns.")
  var block: Answer?
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    guard let block else {
      return Reply(
        json: LimitsCommand.json(Shapes(open.board, user: open.user)),
        text: LimitsCommand.text(open.board))
    }
    let blocks = block == .yes
    let intents: [Intent] =
      blocks == open.board.wipLimitBlocks ? [] : [.set(.wipLimitBlocks, .flag(blocks))]
    let (outcome, board) = try open.edit(intents)
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: LimitsCommand.json(shapes)
        .adding([JSON.Member(key: "outcome", value: shapes.outcome(outcome))]),
      text: PlainText.done(
        board.wipLimitBlocks
          ? "columns at their limits refuse cards now" : "columns at their limits only warn now",
        outcome, on: board),
      hasEdited: !intents.isEmpty)
  }

  static func json(_ shapes: Shapes) -> JSON {
    let board = shapes.board
    return .object([
      "board": shapes.reference, "blocks": .bool(board.wipLimitBlocks),
      "columns": .array(
        board.liveColumns.map { column in
          JSON.object([
            "id": .string(column.id.description), "title": .string(column.title.value),
            "cards": .number(UInt64(board.liveCount(in: column.id))),
          ]).adding(shapes.wipLimit(of: column))
        }),
    ])
  }

  static func text(_ board: Board) -> String {
    let rows = board.liveColumns.filter { board.wipLimit(of: $0.id) != nil }.map { column in
      [PlainText.line(column.title.value), PlainText.load(of: column, on: board)]
    }
    let rule = "a column at its limit \(board.wipLimitBlocks ? "refuses cards" : "only warns")"
    guard !rows.isEmpty else {
      return "no column has a limit: set one with `board column limit`; \(rule)"
    }
    return (TextTable.lines(rows) + [rule]).joined(separator: "\n")
  }
}
