import ArgumentParser
import BoardModel

struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Comments on a card, or changes a comment of yours.",
    usage: """
      board comment <card> (<text> | --body <file>)
      board comment edit <card> <comment> (<text> | --body <file>)
      board comment rm <card> <comment>
      """,
    discussion: "`board show` prints the comments on a card, with their names.",
    subcommands: [AddComment.self, EditComment.self, RemoveComment.self],
    defaultSubcommand: AddComment.self)
}

/// The text of a comment, from the command line or from a file.
struct CommentText: ParsableArguments {
  @Argument(help: "The text of the comment.") var text: String?
  @Option(help: ArgumentHelp("A file with the text; - is standard input.", valueName: "file"))
  var body: String?

  func validate() throws {
    guard (text == nil) != (body == nil) else {
      throw ValidationError("Give the text of the comment, or a file with it as --body FILE.")
    }
    if let text { try TextArguments.check { () throws(CommandFailure) in try check(text) } }
  }

  func read() throws(CommandFailure) -> String {
    if let body { return try check(try BodyFile.read(body)) }
    return try check(text ?? "")
  }

  private func check(_ text: String) throws(CommandFailure) -> String {
    let text = try TextArguments.body(text)
    guard !TextRules.isBlank(text.replacing("\n", with: " ")) else {
      throw CommandFailure(
        .usage, "the comment is empty: write something, or `board comment rm` removes one")
    }
    return text
  }
}

struct AddComment: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Comments on a card.")

  @Argument(help: NameHelp.card) var card: String
  @OptionGroup var content: CommentText
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  func reply(of client: Client) throws -> Reply {
    // The text is read first, because somebody who types into standard input should not keep a
    // session open.
    var text = try content.read()
    // The line break at the end of a file is not part of the text.
    if content.body != nil, text.hasSuffix("\n") { text.removeLast() }
    let open = try options.open(with: client, naming: [card])
    let id = try Naming.card(card, on: open.board).id
    return try open.edit(id, [.commentAdd(id, .random(), text: text)], done: "commented on")
  }
}

struct EditComment: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes a comment of yours.",
    discussion: "Only what differs from the present text is changed.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.comment) var comment: String
  @OptionGroup var content: CommentText
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  func reply(of client: Client) throws -> Reply {
    let text = try content.read()
    let open = try options.open(with: client, naming: [card])
    let card = try Naming.card(card, on: open.board)
    let comment = try Naming.comment(comment, on: card, open.board)
    let intents = EditComment.plan(comment, text, on: card.id)
    return try open.edit(
      card.id, intents,
      done: intents.isEmpty ? "nothing to change in the comment on" : "edited the comment on")
  }

  static func plan(_ comment: CardComment, _ text: String, on card: CardID) -> [Intent] {
    let edited = EditorText(text, opened: comment.body)
    return SpliceDiff.splices(from: comment.body, to: edited.scalars)
      .map { .commentSplice(card, comment.id, $0) }
  }
}

struct RemoveComment: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Removes a comment of yours; as an owner, anybody's.",
    discussion: "`board undo` brings it back.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.comment) var comment: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let id = try Naming.comment(comment, on: card, open.board).id
    return try open.edit(
      card.id, [.set(.commentRemoved(card.id, id), .flag(true))],
      done: "removed the comment on")
  }
}
