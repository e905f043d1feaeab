import ArgumentParser
import BoardModel

struct LogCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Lists who did what, the newest first.")

  @Argument(
    help: ArgumentHelp(
      "Only what was about this card, named by \(ShortNames.beginning) of its identifier."))
  var card: String?
  @Option(help: "How many operations at the most.") var limit = 20
  @OptionGroup var options: BoardOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("The limit is a number from 1 to 100000.")
    }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try card.map { try Naming.card($0, on: open.board).id }
    var walk = HistoryWalk(open.board, limit: limit, card: card)
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
}
