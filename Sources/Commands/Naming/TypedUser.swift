import BoardModel
import Wording

/// Reads a user's name from the command line, where letters may be in upper case.
enum TypedUser {
  static let forms = "user's name, or @me"

  /// - Parameter user: the user that `@me` means.
  static func parse(_ text: String, for user: String) throws(CommandFailure) -> String {
    if text == "@me" { return user }
    if let name = Author.userName(typed: text) { return name }
    if text.lowercased() == "everyone" {
      throw CommandFailure(
        .usage,
        "\(Naming.quoted(text)) is no user's name: it means whoever has no role of their own, whose "
          + "role `board member --everyone ROLE` gives")
    }
    throw CommandFailure(
      .usage,
      "\(Naming.quoted(text)) is no user's name: those have 1 to \(BoardLimits.userBytes) "
        + "letters, digits, dots, underscores and hyphens; @me is yourself")
  }
}

extension Role {
  /// Reads a role; `none` gives nil and takes a role away.
  static func parse(_ text: String) throws(CommandFailure) -> Role? {
    let name = text.lowercased()
    if name == "none" { return nil }
    guard let role = Role.allCases.first(where: { Wording.name($0) == name }) else {
      throw CommandFailure(
        .usage,
        "\(Naming.quoted(text)) is no role: write owner, editor, commenter, viewer or none")
    }
    return role
  }
}
