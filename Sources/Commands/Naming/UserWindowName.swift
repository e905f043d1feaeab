import BoardModel

/// Finds windows by name for the program that shows them.
public enum UserWindowName {
  /// - Parameter name: a window's name as `board windows` prints it, or its title.
  /// - Returns: the session's whole identifier. One that is already whole is not looked up, since
  ///   it may be promised and not listed yet.
  /// - Throws: `CommandFailure` if no window has the name, or several have.
  public static func identifier(of name: String) throws -> String {
    if let session = SessionID(name) { return session.description }
    let client = try Client(Setting())
    defer {
      client.leave()
      try? client.waitUntilGone()
    }
    return try UserWindows(client).find(name).session.description
  }
}
