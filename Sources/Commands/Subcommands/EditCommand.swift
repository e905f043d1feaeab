import ArgumentParser
import BoardModel
import WindowSync

struct EditCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes the title or the body of a card.",
    discussion: """
      Only what differs from the present body is changed: what others write meanwhile stays.
      """)

  @Argument(help: NameHelp.card) var card: String
  @Option(help: "The new title.") var title: String?
  @Option(help: "A file with the new body; - is standard input.") var body: String?
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  func validate() throws {
    guard title != nil || body != nil else {
      throw ValidationError("Say what to change: --title TITLE, --body FILE, or both.")
    }
    if let title {
      try TextArguments.check { () throws(CommandFailure) in
        try TextArguments.title(title, of: "card")
      }
    }
  }

  func reply(of client: Client) throws -> Reply {
    // The file first: whoever types into standard input should not hold a session open.
    let text = try body.map { try BodyFile.read($0) }
    let open = try options.open(with: client)
    let card = try Naming.card(card, on: open.board)
    let intents = EditCommand.plan(card, title: title, body: text)
    return try open.edit(
      card.id, intents, done: intents.isEmpty ? "nothing to change on" : "edited")
  }

  /// One operation where it fits one; none where nothing differs.
  static func plan(_ card: Card, title: String?, body: String?) -> [Intent] {
    var intents: [Intent] = []
    if let title, title != card.title.value { intents.append(.cardRetitle(card.id, title: title)) }
    guard let body else { return intents }
    let text = EditorText(body, opened: card.body)
    let splices = SpliceDiff.splices(from: card.body, to: text.scalars)
    intents += splices.map { .cardSplice(card.id, $0) }
    // Several splices are each as large as an operation should be.
    return splices.count == 1 && intents.count > 1 ? [.batch(intents)] : intents
  }
}
