public import BoardModel

/// Asks another user to look at what an activity shows. It never takes that user's focus.
public struct Invite: Hashable, Sendable {
  public let board: BoardID
  public let user: String
  public let activity: Activity
  public let extensions: Extensions

  public init(
    board: BoardID, user: String, activity: Activity, extensions: Extensions = .none
  ) {
    self.board = board
    self.user = user
    self.activity = activity
    self.extensions = extensions
  }
}

/// Answers INVITE.
public struct Invited: Hashable, Sendable {
  /// The number of windows that were told.
  public let windows: UInt32
  public let extensions: Extensions

  public init(windows: UInt32, extensions: Extensions = .none) {
    self.windows = windows
    self.extensions = extensions
  }
}

/// Tells a user that another one asks them to look at something.
public struct Invitation: Hashable, Sendable {
  public let board: BoardID
  public let author: Author
  /// The activity, without user information.
  public let activity: Activity
  public let extensions: Extensions

  public init(
    board: BoardID, author: Author, activity: Activity, extensions: Extensions = .none
  ) {
    self.board = board
    self.author = author
    self.activity = activity
    self.extensions = extensions
  }
}

extension Invite: MessageBody {
  public static let type = FrameType(rawValue: 0x003C)
  public static let layout = WireLayout(
    Invite.init, WireField(\.board), WireField(title: \.user), WireField(\.activity),
    WireField(\.extensions))
}

extension Invited: MessageBody {
  public static let type = FrameType(rawValue: 0x003D)
  public static let layout = WireLayout(Invited.init, WireField(\.windows), WireField(\.extensions))
}

extension Invitation: MessageBody {
  public static let type = FrameType(rawValue: 0x003E)
  public static let layout = WireLayout(
    Invitation.init, WireField(\.board), WireField(\.author), WireField(\.activity),
    WireField(\.extensions))
}
