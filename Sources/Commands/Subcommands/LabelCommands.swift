import ArgumentParser
import BoardModel
import Screen
import Wording

struct LabelsCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels", abstract: "Lists the labels of a board.")

  @Flag(help: "Those that were removed, too.") var removed = false
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let labels = open.board.labels + (removed ? open.board.removedLabels : [])
    let shapes = Shapes(open.board, user: open.user)
    return Reply(
      json: .object(["board": shapes.reference, "labels": shapes.labelUses(labels)]),
      text: LabelsCommand.text(labels, on: open.board))
  }

  static func text(_ labels: [Label], on board: Board) -> String {
    guard !labels.isEmpty else {
      return "the board has no labels: make one with `board label new NAME`"
    }
    let names = ShortNames(of: labels.map(\.id))
    let counts = board.labelCounts
    return TextTable.lines(
      labels.map { label in
        let count = counts[label.id] ?? 0
        return [
          names.name(of: label.id), LabelColour.name(label.colour),
          label.removed ? "removed" : count == 1 ? "1 card" : "\(count) cards",
          PlainText.line(label.name.value),
        ]
      }
    ).joined(separator: "\n")
  }
}

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label", abstract: "Makes, renames, colours or removes a label.",
    discussion: "`board edit CARD --label LABEL` puts it on a card.",
    subcommands: [
      NewLabel.self, RenameLabel.self, ColourLabel.self, RemoveLabel.self, RestoreLabel.self,
    ])
}

extension OpenBoard {
  /// Makes edits of one label.
  func edit(_ label: LabelID, _ intents: [Intent], done: String) throws -> Reply {
    let (outcome, board) = try edit(intents)
    guard let changed = board.label(label) else {
      throw CommandFailure(.notFound, "the label \(label) is not on the board any more")
    }
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        "board": shapes.reference, "label": shapes.label(changed),
        "outcome": shapes.outcome(outcome),
      ]),
      text: PlainText.done(
        "\(done) the label \(Wording.quote(changed.name.value)) "
          + "(\(LabelColour.name(changed.colour)))", outcome, on: board),
      hasEdited: !intents.isEmpty)
  }
}

struct NewLabel: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes a label.")

  @Argument(help: "The name of the label.") var name: String
  @Option(
    help: ArgumentHelp(
      "0 to 15, or one of \(LabelColour.all). Without it, one that few labels have."))
  var colour: String?
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [] }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(name, of: "label")
    }
    if let colour {
      try TextArguments.check { () throws(CommandFailure) in try LabelColour(colour) }
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = LabelID.random()
    let create = try NewLabel.plan(id, name, colour: colour, on: open.board)
    return try open.edit(id, [create], done: "made")
  }

  static func plan(
    _ id: LabelID, _ name: String, colour: String?, on board: Board
  ) throws(CommandFailure) -> Intent {
    try NewLabel.check(name, isFreeOn: board)
    let colour = try colour.map { (text) throws(CommandFailure) in try LabelColour(text) }
    return .labelCreate(
      id, name: name, colour: (colour ?? LabelColour(leastUsedOn: board)).number)
  }

  /// Checks that no other label has the name: labels are told apart by their names.
  static func check(
    _ name: String, isFreeOn board: Board, besides id: LabelID? = nil
  ) throws(CommandFailure) {
    let folded = name.lowercased()
    let rival = board.labels.first { $0.id != id && $0.name.value.lowercased() == folded }
    guard let rival else { return }
    throw CommandFailure(
      .refused,
      "the board has the label \(Wording.quote(rival.name.value)) already: choose another name",
      candidates: ["\(rival.id.short) \(rival.name.value)"])
  }
}

struct RenameLabel: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Gives a label another name, on all its cards.")

  @Argument(help: NameHelp.label) var label: String
  @Argument(help: "The new name.") var name: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [] }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(name, of: "label")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let label = try Naming.label(label, on: open.board)
    try NewLabel.check(name, isFreeOn: open.board, besides: label.id)
    let intents: [Intent] =
      name == label.name.value ? [] : [.set(.labelName(label.id), .text(name))]
    return try open.edit(
      label.id, intents, done: intents.isEmpty ? "nothing to change on" : "renamed")
  }
}

struct ColourLabel: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "colour", abstract: "Gives a label another colour.", aliases: ["color"])

  @Argument(help: NameHelp.label) var label: String
  @Argument(help: "0 to 15, or one of \(LabelColour.all).") var colour: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [] }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try LabelColour(colour) }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let label = try Naming.label(label, on: open.board)
    let number = try LabelColour(colour).number
    let intents: [Intent] =
      number == label.colour ? [] : [.set(.labelColour(label.id), .number(UInt32(number)))]
    return try open.edit(
      label.id, intents, done: intents.isEmpty ? "nothing to change on" : "coloured")
  }
}

struct RemoveLabel: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Removes a label from the board and all its cards.",
    discussion: "`board label restore` brings it back, on its cards too.")

  @Argument(help: NameHelp.label) var label: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [] }

  func reply(on open: OpenBoard) throws -> Reply {
    let id = try Naming.label(label, on: open.board).id
    return try open.edit(id, [.set(.labelRemoved(id), .flag(true))], done: "removed")
  }
}

struct RestoreLabel: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Brings a removed label back, on its cards too.")

  @Argument(help: NameHelp.label) var label: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [] }

  func reply(on open: OpenBoard) throws -> Reply {
    let label = try Naming.label(label, on: open.board, removed: true)
    try NewLabel.check(label.name.value, isFreeOn: open.board, besides: label.id)
    return try open.edit(
      label.id, [.set(.labelRemoved(label.id), .flag(false))], done: "restored")
  }
}
