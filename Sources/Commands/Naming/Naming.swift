import BoardModel
import Wire

/// Finds boards, columns and cards by the names that a person gives.
enum Naming {
  /// The most candidates that a message lists.
  static let listed = 10

  /// Finds a card by its number, or by the beginning of its identifier. Archived cards are found
  /// too.
  static func card(_ name: String, on board: Board) throws(CommandFailure) -> Card {
    guard let parsed = CardName(name) else {
      throw CommandFailure(
        .notFound,
        "\(quoted(name)) names no card: a card is named by its \(ShortNames.ofCard), "
          + "which `board ls` prints")
    }
    let found = board.cards(named: parsed)
    if let id = found.first, found.count == 1, let card = board.card(id) { return card }
    guard found.isEmpty else {
      throw CommandFailure(
        .ambiguous,
        "the identifiers of \(found.count) cards begin with \(quoted(name)): write more of it, or "
          + "the number",
        candidates: candidates(found, on: board))
    }
    let missing =
      switch parsed {
      case .number(let number): "no card has the number \(number)"
      case .beginning: "no card's identifier begins with \(quoted(name))"
      }
    throw CommandFailure(
      .notFound,
      "\(missing): `board ls` prints the numbers of the cards, `board export` those of the archive "
        + "too")
  }

  private static func candidates(_ cards: [CardID], on board: Board) -> [String] {
    cards.prefix(listed).compactMap { id in
      board.card(id).map { "\(board.cardName(id)) \($0.title.value)" }
    }
  }

  /// Finds a column that is not deleted: by its exact title, else by its title in any letter case,
  /// else by the beginning of its identifier.
  static func column(_ name: String, on board: Board) throws(CommandFailure) -> Column {
    try one(
      name, of: board.liveColumns, kind: "column", title: { $0.title.value },
      id: { $0.id.description },
      whenNone: "the board \(quoted(board.title?.value ?? "")) has no column \(quoted(name))")
  }

  /// Finds a board. Of those that are called the same, one that is not archived is meant.
  static func board(
    _ name: String, among boards: [BoardSummary]
  ) throws(CommandFailure) -> BoardSummary {
    let titled = boards.filter { !$0.isArchived && $0.title == name }
    if let board = titled.first, titled.count == 1 { return board }
    return try one(
      name, of: boards, kind: "board", title: { $0.title }, id: { $0.id.description },
      whenNone: "there is no board \(quoted(name))")
  }

  /// The board if none was named: the one that this device last opened in a window, else the only
  /// one, and never one that is archived. It never guesses which of several others is meant.
  static func board(
    lastUsed: BoardID?, among all: [BoardSummary]
  ) throws(CommandFailure) -> BoardSummary {
    let boards = all.filter { !$0.isArchived }
    if let board = boards.first(where: { $0.id == lastUsed }) { return board }
    if let board = boards.first, boards.count == 1 { return board }
    guard !boards.isEmpty else {
      throw CommandFailure(
        .notFound,
        all.isEmpty
          ? "there is no board yet: make one with `board new TITLE`"
          : "every board is archived: name one with --board, or set BOARD_BOARD",
        candidates: candidates(all, title: { $0.title }, id: { $0.id.description }))
    }
    throw CommandFailure(
      .ambiguous, "there are \(boards.count) boards: name one with --board, or set BOARD_BOARD",
      candidates: candidates(boards, title: { $0.title }, id: { $0.id.description }))
  }

  static func one<Thing>(
    _ name: String, of things: [Thing], kind: String, title: (Thing) -> String,
    id: (Thing) -> String, whenNone: String
  ) throws(CommandFailure) -> Thing {
    let folded = name.lowercased()
    var found = things.filter { title($0) == name }
    if found.isEmpty { found = things.filter { title($0).lowercased() == folded } }
    if found.isEmpty, isHexadecimal(name), isLongEnough(name) {
      found = things.filter { id($0).hasPrefix(folded) }
    }
    if let thing = found.first, found.count == 1 { return thing }
    if found.isEmpty {
      throw CommandFailure(
        .notFound, things.isEmpty ? whenNone : "\(whenNone); choose one of these",
        candidates: candidates(things, title: title, id: id))
    }
    throw CommandFailure(
      .ambiguous,
      "\(found.count) \(kind)s are called \(quoted(name)): use the beginning of an identifier",
      candidates: candidates(found, title: title, id: id))
  }

  private static func candidates<Thing>(
    _ things: [Thing], title: (Thing) -> String, id: (Thing) -> String
  ) -> [String] {
    things.prefix(listed).map { "\(id($0).prefix(8)) \(title($0))" }
  }

  static func isLongEnough(_ name: String) -> Bool {
    name.utf8.count >= ShortNames.shortest
  }

  /// Whether the text may be the beginning of an identifier.
  static func isHexadecimal(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          true
        default: false
        }
      }
  }

  static func quoted(_ text: String) -> String { "\u{201C}\(text)\u{201D}" }
}
