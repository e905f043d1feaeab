import ArgumentParser
import BoardModel

struct LogCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Lists who did what, the newest first.")

  @Argument(
    help: ArgumentHelp(
      "Only what was about this card, named by its \(ShortNames.ofCard)."))
  var card: String?
  @Option(help: "How many edits at the most.") var limit = 20
  @OptionGroup var options: BoardOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("--limit takes a number from 1 to 100000.")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    if let card { return try reply(about: try Naming.card(card, on: open.board), open) }
    var walk = HistoryWalk(open.board, limit: limit)
    while let page = walk.next {
      walk.take(try open.client.history(from: page.from, count: page.count))
    }
    let shapes = Shapes(open.board, user: open.user, undone: walk.undone)
    return Reply(
      json: .object([
        "board": shapes.reference,
        "operations": .array(walk.found.map { shapes.operation($0) }),
      ]),
      text: walk.found.map {
        PlainText.operation($0, on: open.board, undone: walk.undone)
      }.joined(separator: "\n"))
  }

  private func reply(about card: Card, _ open: OpenBoard) throws -> Reply {
    let cardHistory = try open.cardHistory(of: card.id, keeping: .newest(limit))
    let newest = cardHistory.entries.reversed()
    let undone = cardHistory.undone(on: open.board)
    let shapes = Shapes(open.board, user: open.user, undone: undone)
    let text = HistoryText(cardHistory: cardHistory, board: open.board, undone: undone)
    return Reply(
      json: .object([
        "board": shapes.reference,
        "operations": .array(newest.map { shapes.operation($0, of: cardHistory) }),
      ]), text: newest.map { text.entry($0) }.joined(separator: "\n"))
  }
}
