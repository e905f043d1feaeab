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
  public static let type = FrameType.invite

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    board = try reader.identifier()
    user = try reader.title()
    activity = try reader.activity()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(board)
    writer.string(user)
    writer.activity(activity)
    writer.extensions(extensions)
  }
}

extension Invited: MessageBody {
  public static let type = FrameType.invited

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    windows = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint32(windows)
    writer.extensions(extensions)
  }
}

extension Invitation: MessageBody {
  public static let type = FrameType.invitation

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    board = try reader.identifier()
    author = try reader.author()
    activity = try reader.activity()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(board)
    writer.author(author)
    writer.activity(activity)
    writer.extensions(extensions)
  }
}
