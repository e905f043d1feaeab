import ArgumentParser
import BoardModel
import Wording

/// The options of `add` and `edit` for a card's labels, assignees, due date, priority
/// and blockers.
struct CardFieldOptions: ParsableArguments {
  @Option(
    name: .customLong("label"),
    help: ArgumentHelp(NameHelp.labelText, discussion: "May be given several times."))
  var labels: [String] = []
  @Option(
    name: .customLong("assign"),
    help: ArgumentHelp(
      "An assignee: a \(TypedUser.forms).", discussion: "May be given several times.",
      valueName: "user"))
  var assigned: [String] = []
  @Option(help: ArgumentHelp("When it is due: \(TypedDay.forms).", valueName: "date"))
  var due: String?
  @Option(help: ArgumentHelp("Its priority: \(PriorityName.forms)."))
  var priority: String?
  @Option(
    name: .customLong("blocked-by"),
    help: ArgumentHelp(
      "A card that blocks it, named likewise.", discussion: "May be given several times.",
      valueName: "card"))
  var blockers: [String] = []

  func validate() throws {
    if let priority {
      try TextArguments.check { () throws(CommandFailure) in try PriorityName(priority) }
    }
    for user in assigned {
      try TextArguments.check { () throws(CommandFailure) in try TypedUser.parse(user, for: "me") }
    }
    if let due {
      try TextArguments.check { () throws(CommandFailure) in try DueDay(due) }
    }
  }
}

/// The options of `add` and `edit` for a card's body, from a file or from the command line.
struct BodyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the body of the card; - is standard input.", valueName: "file"))
  var body: String?
  @Option(help: "The body of the card itself.") var text: String?

  var isGiven: Bool { body != nil || text != nil }

  func validate() throws {
    guard body == nil || text == nil else {
      throw ValidationError("Give the body as --body FILE or as --text TEXT, not both.")
    }
    guard let text else { return }
    try TextArguments.check { () throws(CommandFailure) in try TextArguments.body(text) }
  }

  /// Reads the body. This has to come before a board is opened, because somebody who types into
  /// standard input should not keep a session open.
  /// - Returns: nil if no body is given.
  func read() throws(CommandFailure) -> String? {
    if let body { return try BodyFile.read(body) }
    guard let text else { return nil }
    return try TextArguments.body(text)
  }

  /// Reads the body without the line break at the end of a file, which is not part of the text.
  func readWhole() throws(CommandFailure) -> String? {
    guard var text = try read() else { return nil }
    if body != nil, text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}

/// The changes that a command makes to a card's labels, assignees, due date, priority
/// and blockers.
struct CardChanges {
  var labels: [String] = []
  var withoutLabels: [String] = []
  var assigned: [String] = []
  var unassigned: [String] = []
  var due: DueDay?
  var priority: PriorityName?
  var blockers: [String] = []
  var withoutBlockers: [String] = []

  /// The edits of the card that are needed, without those whose result is there already.
  /// - Parameter user: the user that `@me` means.
  func plan(_ card: CardID, on board: Board, user: String) throws(CommandFailure) -> [Intent] {
    var wanted: [CardElement: Bool] = [:]
    var order: [CardElement] = []
    func want(_ element: CardElement, _ isThere: Bool, _ name: String) throws(CommandFailure) {
      if let earlier = wanted.updateValue(isThere, forKey: element) {
        guard earlier == isThere else {
          throw CommandFailure(
            .usage, "\(Naming.quoted(name)) is both to be added and to be removed: choose one")
        }
      } else {
        order.append(element)
      }
    }
    for name in labels { try want(.label(try Naming.label(name, on: board).id), true, name) }
    for name in withoutLabels {
      try want(.label(try Naming.label(name, on: board).id), false, name)
    }
    for name in assigned { try want(.assignee(try TypedUser.parse(name, for: user)), true, name) }
    for name in unassigned {
      try want(.assignee(try TypedUser.parse(name, for: user)), false, name)
    }
    for name in blockers {
      let blocker = try Naming.card(name, on: board).id
      guard blocker != card else {
        throw CommandFailure(
          .usage, "\(Naming.quoted(name)) is the card itself, which cannot block itself")
      }
      try want(.blocker(blocker), true, name)
    }
    for name in withoutBlockers {
      try want(.blocker(try Naming.card(name, on: board).id), false, name)
    }
    var intents: [Intent] = []
    for element in order {
      switch (board.attached(element, to: card), wanted[element] ?? true) {
      case (nil, true): intents.append(.attach(card, element))
      case (let stamp?, false): intents.append(.detach(card, element, seen: stamp.operation))
      case (nil, false), (.some, true): break
      }
    }
    if let due, due.day != board.due(of: card) {
      intents.append(.set(.cardDue(card), .number(due.day)))
    }
    if let priority, priority.priority != board.priority(of: card) {
      intents.append(.set(.cardPriority(card), .number(priority.priority?.rawValue)))
    }
    return intents
  }
}

extension Intent {
  /// Combines several intents into one batch, of which all or none take effect.
  static func together(_ intents: [Intent]) -> [Intent] {
    intents.count > 1 ? [.batch(intents)] : intents
  }
}
