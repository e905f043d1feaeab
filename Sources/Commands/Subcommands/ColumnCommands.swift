import ArgumentParser
import BoardModel
import Wording

struct AddColumnCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-column", abstract: "Adds a column at the right, with cards if you like.")

  @Argument(help: "The title of the column.") var title: String
  @Option(help: "Titles of cards for it, separated by commas.") var cards: String?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(title, of: "column")
    }
    if let cards {
      try TextArguments.check { () throws(CommandFailure) in
        try TextArguments.titles(cards, of: "card")
      }
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let column = ColumnID.random()
    let titles = try cards.map { try TextArguments.titles($0, of: "card") } ?? []
    let create = AddColumnCommand.plan(column, title, titles.map { (CardID.random(), $0) })
    return try open.edit(column, [create], done: "added")
  }

  /// One operation for the column and its cards, so that there is never a column without its cards.
  static func plan(_ column: ColumnID, _ title: String, _ cards: [(CardID, String)]) -> Intent {
    let create = Intent.columnCreate(column, title: title, at: Anchors())
    if cards.isEmpty { return create }
    return .batch(
      [create]
        + cards.map { .cardCreate($0, in: column, title: $1, body: "", at: Anchors()) })
  }
}

struct ColumnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "column", abstract: "Renames, moves, limits or deletes a column.",
    subcommands: [RenameColumn.self, MoveColumn.self, LimitColumn.self, DeleteColumn.self])
}

struct RenameColumn: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Gives a column another title.")

  @Argument(help: NameHelp.column) var column: String
  @Argument(help: "The new title.") var title: String
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(title, of: "column")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.column(column, on: open.board).id
    return try open.edit(id, [.columnRename(id, title: title)], done: "renamed")
  }
}

struct MoveColumn: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Moves a column to the right end, or beside another.")

  @Argument(help: NameHelp.column) var column: String
  @Option(help: "The column to stand right of, named likewise.") var after: String?
  @Option(help: "The column to stand left of, named likewise.") var before: String?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    if after != nil, before != nil {
      throw ValidationError("Name one column with --after or --before, not both.")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.column(column, on: open.board).id
    let after = try after.map { try Naming.column($0, on: open.board).id }
    let before = try before.map { try Naming.column($0, on: open.board).id }
    guard after != id, before != id else {
      throw CommandFailure(.usage, "a column cannot stand beside itself: name another")
    }
    let move = Intent.columnMove(id, at: Anchors(after: after, before: before))
    return try open.edit(id, [move], done: "moved")
  }
}

struct DeleteColumn: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a column.",
    discussion: """
      A column with cards is deleted only when you say what becomes of them. A card that arrives \
      while you do is never archived: it goes where you move the others, else to the column \
      "\(Board.unsortedTitle)".
      """)

  @Argument(help: NameHelp.column) var column: String
  @Flag(help: "Archive its cards.") var archiveCards = false
  @Option(help: "The column its cards move to, named likewise.") var moveCardsTo: String?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    if archiveCards, moveCardsTo != nil {
      throw ValidationError("Choose --archive-cards or --move-cards-to, not both.")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.column(column, on: open.board).id
    let target = try moveCardsTo.map { try Naming.column($0, on: open.board).id }
    let delete = try DeleteColumn.plan(
      id, archiving: archiveCards, movingTo: target, on: open.board)
    let count = open.board.liveCount(in: id)
    let cards = count == 1 ? "its card" : "its \(count) cards"
    let fate =
      if count == 0 {
        ""
      } else if let target {
        ", with \(cards) moved to \(Wording(board: open.board).column(target))"
      } else {
        ", with \(cards) archived"
      }
    return try open.edit(id, [delete], done: "deleted", fate)
  }

  static func plan(
    _ column: ColumnID, archiving: Bool, movingTo target: ColumnID?, on board: Board
  ) throws(CommandFailure) -> Intent {
    let seen = board.liveCards(in: column).map(\.id)
    if let target { return .columnDelete(column, seen: seen, disposition: .move(to: target)) }
    guard archiving || seen.isEmpty else {
      throw CommandFailure(
        .usage,
        "the column holds \(seen.count == 1 ? "a card" : "\(seen.count) cards"): say what becomes "
          + "of them with --archive-cards or --move-cards-to COLUMN")
    }
    return .columnDelete(column, seen: seen, disposition: .archive)
  }
}
