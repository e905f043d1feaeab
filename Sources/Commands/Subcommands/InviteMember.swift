import ArgumentParser
import BoardModel
import Identity
import Wire
import Wording

struct InviteMember: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Invites somebody who is not in the team yet.",
    usage: """
      board member invite <user> --role <role> [--ttl \(InvitationTime.usual)] [--board <board>]
      """,
    discussion: """
      For owners. Gives them a role on the board, as `board member` does, and prints the line with \
      which one device of theirs joins, once. Whoever reads the line may use it: send it where only \
      they read. Somebody who is here already needs no line, but a role: `board member`.
      """)

  @Argument(help: "The name that they will have.") var user: String
  @Option(help: "owner, editor, commenter or viewer.") var role: String
  @Option(help: ArgumentHelp("How long it is good: \(InvitationTime.forms).", valueName: "time"))
  var ttl = InvitationTime.usual
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in
      try (InviteMember.newcomer(user), InviteMember.role(role), Lifetime.parse(ttl))
    }
  }

  private static func newcomer(_ text: String) throws(CommandFailure) -> String {
    guard text != "@me" else {
      throw CommandFailure(.usage, "that is you: `board devices invite` invites your next device")
    }
    return try TypedUser.parse(text, for: "")
  }

  private static func role(_ text: String) throws(CommandFailure) -> Role {
    guard let role = try Role.parse(text) else {
      throw CommandFailure(
        .usage,
        "without a role they would see no board: write owner, editor, "
          + "commenter or viewer")
    }
    return role
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let setting = try Setting()
    let user = try InviteMember.newcomer(user)
    let role = try InviteMember.role(role)
    let seconds = try Lifetime.parse(ttl)
    // Before the role is given, for what can be known before.
    _ = try NewInvitation.addresses(setting)
    if let known = try open.client.find([user]).first, known.isSeen {
      throw CommandFailure(
        .refused,
        "\(user) is here already: `board member \(user) \(Wording.name(role))` gives them the role, "
          + "and further devices of theirs they invite themselves (`board devices invite`)")
    }
    let (_, board) = try open.edit(
      Intent.together(MemberCommand.plan(user, role, on: open.board)))
    let invitation: NewInvitation
    do {
      invitation = try NewInvitation(
        user, to: board.id, seconds: seconds, setting, open.client)
    } catch {
      throw CommandFailure(error, in: setting.folders).adding(
        "; \(user) has the role nevertheless, and no invitation: `board member \(user) none` takes "
          + "it back")
    }
    return Reply(
      json: invitation.json(
        user, board: Shapes(board, user: open.user).reference, role: Wording.name(role)),
      text: invitation.text(
        "\(user) is \(Wording.article(role)) now, and one device of theirs joins with this line"),
      hasEdited: true)
  }
}
