import BoardModel
import Wording

/// A board that a command has open to read and edit.
struct OpenBoard {
  let client: Client
  let board: Board
  /// The names of the cards of which the board is an excerpt; nil where it is whole.
  let names: [String]?

  init(client: Client, board: Board, names: [String]? = nil) {
    self.client = client
    self.board = board
    self.names = names
  }

  /// Opens a board.
  /// - Parameter cards: the names of the cards that are needed of it; nil for all of it.
  init(_ id: BoardID, naming cards: [String]?, with client: Client) throws {
    if let cards, let board = try client.excerpt(of: id, naming: cards) {
      self.init(client: client, board: board, names: cards)
    } else {
      self.init(client: client, board: try client.open(id))
    }
  }

  var user: String { client.author.user }

  /// Makes the edits and waits until they are durable.
  /// - Returns: the outcome of the first edit, and the board with all of them.
  /// - Throws: `CommandFailure` if an edit had no effect.
  func edit(_ intents: [Intent]) throws -> (outcome: Outcome, board: Board) {
    let (decisions, board) =
      if let names { try make(intents, naming: names) } else { try client.submit(intents) }
    for decision in decisions {
      if let failure = decision.failure(on: board, user: user) { throw failure }
    }
    return (decisions.first?.outcome ?? .applied, board)
  }

  /// Makes edits of a board of which this is an excerpt.
  /// - Returns: the outcome of each edit, and the board with them, as far as they are about it.
  private func make(
    _ intents: [Intent], naming names: [String]
  ) throws -> (decisions: [Decision], board: Board) {
    let decisions = try client.make(intents, on: board)
    guard !decisions.isEmpty else { return ([], board) }
    let undone = UndoneEdits(board)
    let edited = intents.flatMap { EditSubjects($0, undone: undone).cards.map(\.description) }
    do {
      return (decisions, try OpenBoard(board.id, naming: names + edited, with: client).board)
    } catch let failure as CommandFailure {
      throw failure.adding("; the edit was made nevertheless, and is kept: do not make it again")
    }
  }

  /// Makes edits of one card.
  /// - Parameter done: what happened, in words that go before the card's title.
  func edit(_ card: CardID, _ intents: [Intent], done: String) throws -> Reply {
    let (outcome, board) = try edit(intents)
    guard let changed = board.card(card) else {
      throw CommandFailure(.notFound, "the card \(card) is not on the board any more")
    }
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        "board": shapes.reference, "card": shapes.whole(changed),
        "outcome": shapes.outcome(outcome),
      ]),
      text: PlainText.done(
        "\(done) \(board.cardName(card)) \(Wording.quote(changed.title.value))", outcome,
        on: board),
      hasEdited: !intents.isEmpty)
  }

  /// Makes edits of one column.
  /// - Parameter more: words that go behind the column's title.
  func edit(
    _ column: ColumnID, _ intents: [Intent], done: String, _ more: String = ""
  ) throws -> Reply {
    let (outcome, board) = try edit(intents)
    guard let changed = board.column(column) else {
      throw CommandFailure(.notFound, "the column \(column) is not on the board any more")
    }
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        "board": shapes.reference, "column": shapes.listed(changed),
        "outcome": shapes.outcome(outcome),
      ]),
      text: PlainText.done(
        "\(done) the column \(Wording.quote(changed.title.value))\(more)", outcome, on: board),
      hasEdited: !intents.isEmpty)
  }
}

extension PlainText {
  /// The lines that say what happened, and what else the author of the edit must know.
  static func done(_ text: String, _ outcome: Outcome, on board: Board) -> String {
    ([text] + Wording(board: board).remarks(outcome)).map { line($0) }.joined(separator: "\n")
  }
}
