import BoardModel

/// What a person calls a window, for whoever shows windows.
public enum UserWindowName {
  /// - Parameter name: as `board windows` prints it, or a title.
  /// - Returns: the session's identifier, whole. One that is whole already is not looked up: it may
  ///   be promised and not listed yet.
  /// - Throws: where no window has the name, or several have.
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
