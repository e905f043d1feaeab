public import BoardModel

/// One window in a list of windows.
public struct WindowSummary: Hashable, Sendable {
  public let session: SessionID
  public let board: BoardID
  public let configuration: Configuration
  /// What the window is for. Its user information is present only where a single window was asked
  /// for.
  public let activity: Activity
  /// The number of unread things in the window, for people.
  public let badge: UInt32
  /// What a person would see in the window, in a few words.
  public let summary: String
  /// The place where the window was last shown, in its own words: a terminal, a pane.
  public let place: String
  /// The window's user, and the device on which it was last shown.
  public let author: Author
  public let isConnected: Bool
  /// The time at which the window last connected or disconnected, in milliseconds since 1970.
  public let since: UInt64
  /// The number of texts that are typed in the window and saved nowhere else.
  public let drafts: UInt32
  /// The number of edits that the window had not sent when it last reported it.
  public let unsent: UInt32

  public init(
    session: SessionID, board: BoardID, configuration: Configuration, activity: Activity,
    badge: UInt32, summary: String, place: String, author: Author, isConnected: Bool,
    since: UInt64, drafts: UInt32, unsent: UInt32
  ) {
    self.session = session
    self.board = board
    self.configuration = configuration
    self.activity = activity
    self.badge = badge
    self.summary = summary
    self.place = place
    self.author = author
    self.isConnected = isConnected
    self.since = since
    self.drafts = drafts
    self.unsent = unsent
  }
}

/// Asks for the windows of this user, or for one of them.
public struct ListWindows: Hashable, Sendable {
  /// The session of the one window that is asked for; nil for all windows.
  public let session: SessionID?
  public let extensions: Extensions

  public init(session: SessionID?, extensions: Extensions = .none) {
    self.session = session
    self.extensions = extensions
  }
}

/// Windows in the order of their sessions; one or more of these answer LIST_WINDOWS.
public struct WindowList: Hashable, Sendable {
  public let windows: [WindowSummary]
  public let extensions: Extensions

  public init(windows: [WindowSummary], extensions: Extensions = .none) {
    self.windows = windows
    self.extensions = extensions
  }
}

extension WindowSummary: WireRecord {
  public static let layout = WireLayout(
    WindowSummary.init, WireField(\.session), WireField(\.board), WireField(\.configuration),
    WireField(\.activity), WireField(\.badge), WireField(title: \.summary),
    WireField(title: \.place), WireField(\.author), WireField(\.isConnected), WireField(\.since),
    WireField(\.drafts), WireField(\.unsent))
}

extension ListWindows: MessageBody {
  public static let type = FrameType(rawValue: 0x0033)
  public static let layout = WireLayout(
    ListWindows.init, WireField(\.session), WireField(\.extensions))
}

extension WindowList: MessageBody {
  public static let type = FrameType(rawValue: 0x0034)
  public static let layout = WireLayout(
    WindowList.init, WireField(\.windows), WireField(\.extensions))
}
