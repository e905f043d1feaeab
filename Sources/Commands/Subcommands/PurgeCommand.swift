import ArgumentParser
import BoardModel
import WindowStore
import Wording

struct PurgeCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Takes a card, a comment, what a field held before, or a board away for good.",
    usage: """
      board purge <card> [--comment <comment> | --history <field>] [--yes]
      board purge --board <board> [--yes]
      """,
    discussion: """
      Only owners may, and nothing brings back what is purged: no undo, no `board log`, no earlier \
      state of the board. Archiving is what one wants as a rule. On a terminal the title has to be \
      typed again; where there is none, --yes says that it is meant.
      """)

  @Argument(help: NameHelp.card) var card: String?
  @Option(help: NameHelp.comment) var comment: String?
  @Option(
    help: ArgumentHelp(
      "Forget what this field of the card held before, and keep what it holds now: "
        + "\(FieldName.all); as in --history \"item 2\".", valueName: "field"))
  var history: String?
  @Flag(help: "Purge without the title, where no terminal is to ask on.") var yes = false
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  func validate() throws {
    guard card != nil || options.board != nil else {
      throw ValidationError("Name a card, or a whole board: `board purge --board BOARD`.")
    }
    guard card != nil || comment == nil && history == nil else {
      throw ValidationError("Name the card of the comment or field.")
    }
    guard comment == nil || history == nil else {
      throw ValidationError("Name a comment or a field, not both.")
    }
    try TextArguments.check { () throws(CommandFailure) in _ = try field }
  }

  func run() throws {
    if TitleQuestion.canAsk {
      // The title is typed before a session is open, because people take their time.
      let purge = try BoardOptions.read(options.board, Setting()) { board in
        try plan(on: board, user: Setting().author.user)
      }
      try purge.question.ask()
      return try answer { try reply(of: $0, asked: purge) }
    }
    if !yes {
      throw CommandFailure(
        .usage,
        "nothing brings back what is purged, and there is no terminal to ask on: say --yes if it "
          + "is meant")
    }
    try answer()
  }

  func reply(of client: Client) throws -> Reply { try reply(of: client, asked: nil) }

  /// - Parameter asked: what the person was asked about.
  private func reply(of client: Client, asked: Plan?) throws -> Reply {
    let open = try options.open(with: client, naming: nil)
    let purge = try plan(on: open.board, user: open.user)
    try purge.check(against: asked)
    let reference = Shapes(open.board, user: open.user).reference
    let (outcome, board) = try open.edit([.purge(purge.target)])
    if purge.target == .board { try? client.deviceWindows?.forgetBoard(board.id) }
    return Reply(
      json: .object([
        "board": reference, "purged": purge.json,
        "outcome": Shapes(board, user: open.user).outcome(outcome),
      ]),
      text: PlainText.line("purged \(purge.thing)"), hasEdited: true)
  }

  /// What is to be purged.
  struct Plan: Equatable {
    let target: PurgeTarget
    /// What it is, in words that do not repeat it.
    let thing: String
    /// What the title that is typed again is of, and that title.
    let owner: String
    let title: String

    /// Numbers name other things once somebody removes one meanwhile.
    func check(against asked: Plan?) throws(CommandFailure) {
      guard let asked, asked.target != target else { return }
      throw CommandFailure(
        .refused, "\(asked.thing) has another name by now: nothing was purged, look again")
    }

    var question: TitleQuestion { TitleQuestion(thing: thing, owner: owner, title: title) }

    var json: JSON {
      var (card, comment, field) = ("", "", "")
      switch target {
      case .card(let id): card = id.description
      case .comment(let id, let one): (card, comment) = (id.description, one.description)
      case .past(let address):
        (card, field) = (address.card?.description ?? "", Shapes.name(address))
      case .board: break
      }
      return .object([
        "card": .string(card), "comment": .string(comment), "field": .string(field),
      ])
    }
  }

  /// - Throws: `CommandFailure` where the board has no such thing.
  func plan(on board: Board, user: String) throws -> Plan {
    guard let name = card else {
      return Plan(
        target: .board, thing: "the board \(board.id.description.prefix(8))", owner: "the board",
        title: board.title?.value ?? "")
    }
    let card = try Naming.card(name, on: board)
    let number = board.cardName(card.id)
    let (target, thing): (PurgeTarget, String)
    if let comment {
      let found = try Naming.comment(comment, on: card, board, alsoRemoved: true)
      (target, thing) = (
        .comment(card.id, found.id),
        "comment \(comment) on \(number), by \(found.created.author.user)"
      )
    } else if let field = try field {
      let address = try field.address(on: card, of: board, user: user)
      (target, thing) = (.past(address), "what \(field.words) of \(number) was before")
    } else {
      (target, thing) = (.card(card.id), number)
    }
    return Plan(target: target, thing: thing, owner: number, title: card.title.value)
  }

  /// The field and, behind a blank, which one of several.
  private var field: FieldName? {
    get throws(CommandFailure) {
      guard let history else { return nil }
      let words = history.split(separator: " ", maxSplits: 1).map(String.init)
      return try FieldName(words.first ?? "", words.count > 1 ? words[1] : nil)
    }
  }
}
