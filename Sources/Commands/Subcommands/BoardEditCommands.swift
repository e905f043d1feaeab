import ArgumentParser
import BoardModel
import Wire
import Wording

struct RenameBoard: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Gives a board another title, which takes an owner.")

  @Argument(help: NameHelp.board) var board: String
  @Argument(help: "The new title.") var title: String
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(title, of: "board")
    }
  }

  func reply(of client: Client) throws -> Reply {
    let boards = try client.boards()
    let open = try BoardOptions.open(named: board, with: client, naming: [])
    return try open.editBoard(
      [.boardRename(title: title)], done: "renamed",
      SameTitle.of(title, among: boards, besides: open.board.id))
  }
}

struct ArchiveBoard: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Leaves a board out where boards are listed, which takes an owner.",
    discussion: """
      Everything stays on it, and whoever opens it can go on editing. `board boards unarchive` \
      brings it back.
      """)

  @Argument(help: NameHelp.board) var board: String
  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    let open = try BoardOptions.open(named: board, with: client, naming: [])
    return try open.editBoard(open.board.archiving(true), done: "archived")
  }
}

struct UnarchiveBoard: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive", abstract: "Brings an archived board back, which takes an owner.")

  @Argument(help: NameHelp.board) var board: String
  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    let open = try BoardOptions.open(named: board, with: client, naming: [])
    return try open.editBoard(open.board.archiving(false), done: "restored")
  }
}

extension Board {
  /// The edits that archive the board, or restore it; none where it is so already.
  fileprivate func archiving(_ archived: Bool) -> [Intent] {
    isArchived == archived ? [] : [.set(.boardArchived, .flag(archived))]
  }
}

extension OpenBoard {
  /// Makes edits of the board itself.
  /// - Parameter others: the boards that are called the same.
  fileprivate func editBoard(
    _ intents: [Intent], done: String, _ others: [BoardID] = []
  ) throws -> Reply {
    let (outcome, board) = try edit(intents)
    let shapes = Shapes(board, user: user)
    let title = Wording.quote(board.title?.value ?? "")
    let text = "\(intents.isEmpty ? "nothing to change on" : done) the board \(title)"
    return Reply(
      json: .object([
        "board": shapes.reference, "outcome": shapes.outcome(outcome),
        "sameTitle": SameTitle.json(others),
      ]),
      text: SameTitle.text(PlainText.done(text, outcome, on: board), others),
      hasEdited: !intents.isEmpty)
  }
}

/// The warning of a command that gives a board a title which another one has.
enum SameTitle {
  /// The other boards of this user that have the title.
  static func of(_ title: String, among boards: [BoardSummary], besides board: BoardID) -> [BoardID]
  {
    boards.filter { $0.id != board && Wording.isSameTitle($0.title, title) }.map(\.id)
  }

  static func json(_ others: [BoardID]) -> JSON {
    .array(others.map { .string($0.description) })
  }

  static func text(_ done: String, _ others: [BoardID]) -> String {
    ([done] + [Wording.sameTitle(others)].compactMap { $0 }).joined(separator: "\n")
  }
}
