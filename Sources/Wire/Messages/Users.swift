public import BoardModel

/// What a coordinator knows of a user.
public struct UserEntry: Hashable, Sendable {
  public let user: String
  /// Whether the user was ever connected.
  public let isSeen: Bool
  /// What the user wants to be called; empty where they did not say.
  public let name: String

  public init(user: String, isSeen: Bool, name: String) {
    self.user = user
    self.isSeen = isSeen
    self.name = name
  }
}

/// Asks what the coordinator knows of users, by their names.
public struct FindUsers: Hashable, Sendable {
  public let users: [String]
  public let extensions: Extensions

  public init(users: [String], extensions: Extensions = .none) {
    self.users = users
    self.extensions = extensions
  }
}

/// Says what the user of the connection wants to be called; nothing where the name is blank.
public struct SetName: Hashable, Sendable {
  public let name: String
  public let extensions: Extensions

  public init(name: String, extensions: Extensions = .none) {
    self.name = name
    self.extensions = extensions
  }
}

/// Answers FIND_USERS and SET_NAME; as an event, what became another of users of the board.
public struct Users: Hashable, Sendable {
  public let users: [UserEntry]
  public let extensions: Extensions

  public init(users: [UserEntry], extensions: Extensions = .none) {
    self.users = users
    self.extensions = extensions
  }
}

extension UserEntry: WireRecord {
  public static let layout = WireLayout(
    UserEntry.init, WireField(title: \.user), WireField(\.isSeen), WireField(title: \.name))
}

extension FindUsers: MessageBody {
  public static let type = FrameType(rawValue: 0x0050)
  public static let layout = WireLayout(
    FindUsers.init, WireField(titles: \.users, maximum: Limits.usersAtOnce),
    WireField(\.extensions))
}

extension Users: MessageBody {
  public static let type = FrameType(rawValue: 0x0051)
  public static let layout = WireLayout(
    Users.init, WireField(\.users, maximum: Limits.usersAtOnce), WireField(\.extensions))
}

extension SetName: MessageBody {
  public static let type = FrameType(rawValue: 0x0052)
  public static let layout = WireLayout(
    SetName.init, WireField(title: \.name), WireField(\.extensions))
}
