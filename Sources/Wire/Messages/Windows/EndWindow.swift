public import BoardModel

/// The treatment of the drafts in a window that ends.
public enum Ending: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  /// The drafts must be none: a window with drafts or unsent edits does not end.
  case standard = 1
  /// The drafts become edits.
  case commit = 2
  /// The drafts are thrown away; edits that were made are kept.
  case decline = 3
}

/// Ends a window of this user, wherever it is.
public struct EndWindow: Hashable, Sendable {
  public let session: SessionID
  public let ending: Ending
  /// The reason, for people who look for the window later; may be empty.
  public let reason: String
  public let extensions: Extensions

  public init(
    session: SessionID, ending: Ending, reason: String, extensions: Extensions = .none
  ) {
    self.session = session
    self.ending = ending
    self.reason = reason
    self.extensions = extensions
  }
}

/// Answers END_WINDOW once the end of the window is durable.
public struct WindowEnded: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// Tells a connection that its session was ended; it has none any longer.
public struct WindowEnd: Hashable, Sendable {
  public let ending: Ending
  public let reason: String
  /// The user who ended the window, and on which device.
  public let author: Author
  public let extensions: Extensions

  public init(
    ending: Ending, reason: String, author: Author, extensions: Extensions = .none
  ) {
    self.ending = ending
    self.reason = reason
    self.author = author
    self.extensions = extensions
  }
}

/// A window that has ended.
public struct GoneWindow: Hashable, Sendable {
  public let session: SessionID
  public let board: BoardID
  /// The window's activity, without user information.
  public let activity: Activity
  public let reason: String
  public let author: Author
  /// The time of the end, in milliseconds since 1970.
  public let time: UInt64

  public init(
    session: SessionID, board: BoardID, activity: Activity, reason: String, author: Author,
    time: UInt64
  ) {
    self.session = session
    self.board = board
    self.activity = activity
    self.reason = reason
    self.author = author
    self.time = time
  }
}

/// The windows of this user that have ended, in the order in which they did.
public struct WindowsGone: Hashable, Sendable {
  public let windows: [GoneWindow]
  public let extensions: Extensions

  public init(windows: [GoneWindow], extensions: Extensions = .none) {
    self.windows = windows
    self.extensions = extensions
  }
}

extension GoneWindow: WireRecord {
  public static let layout = WireLayout(
    GoneWindow.init, WireField(\.session), WireField(\.board), WireField(\.activity),
    WireField(title: \.reason), WireField(\.author), WireField(\.time))
}

extension EndWindow: MessageBody {
  public static let type = FrameType(rawValue: 0x0035)
  public static let layout = WireLayout(
    EndWindow.init, WireField(\.session), WireField(\.ending), WireField(title: \.reason),
    WireField(\.extensions))
}

extension WindowEnded: MessageBody {
  public static let type = FrameType(rawValue: 0x0036)
  public static let layout = WireLayout(WindowEnded.init, WireField(\.extensions))
}

extension WindowEnd: MessageBody {
  public static let type = FrameType(rawValue: 0x003A)
  public static let layout = WireLayout(
    WindowEnd.init, WireField(\.ending), WireField(title: \.reason), WireField(\.author),
    WireField(\.extensions))
}

extension WindowsGone: MessageBody {
  public static let type = FrameType(rawValue: 0x003B)
  public static let layout = WireLayout(
    WindowsGone.init, WireField(\.windows), WireField(\.extensions))
}
