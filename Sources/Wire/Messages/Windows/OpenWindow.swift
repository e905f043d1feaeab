public import BoardModel

/// Asks which session a window for an activity should have.
public struct OpenWindow: Hashable, Sendable {
  public let board: BoardID
  /// A random identifier, which becomes the session's if the window gets a new one.
  public let session: SessionID
  public let activity: Activity
  /// Whether the window is wanted even if there is one for this activity already.
  public let isAdditional: Bool
  public let extensions: Extensions

  public init(
    board: BoardID, session: SessionID, activity: Activity, isAdditional: Bool,
    extensions: Extensions = .none
  ) {
    self.board = board
    self.session = session
    self.activity = activity
    self.isAdditional = isAdditional
    self.extensions = extensions
  }
}

/// The answer to a request for a window.
public enum Opening: UInt8, Hashable, Sendable, CaseIterable {
  /// The window has a new session, which is reserved for it for a moment
  /// (`Limits.reservationMilliseconds`).
  case fresh = 1
  /// The window takes over a session that is shown nowhere.
  case adopt = 2
  /// A window for the activity is shown somewhere, and was asked to come to the front.
  case activated = 3
}

/// Answers OPEN_WINDOW.
public struct WindowOpened: Hashable, Sendable {
  public let opening: Opening
  public let session: SessionID
  public let configuration: Configuration
  /// The session's activity, with its user information.
  public let activity: Activity
  /// The place where the session's window is or was shown, in its own words.
  public let place: String
  public let extensions: Extensions

  public init(
    opening: Opening, session: SessionID, configuration: Configuration, activity: Activity,
    place: String, extensions: Extensions = .none
  ) {
    self.opening = opening
    self.session = session
    self.configuration = configuration
    self.activity = activity
    self.place = place
    self.extensions = extensions
  }
}

/// Asks a window to come to the front, because somebody asked for what it shows.
public struct Activate: Hashable, Sendable {
  /// The user who asked, and on which device.
  public let author: Author
  public let extensions: Extensions

  public init(author: Author, extensions: Extensions = .none) {
    self.author = author
    self.extensions = extensions
  }
}

/// Tells a connection that the session it opened is shown now.
public struct WindowRegistered: Hashable, Sendable {
  public let session: SessionID
  public let extensions: Extensions

  public init(session: SessionID, extensions: Extensions = .none) {
    self.session = session
    self.extensions = extensions
  }
}

extension OpenWindow: MessageBody {
  public static let type = FrameType.openWindow

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    board = try reader.identifier()
    session = try reader.identifier()
    activity = try reader.activity()
    isAdditional = try reader.bool()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(board)
    writer.identifier(session)
    writer.activity(activity)
    writer.bool(isAdditional)
    writer.extensions(extensions)
  }
}

extension WindowOpened: MessageBody {
  public static let type = FrameType.windowOpened

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    opening = try reader.enumeration()
    session = try reader.identifier()
    configuration = try reader.enumeration()
    activity = try reader.activity()
    place = try reader.title()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint8(opening.rawValue)
    writer.identifier(session)
    writer.uint8(configuration.rawValue)
    writer.activity(activity)
    writer.string(place)
    writer.extensions(extensions)
  }
}

extension Activate: MessageBody {
  public static let type = FrameType.activate

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    author = try reader.author()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.author(author)
    writer.extensions(extensions)
  }
}

extension WindowRegistered: MessageBody {
  public static let type = FrameType.windowRegistered

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    session = try reader.identifier()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(session)
    writer.extensions(extensions)
  }
}
