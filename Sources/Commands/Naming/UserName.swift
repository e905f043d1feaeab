import BoardModel
import Wording

/// Reads a user's name from the command line.
enum UserName {
  static let forms = "user's name, or @me"

  /// - Parameter user: the user that `@me` means.
  static func parse(_ text: String, for user: String) throws(CommandFailure) -> String {
    if text == "@me" { return user }
    guard Author.isName(text) else {
      throw CommandFailure(
        .usage,
        "\(Naming.quoted(text)) is no user's name: those have 1 to \(BoardLimits.userBytes) "
          + "letters, digits, dots, underscores and hyphens; @me is yourself")
    }
    return text
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
