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

extension ByteWriter {
  public mutating func activity(_ value: Activity) {
    string(value.type)
    string(value.title)
    optional(value.target) { $0.identifier($1) }
    data(value.userInfo)
  }

  mutating func windowSummary(_ value: WindowSummary) {
    identifier(value.session)
    identifier(value.board)
    uint8(value.configuration.rawValue)
    activity(value.activity)
    uint32(value.badge)
    string(value.summary)
    string(value.place)
    author(value.author)
    bool(value.isConnected)
    uint64(value.since)
    uint32(value.drafts)
    uint32(value.unsent)
  }
}

extension ByteReader {
  public mutating func activity() throws(MalformedBytes) -> Activity {
    Activity(
      type: try title(), title: try title(),
      target: try optional { (reader) throws(MalformedBytes) in try reader.identifier() },
      userInfo: try data())
  }

  mutating func windowSummary() throws(MalformedBytes) -> WindowSummary {
    WindowSummary(
      session: try identifier(), board: try identifier(), configuration: try enumeration(),
      activity: try activity(), badge: try uint32(), summary: try title(), place: try title(),
      author: try author(), isConnected: try bool(), since: try uint64(), drafts: try uint32(),
      unsent: try uint32())
  }
}

extension ListWindows: MessageBody {
  public static let type = FrameType.listWindows

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    session = try reader.optional { (reader) throws(MalformedBytes) in try reader.identifier() }
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.optional(session) { $0.identifier($1) }
    writer.extensions(extensions)
  }
}

extension WindowList: MessageBody {
  public static let type = FrameType.windows

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    windows = try reader.list(minimum: WindowList.summaryBytes) {
      (reader) throws(MalformedBytes) in try reader.windowSummary()
    }
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.list(windows) { $0.windowSummary($1) }
    writer.extensions(extensions)
  }

  /// The fewest bytes that one summary takes.
  static let summaryBytes = 71
}
