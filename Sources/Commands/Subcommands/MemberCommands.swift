import ArgumentParser
import BoardModel
import Screen
import Wire
import Wording

struct MembersCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "members", abstract: "Lists who may do what on a board.",
    discussion: "`board member` gives somebody a role.")

  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let users = try open.users()
    return Reply(
      json: MembersCommand.json(Shapes(open.board, user: open.user), users),
      text: MembersCommand.text(open.board, users, user: open.user))
  }

  /// - Parameter users: what the coordinator knows of the members.
  static func json(_ shapes: Shapes, _ users: [UserEntry]) -> JSON {
    .object([
      "board": shapes.reference, "members": shapes.members,
      "users": .array(users.map { Shapes.user($0) }),
      "role": .string(shapes.board.role(of: shapes.user).map(Wording.name) ?? "none"),
    ])
  }

  /// - Parameter users: what the coordinator knows of the members.
  static func text(_ board: Board, _ users: [UserEntry], user: String) -> String {
    let known = Dictionary(users.map { ($0.user, $0) }, uniquingKeysWith: { $1 })
    let isOther = !board.members.contains { $0.user == user }
    let hasNames = users.contains { !$0.name.isEmpty }
    let rows = board.members.map { member in
      [Wording.name(member.role), Wording.name(ofUser: member.user)]
        + (hasNames ? [PlainText.line(known[member.user]?.name ?? "")] : [])
        + [
          member.user == user || member.user.isEmpty && isOther
            ? "(you)" : known[member.user]?.isSeen == false ? "(never seen)" : ""
        ]
    }
    let rest =
      board.members.contains { $0.user.isEmpty }
      ? [] : ["nobody else can see this board"]
    return (TextTable.lines(rows).map { PlainText.line($0.unpadded) } + rest)
      .joined(separator: "\n")
  }
}

struct MemberCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "member",
    abstract: "Gives a user a role on a board, takes it away, or invites somebody to the team.",
    usage: """
      board member <user> <role>
      board member --everyone <role>
      board member invite <user> --role <role>
      """,
    discussion: "`board member set --help` explains roles.",
    subcommands: [MemberCommand.self, InviteMember.self], defaultSubcommand: MemberCommand.self)
}

struct MemberCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Gives a user a role on a board, or takes it away.",
    usage: """
      board member <user> <role>
      board member --everyone <role>
      """,
    discussion: """
      A viewer reads and marks favourites; a commenter also comments; an editor also edits columns, \
      cards and labels; an owner also renames, archives and purges the board and gives roles. \
      Whoever makes a board owns it, and nobody else can see it before they are given a role. Who \
      has no role of their own has that of --everyone. With none as the role it is taken away: who \
      may not read the board any longer is cut at once. Only an owner takes roles away, also when somebody wants to leave; another user \
      has to be an owner before the last one can.
      """)

  @Flag(help: "Whoever has no role of their own.") var everyone = false
  @Argument(help: NameHelp.user) var user: String
  @Argument(help: "owner, editor, commenter, viewer or none.") var role: String?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    guard everyone == (role == nil) else {
      throw ValidationError(
        everyone
          ? "Name a user or --everyone, not both: `board member --everyone ROLE`."
          : "Say which role: owner, editor, commenter, viewer or none.")
    }
    try TextArguments.check { () throws(CommandFailure) in try Role.parse(role ?? user) }
    guard !everyone else { return }
    try TextArguments.check { () throws(CommandFailure) in try TypedUser.parse(user, for: "me") }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let member = everyone ? "" : try TypedUser.parse(user, for: open.user)
    let role = try Role.parse(role ?? user)
    let intents = MemberCommand.plan(member, role, on: open.board)
    if !intents.isEmpty, role == nil, member == open.user {
      if let refusal = Wording(board: open.board, user: open.user).leavingRefused {
        throw CommandFailure(.refused, refusal)
      }
    }
    // Asked before the edit: without an answer nothing is done, and behind it the board may be one
    // that its author may not read.
    let known = try open.users(besides: member)
    let isUnseen = role != nil && known.contains { $0.user == member && !$0.isSeen }
    let (outcome, board) = try open.edit(Intent.together(intents))
    let name = Wording.name(ofUser: member)
    let text: String
    if intents.isEmpty {
      text = "nothing to change for \(name)"
    } else if let role {
      text = "\(name) is \(Wording.article(role)) now"
    } else {
      text = MemberCommand.taken(from: name, rest: everyone ? nil : board.role(of: member))
    }
    let shapes = Shapes(board, user: open.user)
    let users = known.filter { entry in board.members.contains { $0.user == entry.user } }
    return Reply(
      json: MembersCommand.json(shapes, users)
        .adding([JSON.Member(key: "outcome", value: shapes.outcome(outcome))]),
      text: PlainText.done(text, outcome, on: board)
        + (isUnseen ? "\n" + MemberCommand.unseen(member, on: options.board) : ""),
      hasEdited: !intents.isEmpty)
  }

  /// The words for a role that was taken away.
  /// - Parameter rest: the role that everyone has, and with them that user.
  static func taken(from name: String, rest: Role?) -> String {
    guard let rest else { return "\(name) has no role now" }
    return "\(name) has no role of their own now, but still that of everyone else: "
      + "\(Wording.article(rest)) (`board member --everyone none` takes that away)"
  }

  /// The sentence for whoever gives a role to a user who was never connected.
  /// - Parameter board: the board as it was named; nil where it was not.
  static func unseen(_ user: String, on board: String?) -> String {
    let option = board.map { " --board \(PlainText.word($0))" } ?? ""
    return PlainText.line(
      "nobody named \(user) was ever connected to this coordinator: the role waits for them; if the "
        + "name is wrong, `board member \(user) none\(option)` takes it back")
  }

  /// The edits that give or take a role.
  static func plan(_ member: String, _ role: Role?, on board: Board) -> [Intent] {
    let held = board.members.first { $0.user == member }?.role
    return held == role ? [] : [.set(.memberRole(member), .role(role))]
  }
}

extension OpenBoard {
  /// What the coordinator knows of those who have a role of their own.
  /// - Parameter user: one who may have none; the empty name stands for everyone else.
  fileprivate func users(besides user: String = "") throws -> [UserEntry] {
    try client.find(Set(board.members.map(\.user) + [user]).subtracting([""]).sorted())
  }
}

extension String {
  /// The text without the blanks that a table leaves at the end of a line.
  var unpadded: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
