/// One user of one standing who submits every intent, to one board.
struct IntentWalk {
  private let standing: RoleStanding
  private var window: Window
  private let things: Things
  /// The operations of the user that an undo takes back, by the names of their intents.
  private let targets: [String: Value]

  /// What the owner made for the intents to be about.
  fileprivate struct Things {
    let column: Identifier
    let spare: Identifier
    let card: Identifier
    let label = Identifier.random()
    let item = Identifier.random()
    let made = Identifier.random()
    /// A comment of the user's own.
    let said = Identifier.random()
    let assigned: Value
  }

  /// The user is an editor at first, and makes what is taken back later.
  init(_ standing: RoleStanding, on bench: Bench) async throws {
    self.standing = standing
    let fixture = try await bench.board(everyone: nil)
    var owner = try await bench.window(on: fixture)
    let card = Value.id(fixture.card)
    try await owner.edit(
      .variant(
        "attach", ["card": card, "element": .variant("assignee", ["user": "somebody"])]))
    things = Things(
      column: fixture.columns[0], spare: fixture.columns[1], card: fixture.card,
      assigned: owner.lastOperation)
    try await owner.edit(
      .variant(
        "label-create", ["label": .id(things.label), "name": "label", "colour": 1]))
    try await owner.edit(
      .variant(
        "item-add",
        ["card": card, "item": .id(things.item), "text": "item", "at": .anchors()]))
    try await owner.edit(.giveRole("editor", to: standing.user))
    window = try await bench.window(on: fixture, .second)
    var targets: [String: Value] = [:]
    try await window.edit(
      .variant("comment-add", ["card": card, "comment": .id(things.said), "text": "said"]))
    for intent in [things.mark, .cardRetitle(fixture.card, "by the user")] {
      try await window.edit(intent)
      targets[try intent.variant()] = window.lastOperation
    }
    self.targets = targets
    try await standing.take(by: &owner)
    try await standing.awaitCut(of: window)
    await owner.peer.finish()
  }

  /// Submits the intent of a row, and looks at the answer.
  mutating func step(
    _ row: Schema.Access.Row, _ answer: String, _ table: Schema.Access
  ) async throws {
    let what = "\(row), \(standing)"
    let operation = window.operation(try intent(row))
    guard ["served", "forbidden"].contains(answer) else {
      do {
        try await window.peer.request("submit", ["operation": operation], refusedWith: answer)
      } catch let failure as CaseFailure {
        throw CaseFailure("\(what): \(failure.description)")
      }
      return
    }
    let outcome = try await window.submit(operation).at("outcome")
    if answer == "served" {
      let rejection: Value? =
        try outcome.variant() == "rejected" ? outcome.at("rejection") : .none
      try require(
        rejection.map { !$0.isForbidding } ?? true, "\(what): rejected as \(outcome), not served")
      try require(
        rejection == nil || Self.rejectedAnyway.contains(row.name),
        "\(what): \(outcome), which is no matter of roles")
    } else {
      let needed = Value.variant(try table.least(row))
      let forbidden = Value.rejected("forbidden", ["needed": needed])
      let expected =
        row.name == "batch"
        ? .rejected("batch-item", ["index": 0, "rejection": try forbidden.at("rejection")])
        : forbidden
      try requireEqual(outcome, expected, what)
    }
  }

  /// The intents that come to nothing here for whoever may do them: the board is there, there is no
  /// proposal, and the board is at its level.
  private static let rejectedAnyway: Set = ["board-create", "settle", "board-raise"]
}

extension Value {
  fileprivate var isForbidding: Bool {
    switch self {
    case .variant("forbidden", _): true
    case .variant("batch-item", let fields): fields["rejection"]?.isForbidding ?? false
    default: false
    }
  }
}

// The intent of each row.
extension IntentWalk {
  private func intent(_ row: Schema.Access.Row) throws -> Value {
    switch (row.name, row.of) {
    case ("set", let field?): return try set(field)
    case ("settle", let field?):
      return .variant(
        "settle",
        [
          "field": try address(field), "user": .text(standing.user),
          "operation": window.lastOperation, "accept": false,
        ])
    case ("batch", "card-favourite"): return .batch([things.mark])
    case ("batch", "card-retitle"): return .batch([.cardRetitle(things.card, "in a batch")])
    case ("undo", let name?):
      guard let target = targets[name] else { break }
      return .undo(target, force: true)
    case ("purge", let target?): return try things.purge(target)
    default:
      if let intent = try things.intent(row.name) { return intent }
    }
    throw HarnessFault("this suite does not know the row \(row) of the table of roles")
  }

