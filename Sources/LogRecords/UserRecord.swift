/// What the log has of one user who was connected once (SPEC.md USR-001).
public struct UserRecord: Hashable, Sendable {
  public let user: String
  /// What the user wants to be called; empty where they did not say.
  public let name: String

  public init(user: String, name: String) {
    self.user = user
    self.name = name
  }
}
