import ArgumentParser
import BoardModel
import Wire
import Wording

struct NameCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "name", abstract: "Says what you want to be called, or prints it.",
    usage: """
      board name
      board name <name>
      board name --none
      """,
    discussion: """
      Others see it beside your user's name, which stays what it is, in windows and in `board \
      members`, on every board of this coordinator that they share with you.
      """)

  @Argument(help: "What you want to be called, in at most \(Limits.displayNameScalars) characters.")
  var name: String?
  @Flag(help: "Be called by your user's name alone.") var none = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !none || name == nil else {
      throw ValidationError("Give a name or --none, not both.")
    }
    try TextArguments.check { () throws(CommandFailure) in
      try name.map { text throws(CommandFailure) in try TextArguments.displayName(text) }
    }
  }

  func reply(of client: Client) throws -> Reply {
    let new = none ? "" : try name.map { try TextArguments.displayName($0) }
    guard let new else { return NameCommand.reply(try client.find([client.author.user])[0]) }
    return NameCommand.reply(try client.call(new))
  }

  static func reply(_ entry: UserEntry) -> Reply {
    Reply(
      json: Shapes.user(entry),
      text: PlainText.line(
        entry.name.isEmpty
          ? "\(entry.user), without a name to be called by" : "\(entry.name) (\(entry.user))"))
  }
}
