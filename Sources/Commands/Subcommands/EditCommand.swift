import ArgumentParser
import BoardModel

struct EditCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract:
      "Changes the title, body, labels, assignees, due date, priority or blockers of a card.",
    discussion: """
      Only what differs from the present body is changed: what others write meanwhile stays. \
      All changes are made together or not at all.
      """)

  @Argument(help: NameHelp.card) var card: String
  @Option(help: "The new title.") var title: String?
  @OptionGroup var content: BodyOptions
  @OptionGroup var fields: CardFieldOptions
  @Option(name: .customLong("no-label"), help: "A label to take off, named likewise.")
  var withoutLabels: [String] = []
  @Option(
    name: .customLong("unassign"),
    help: ArgumentHelp("An assignee to take off, named likewise.", valueName: "user"))
  var unassigned: [String] = []
  @Option(
    name: .customLong("not-blocked-by"),
    help: ArgumentHelp("A card that no longer blocks it, named likewise.", valueName: "card"))
  var withoutBlockers: [String] = []
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  private var changesFields: Bool {
    !fields.labels.isEmpty || !fields.assigned.isEmpty || fields.due != nil
      || fields.priority != nil
      || !withoutLabels.isEmpty || !unassigned.isEmpty || !fields.blockers.isEmpty
      || !withoutBlockers.isEmpty
  }

  func validate() throws {
    guard title != nil || content.isGiven || changesFields else {
      throw ValidationError(
        "Say what to change: --title TITLE, --body FILE, --text TEXT, --label LABEL, --no-label LABEL, "
          + "--assign USER, --unassign USER, --due DATE, --priority PRIORITY, --blocked-by CARD, "
          + "--not-blocked-by CARD, or several.")
    }
    for user in unassigned {
      try TextArguments.check { () throws(CommandFailure) in try TypedUser.parse(user, for: "me") }
    }
    if let title {
      try TextArguments.check { () throws(CommandFailure) in
        try TextArguments.title(title, of: "card")
      }
    }
  }

  func reply(of client: Client) throws -> Reply {
    let text = try content.read()
    let open = try options.open(
      with: client, naming: [card] + fields.blockers + withoutBlockers)
    let card = try Naming.card(card, on: open.board)
    let changes = CardChanges(
      labels: fields.labels, withoutLabels: withoutLabels, assigned: fields.assigned,
      unassigned: unassigned, due: try fields.due.map { try DueDay($0) },
      priority: try fields.priority.map { try PriorityName($0) },
      blockers: fields.blockers, withoutBlockers: withoutBlockers)
    let more = try changes.plan(card.id, on: open.board, user: open.user)
    let intents = EditCommand.plan(card, title: title, body: text, more)
    return try open.edit(
      card.id, intents, done: intents.isEmpty ? "nothing to change on" : "edited")
  }

  /// The edits for a new title and body: one operation if they fit one, none if nothing differs.
  /// - Parameter more: further edits of the card.
  static func plan(
    _ card: Card, title: String?, body: String?, _ more: [Intent] = []
  ) -> [Intent] {
    var intents: [Intent] = []
    if let title, title != card.title.value { intents.append(.cardRetitle(card.id, title: title)) }
    intents += more
    guard let body else { return Intent.together(intents) }
    let text = EditorText(body, opened: card.body)
    let splices = SpliceDiff.splices(from: card.body, to: text.scalars)
      .map { Intent.cardSplice(card.id, $0) }
    // If there are several splices, each is as large as an operation should be.
    guard splices.count == 1 else { return Intent.together(intents) + splices }
    return Intent.together(intents + splices)
  }
}
