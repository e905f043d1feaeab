import BoardModel

/// A user as the command line names them.
enum UserName {
  static let forms = "user's name, or @me"

  /// - Parameter user: who `@me` is.
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
  /// What a person gives: `none` takes a role away.
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
