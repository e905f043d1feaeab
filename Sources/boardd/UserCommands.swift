import ArgumentParser
import CoordinatorHost

struct Users: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the users that the store knows, with what they have.",
    discussion: """
      Boards are those on which the user has a role, made those that the user made and that were not \
      purged, and bytes about those of the user's edits in the store: a crash forgets the last of them.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Listed: Encodable {
    let users: [UserLine]
  }

  func run() throws {
    let users = try folder.ask(.users).flatMap { reply in
      guard case .users(let some) = reply else { throw Unanswered() }
      return some
    }
    if json { return try printJSON(Listed(users: users)) }
    guard !users.isEmpty else { return print("no user was here yet") }
    let rows = users.map { user in
      [
        user.user, user.name, "\(user.devices)", "\(user.boards)", "\(user.made)", "\(user.bytes)",
        "\(user.windows)",
        user.connections > 0
          ? "connected (\(user.connections))" : "last seen \(Times.text(user.used))",
      ]
    }
    printTable([["user", "name", "devices", "boards", "made", "bytes", "windows", ""]] + rows)
  }
}
