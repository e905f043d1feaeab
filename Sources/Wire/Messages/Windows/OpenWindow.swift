public import BoardModel

/// Asks which session a window for an activity is to be.
public struct OpenWindow: Hashable, Sendable {
  public let board: BoardID
  /// Random; the session's name if it is to be a fresh one.
  public let session: SessionID
  public let activity: Activity
  /// A further window, though there is one for this.
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

/// What a window that was asked for is.
public enum Opening: UInt8, Hashable, Sendable, CaseIterable {
  /// A new session, kept free for this for a moment.
  case fresh = 1
  /// A session that is shown nowhere.
  case adopt = 2
  /// A window that is shown somewhere, and was asked to come to the front.
  case activated = 3
}

/// Answers OPEN_WINDOW.
public struct WindowOpened: Hashable, Sendable {
  public let opening: Opening
  public let session: SessionID
  public let configuration: Configuration
  /// Of the session, with its user information.
  public let activity: Activity
  /// Where it is, or was, in its own words.
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

/// A window is to come to the front, because somebody asked for what it shows.
public struct Activate: Hashable, Sendable {
  /// Who asked, and on which device.
  public let author: Author
  public let extensions: Extensions

  public init(author: Author, extensions: Extensions = .none) {
    self.author = author
    self.extensions = extensions
  }
}

/// The session that this connection opened is shown now.
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
