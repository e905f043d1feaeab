import ArgumentParser
import BoardModel
import Wire
import Wording

struct InviteCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Asks another user to look at a board, or at a card on it.",
    discussion: """
      Each of their windows on that board says so, and o opens the card where a board or favourites \
      are shown: nothing else changes on their screens. Prints how many windows were told; exits \
      with 1 where there was none.
      """)

  @Argument(help: "Another user's name.") var user: String
  @Argument(help: NameHelp.card) var card: String?
  @OptionGroup var options: BoardOptions

  var output: OutputOptions { options.output }

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try InviteCommand.other(user) }
  }

  func reply(of client: Client) throws -> Reply {
    let setting = try Setting()
    let user = try InviteCommand.other(user, than: setting.author.user)
    let (board, card) = try BoardOptions.read(options.board, setting) {
      board throws -> (Board, Card?) in
      guard let name = self.card else { return (board, nil) }
      return (board, try Naming.card(name, on: board))
    }
    let activity =
      card.map { Activity(.card($0.id), title: $0.title.value) }
      ?? Activity(.board, title: board.title?.value ?? "")
    let windows = try client.invite(Invite(board: board.id, user: user, activity: activity))
    return InviteCommand.reply(user, to: card, on: board, windows: windows, from: setting.author)
  }

  /// - Parameter user: the user who invites; nil if that is not known yet.
  private static func other(
    _ name: String, than user: String? = nil
  ) throws(CommandFailure) -> String {
    let other = try name == "@me" ? user : TypedUser.parse(name, for: "")
    guard let other, other != user else {
      throw CommandFailure(.usage, "that is you: your own windows are opened by `board open`")
    }
    return other
  }

  static func reply(
    _ user: String, to card: Card?, on board: Board, windows: UInt32, from author: Author
  ) -> Reply {
    let title = Wording.quote((card?.title ?? board.title)?.value ?? "")
    let count = UserWindow.count(Int(windows), "window")
    return Reply(
      json: .object([
        "board": Shapes(board, user: author.user).reference, "user": .string(user),
        "card": .string(card?.id.description ?? ""), "windows": .number(UInt64(windows)),
      ]),
      text: PlainText.line(
        count.map { "asked \(user) to look at \(title), in \($0)" }
          ?? "\(user) has no window on \(Wording.quote(board.title?.value ?? "")) now: nobody was asked"
      ),
      exitCode: windows > 0 ? 0 : 1)
  }
}
