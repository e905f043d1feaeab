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
public enum Opening: UInt8, WireValue, Hashable, Sendable, CaseIterable {
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
  public static let type = FrameType(rawValue: 0x0030)
  public static let layout = WireLayout(
    OpenWindow.init, WireField(\.board), WireField(\.session), WireField(\.activity),
    WireField(\.isAdditional), WireField(\.extensions))
}

extension WindowOpened: MessageBody {
  public static let type = FrameType(rawValue: 0x0031)
  public static let layout = WireLayout(
    WindowOpened.init, WireField(\.opening), WireField(\.session), WireField(\.configuration),
    WireField(\.activity), WireField(title: \.place), WireField(\.extensions))
}

extension Activate: MessageBody {
  public static let type = FrameType(rawValue: 0x0038)
  public static let layout = WireLayout(Activate.init, WireField(\.author), WireField(\.extensions))
}

extension WindowRegistered: MessageBody {
  public static let type = FrameType(rawValue: 0x0039)
  public static let layout = WireLayout(
    WindowRegistered.init, WireField(\.session), WireField(\.extensions))
}
