import ArgumentParser
import BoardModel
import Launcher
import WindowStore
import WindowSync

struct ListCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "Lists the columns and cards of a board.")

  @Option(
    help: ArgumentHelp(
      "As the board was at a time: \(PastTime.forms).", valueName: "time"))
  var at: String?
  @Option(
    name: .customLong("priority"),
    help: ArgumentHelp(
      "Only cards of a priority: \(PriorityName.forms).",
      discussion: "May be given several times."))
  var priorities: [String] = []
  @Flag(help: "Only cards that others block.") var blocked = false
  @OptionGroup var options: BoardOptions

  func validate() throws {
    for priority in priorities {
      try TextArguments.check { () throws(CommandFailure) in try PriorityName(priority) }
    }
    guard let at else { return }
    try TextArguments.check { () throws(CommandFailure) in try PastTime(at) }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    var board = open.board
    var lines: [String] = []
    if board.isArchived {
      lines.append(
        "this board is archived: `board boards unarchive \(board.id.description.prefix(8))` brings it "
          + "back")
    }
    if let at {
      let past = try PastTime(at)
      board = try open.board(at: past)
      lines.append(
        "as it was at \(LocalTime.text(past.milliseconds)), after edit \(board.sequence)")
    }
    let chosen = try CardChoice(
      priorities: priorities.map { try PriorityName($0).priority }, isBlocked: blocked)
    // Only the form that is wanted is made, because a board may be large.
    guard options.output.json else {
      lines.append(PlainText.list(board, user: open.user, chosen: chosen))
      let waiting = PlainText.waiting(on: board, user: open.user)
      if at == nil, !waiting.isEmpty { lines.append(waiting) }
      return Reply(json: .null, text: lines.joined(separator: "\n\n"))
    }
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: .object([
        "board": shapes.reference,
        "columns": .array(board.liveColumns.map { shapes.listed($0, chosen) }),
      ]), text: "")
  }
}

struct ShowCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a card with all that is on it.")

  @Argument(help: NameHelp.card) var card: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let shapes = Shapes(open.board, user: open.user)
    return Reply(
      json: .object(["board": shapes.reference, "card": shapes.whole(card)]),
      text: PlainText.card(card, on: open.board, user: open.user))
  }
}

struct ExportCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints a whole board with all its cards and its archive.",
    discussion: "As Markdown, or with --json as one JSON object.")

  @Option(
    help: ArgumentHelp(
      "A board as this device had it before a coordinator's data was replaced: a file that "
        + "`board unsent` names. It needs no coordinator.", valueName: "file"))
  var copy: String?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    guard copy == nil || options.board == nil else {
      throw ValidationError("--copy names a file with one board: leave out --board")
    }
  }

  func run() throws {
    guard let copy else { return try answer() }
    StandardOutput.ignoreBrokenPipes()
    let lost: LostBoard
    do {
      lost = try LostBoard(path: copy)
    } catch {
      throw CommandFailure(.notFound, "\(error): `board unsent` names the copies of this device")
    }
    guard let board = lost.contents else {
      throw CommandFailure(.refused, "\(copy) holds a board that this program is too old for")
    }
    try reply(board, user: lost.user).print(asJSON: output.json)
  }

  func reply(on open: OpenBoard) throws -> Reply { reply(open.board, user: open.user) }

  private func reply(_ board: Board, user: String) -> Reply {
    guard options.output.json else { return Reply(json: .null, text: Markdown.text(board)) }
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        "board": shapes.reference,
        "columns": .array(board.liveColumns.map { shapes.whole($0) }),
        "archive": .array(board.archivedCards.map { shapes.whole($0) }),
        "labels": shapes.labelUses(board.labels), "members": shapes.members,
        "blocks": .bool(board.wipLimitBlocks),
      ]), text: "")
  }
}
