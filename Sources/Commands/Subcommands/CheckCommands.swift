import ArgumentParser
import BoardModel
import Wording

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Changes the checklist of a card.",
    discussion: "`board show` prints it, with the numbers of its items.",
    subcommands: [
      AddItem.self, DoneItem.self, UndoneItem.self, RewordItem.self, MoveItem.self,
      RemoveItem.self,
    ])
}

extension OpenBoard {
  /// Makes edits of a card's checklist, of which all or none take effect.
  func check(_ card: Card, _ intents: [Intent], done: String) throws -> Reply {
    try edit(
      card.id, Intent.together(intents), done: intents.isEmpty ? "nothing to change on" : done)
  }

  /// The items with these names, each once.
  func items(_ names: [String], of card: Card) throws(CommandFailure) -> [ChecklistItem] {
    var items: [ChecklistItem] = []
    for name in names {
      let item = try Naming.item(name, of: card, on: board)
      if !items.contains(item) { items.append(item) }
    }
    return items
  }
}

/// The options for an item's place among the others.
struct ItemPlaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The item to stand behind, named likewise.", valueName: "item"))
  var after: String?
  @Option(help: ArgumentHelp("The item to stand before, named likewise.", valueName: "item"))
  var before: String?
  @Flag(help: "To the top.") var first = false
  @Flag(help: "To the bottom.") var last = false

  var count: Int { [after != nil, before != nil, first, last].count { $0 } }

  func validate() throws {
    guard count < 2 else {
      throw ValidationError("Choose one of --after, --before, --first and --last.")
    }
  }

  /// - Parameter moved: the item to be placed, if it already has a place.
  func anchors(
    for moved: ItemID?, of card: Card, on board: Board
  ) throws(CommandFailure) -> Anchors<ItemKind> {
    if let name = after ?? before {
      let other = try Naming.item(name, of: card, on: board).id
      guard other != moved else {
        throw CommandFailure(.usage, "an item cannot stand beside itself: name another")
      }
      return after == nil ? Anchors(before: other) : Anchors(after: other)
    }
    let others = board.checklist(of: card.id).map(\.id).filter { $0 != moved }
    return first ? Anchors(before: others.first) : Anchors(after: others.last)
  }
}

struct AddItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds an item at the end of the checklist, or where you say.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: "The text of the item.") var text: String
  @OptionGroup var place: ItemPlaceOptions
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(text, of: "item")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let anchors = try place.anchors(for: nil, of: card, on: open.board)
    return try open.check(
      card, [.itemAdd(card.id, .random(), text: text, at: anchors)],
      done: "added \(Wording.quote(text)) to")
  }
}

struct DoneItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Ticks items.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.item) var items: [String]
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    return try open.check(
      card, DoneItem.plan(try open.items(items, of: card), true, of: card.id), done: "ticked on")
  }

  /// The edits that make the items done or not done, without those that already are.
  static func plan(_ items: [ChecklistItem], _ done: Bool, of card: CardID) -> [Intent] {
    items.filter { $0.done != done }.map { .set(.itemDone(card, $0.id), .flag(done)) }
  }
}

struct UndoneItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "undone", abstract: "Takes ticks away.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.item) var items: [String]
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    return try open.check(
      card, DoneItem.plan(try open.items(items, of: card), false, of: card.id),
      done: "unticked on")
  }
}

struct RewordItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "reword", abstract: "Gives an item another text.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.item) var item: String
  @Argument(help: "The new text.") var text: String
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try TextArguments.title(text, of: "item")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let item = try Naming.item(item, of: card, on: open.board)
    let intents: [Intent] =
      item.text.value == text ? [] : [.set(.itemText(card.id, item.id), .text(text))]
    return try open.check(card, intents, done: "reworded an item of")
  }
}

struct MoveItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Moves an item within the checklist.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.item) var item: String
  @OptionGroup var place: ItemPlaceOptions
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func validate() throws {
    guard place.count == 1 else {
      throw ValidationError("Say where to: --after ITEM, --before ITEM, --first or --last.")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let item = try Naming.item(item, of: card, on: open.board)
    let anchors = try place.anchors(for: item.id, of: card, on: open.board)
    // The only item of a checklist has no other place.
    let intents: [Intent] =
      anchors == Anchors() ? [] : [.set(.itemPlace(card.id, item.id), .itemPlace(anchors))]
    return try open.check(card, intents, done: "moved an item of")
  }
}

struct RemoveItem: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Removes items.", discussion: "`board undo` brings them back.")

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: NameHelp.item) var items: [String]
  @OptionGroup var options: BoardOptions

  var neededCards: [String]? { [card] }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let items = try open.items(items, of: card)
    return try open.check(
      card, items.map { .set(.itemRemoved(card.id, $0.id), .flag(true)) },
      done: items.count == 1 ? "removed an item of" : "removed \(items.count) items of")
  }
}
