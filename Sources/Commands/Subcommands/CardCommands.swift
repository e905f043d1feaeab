import ArgumentParser
import BoardModel
import Wording

struct AddCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a card at the end of a column, or at its top.")

  @Argument(help: "The title of the card.") var title: String
  @Option(help: NameHelp.column) var column: String
  @Flag(help: "At the top of the column instead of its end.") var top = false
  @OptionGroup var content: BodyOptions
  @OptionGroup var fields: CardFieldOptions
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(title, of: "card")
    }
  }

  var output: OutputOptions { options.output }

  func reply(of client: Client) throws -> Reply {
    let body = try content.readWhole() ?? ""
    let open = try options.open(with: client, naming: fields.blockers)
    let column = try Naming.column(column, on: open.board)
    let card = CardID.random()
    let create = Intent.cardCreate(
      card, in: column.id, title: title, body: body,
      at: top ? Anchors.start(for: card) : Anchors())
    let changes = CardChanges(
      labels: fields.labels, assigned: fields.assigned,
      due: try fields.due.map { try DueDay($0) },
      priority: try fields.priority.map { try PriorityName($0) }, blockers: fields.blockers)
    let more = try changes.plan(card, on: open.board, user: open.user)
    return try open.edit(card, Intent.together([create] + more), done: "added")
  }
}

struct MoveCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv", abstract: "Moves a card to the end of a column, or behind another card.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.column) var column: String
  @Option(help: "A card in that column to stand behind, named likewise.") var after: String?
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] + (after.map { [$0] } ?? []) }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.card(card, on: open.board).id
    let move = try MoveCommand.plan(id, to: column, after: after, on: open.board)
    return try open.edit(id, [move], done: "moved")
  }

  static func plan(
    _ card: CardID, to column: String, after: String?, on board: Board
  ) throws(CommandFailure) -> Intent {
    let target = try Naming.column(column, on: board)
    guard let after else { return .cardMove([card], to: target.id, at: Anchors()) }
    let anchor = try Naming.card(after, on: board)
    let title = Wording.quote(anchor.title.value)
    guard anchor.id != card else {
      throw CommandFailure(.usage, "\(title) is the card to move: name another with --after")
    }
    guard anchor.column.value == target.id else {
      throw CommandFailure(
        .notFound,
        "\(title) is not in the column \(Wording.quote(target.title.value)): "
          + "name a card with --after that is")
    }
    return .cardMove([card], to: target.id, at: Anchors(after: anchor.id))
  }
}

struct ArchiveCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Archives a card.")

  @Argument(help: NameHelp.card) var card: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.card(card, on: open.board).id
    return try open.edit(id, [.cardArchive(id)], done: "archived")
  }
}

struct UnarchiveCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive", abstract: "Brings a card back from the archive.")

  @Argument(help: NameHelp.card) var card: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.card(card, on: open.board).id
    return try open.edit(id, [.cardRestore(id)], done: "restored")
  }
}

struct FavouriteCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "fav", abstract: "Marks a card as a favourite of yours.")

  @Argument(help: NameHelp.card) var card: String
  @Flag(help: "Make it no favourite of yours any longer.") var remove = false
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.card(card, on: open.board).id
    return try open.edit(
      id, [.cardFavourite(id, marked: !remove)], done: remove ? "unmarked" : "marked")
  }
}