  private func address(_ field: String) throws -> Value {
    try things.address(field, user: standing.user)
  }

  private func set(_ field: String) throws -> Value {
    .set(try address(field), try things.value(field))
  }
}

extension IntentWalk.Things {
  /// Marks the card as a favourite of the user.
  fileprivate var mark: Value {
    .variant("card-favourite", ["card": .id(card), "marked": true])
  }

  fileprivate func intent(_ name: String) throws -> Value? {
    let element = Value.variant("assignee", ["user": "somebody"])
    let insertion: Value = ["deletions": [], "insertions": [["after": .absent, "text": "more "]]]
    let known: [String: Value] = [
      "board-create": .boardCreate("Again"),
      "board-rename": .boardRename("Renamed"),
      "board-raise": .boardRaise(1),
      "column-create": .columnCreate(made, "Made"),
      "column-rename": .columnRename(column, "Renamed"),
      "column-move": .variant("column-move", ["column": .id(spare), "at": .anchors()]),
      "column-delete": .columnDelete(spare, seen: []),
      "card-create": .cardCreate(made, in: column, "Made"),
      "card-retitle": .cardRetitle(card, "Retitled"),
      "card-splice": .cardInsert(card, "more "),
      "card-move": .cardMove(card, to: column),
      "card-archive": .cardArchive(card),
      "card-restore": .variant("card-restore", ["card": .id(card)]),
      "card-favourite": mark,
      "label-create": .variant(
        "label-create", ["label": .id(made), "name": "made", "colour": 2]),
      "item-add": .variant(
        "item-add", ["card": .id(card), "item": .id(made), "text": "made", "at": .anchors()]),
      "comment-add": .variant(
        "comment-add", ["card": .id(card), "comment": .id(made), "text": "made"]),
      "attach": .variant("attach", ["card": .id(card), "element": element]),
      "detach": .variant(
        "detach", ["card": .id(card), "element": element, "seen": assigned]),
      "comment-splice": .variant(
        "comment-splice",
        ["card": .id(card), "comment": .id(said), "splice": insertion]),
      "receipts-seen": .variant("receipts-seen", ["through": 0]),
      "receipt-seen": .variant("receipt-seen", ["cause": 1, "index": 0]),
      "text-compact": .variant(
        "text-compact", ["card": .id(card), "comment": .absent, "horizon": 1]),
    ]
    return known[name]
  }

  fileprivate func purge(_ target: String) throws -> Value {
    switch target {
    case "past": .purge(target, ["field": .variant("card-title", ["card": .id(card)])])
    case "comment": .purge(target, ["card": .id(card), "comment": .id(said)])
    case "card": .purge(target, ["card": .id(card)])
    case "board": .purge(target)
    default: throw HarnessFault("this suite does not know the target \(target) of a purge")
    }
  }

  /// The field of this name.
  fileprivate func address(_ field: String, user: String) throws -> Value {
    let card = Value.id(self.card)
    let fields: [String: Value] =
      switch field {
      case "board-title", "board-archived", "limit-blocks": [:]
      case "member-role": ["user": "somebody-else"]
      case _ where field.hasPrefix("column-"): ["column": .id(column)]
      case _ where field.hasPrefix("label-"): ["label": .id(label)]
      case _ where field.hasPrefix("item-"): ["card": card, "item": .id(item)]
      case _ where field.hasPrefix("comment-"): ["card": card, "comment": .id(said)]
      case "card-label": ["card": card, "label": .id(label)]
      case "card-assignee": ["card": card, "user": .text(user)]
      case "card-blocker": ["card": card, "blocker": .id(made)]
      default: ["card": card]
      }
    return .variant(field, fields)
  }

  /// A value that fits the plain field.
  fileprivate func value(_ field: String) throws -> Value {
    switch field {
    case "member-role": return .variant("role", ["role": .variant("viewer")])
    case "label-name", "item-text": return .variant("text", ["text": "written"])
    case "label-colour", "column-limit", "card-due", "card-priority":
      return .variant("number", ["number": 4])
    case "item-place": return .variant("item-place", ["at": .anchors()])
    case "board-archived", "limit-blocks", "item-done", "label-removed", "item-removed",
      "comment-removed":
      // A removal would leave nothing for the rows behind it.
      return .variant("flag", ["flag": .bool(!field.hasSuffix("-removed"))])
    default:
      throw HarnessFault("this suite does not know a value of the field \(field)")
    }
  }
}
