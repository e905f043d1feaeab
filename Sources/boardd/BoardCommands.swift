import ArgumentParser
import CoordinatorHost
import Identity

struct Boards: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the boards, and archives or purges one, whoever owns it.",
    subcommands: [ListBoards.self, ArchiveBoard.self, UnarchiveBoard.self, PurgeBoard.self],
    defaultSubcommand: ListBoards.self)
}

struct ListBoards: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the boards with their sizes.",
    discussion: """
      Bytes are those of a board's edits in the store; windows and snapshots are not counted. The \
      cards of boards that are not in use are counted by reading them, so this takes a while where \
      there is much.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Listed: Encodable {
    let boards: [BoardLine]
  }

  func run() throws {
    let boards = try folder.listedBoards()
    if json { return try printJSON(Listed(boards: boards)) }
    guard !boards.isEmpty else { return print("there is no board yet") }
    let rows = boards.map { board in
      [
        board.board, board.bytes.map { "\($0)" } ?? "damaged",
        board.cards.map { "\($0)" } ?? "damaged", "\(board.members)",
        board.owners.joined(separator: " ")
          + (board.ownerCount > board.owners.count
            ? " and \(board.ownerCount - board.owners.count) more" : ""),
        Times.text(board.changed), board.title + (board.archived ? " (archived)" : ""),
      ]
    }
    printTable([["board", "bytes", "cards", "members", "owners", "changed", "title"]] + rows)
  }
}

struct BoardArgument: ParsableArguments {
  @Argument(help: "The board, as `boardd boards` prints it.")
  var board: String

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  func edit(_ edit: BoardEdit, _ done: String) throws {
    try folder.edit(board, edit, done, json: json)
  }
}

struct ArchiveBoard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Archives a board; it can be read and taken back.")

  @OptionGroup var board: BoardArgument

  func run() throws { try board.edit(.archive, "archived") }
}

struct UnarchiveBoard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive", abstract: "Takes a board back from the archive.")

  @OptionGroup var board: BoardArgument

  func run() throws { try board.edit(.unarchive, "taken back from the archive") }
}

struct PurgeBoard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Takes a board away for good, with all that is on it.",
    discussion: """
      It is gone from the store, from every window and from every backup made later, and nothing \
      brings it back. To have it out of the way, archive it.
      """)

  @Argument(help: "The board, as `boardd boards` prints it.")
  var board: String?

  @Option(help: "Instead of one board, those without a card that this user alone owns.")
  var emptyOf: String?

  @OptionGroup var folder: DataFolder

  @Flag(help: "It is meant.")
  var yes = false

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Purged: Encodable {
    let boards: [String]
    /// Those that got a card or an owner meanwhile, or were purged by somebody else.
    let left: Int
  }

  func validate() throws {
    guard (board == nil) != (emptyOf == nil) else {
      throw ValidationError("name a board, or with --empty-of a user")
    }
    guard yes else {
      throw ValidationError("nothing brings back what is purged: say --yes if it is meant")
    }
  }

  func run() throws {
    if let board { return try folder.edit(board, .purge, "purged", json: json) }
    let user = try emptyOf.map { try UserName(typed: $0).description } ?? ""
    let empty = try folder.listedBoards().filter {
      $0.cards == 0 && $0.ownerCount == 1 && $0.owners == [user]
    }
    let result = try folder.doneEach(
      empty.map { ($0.board, AdministratorCommand.editing($0.board, .purgeEmpty(of: user))) })
    if json { return try printJSON(Purged(boards: result.done, left: result.left)) }
    result.say("empty board", "of \(user) purged")
  }
}

extension DataFolder {
  fileprivate func listedBoards() throws -> [BoardLine] {
    try ask(.boards).flatMap { reply in
      guard case .boards(let some) = reply else { throw Unanswered() }
      return some
    }
  }

  /// Edits a board as an administrator, and says so.
  /// - Parameter done: what is done then, for `\(board) is ...`.
  fileprivate func edit(_ board: String, _ edit: BoardEdit, _ done: String, json: Bool) throws {
    _ = try self.done(AdministratorCommand.editing(board.lowercased(), edit))
    if json { return try printJSON(EditedBoard(board: board, done: done)) }
    print("the board \(board) is \(done)")
  }
}

private struct EditedBoard: Encodable {
  let board: String
  let done: String
}

struct Owner: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a user an owner of a board, as where its owners have left.",
    discussion: "The other owners stay. The board's windows show that an administrator did it.")

  @Argument(help: "The user.")
  var user: String

  @Option(help: "The board, as `boardd boards` prints it.")
  var board: String

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Made: Encodable {
    let user: String
    let board: String
    /// Whether the store named the user before.
    let known: Bool
  }

  func run() throws {
    let user = try UserName(typed: user).description
    let isKnown = try folder.ask(.users).contains { reply in
      guard case .users(let users) = reply else { return false }
      return users.contains { $0.user == user }
    }
    _ = try folder.done(
      AdministratorCommand.editing(board.lowercased(), .own(user: user)))
    if json { return try printJSON(Made(user: user, board: board, known: isKnown)) }
    print("\(user) is an owner of the board \(board)")
    if !isKnown {
      print(
        "nobody named \(user) was ever here: the board waits for them; if the name is wrong, an owner "
          + "takes it back with `board member \(user) none`")
    }
  }
}
