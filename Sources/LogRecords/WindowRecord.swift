public import BoardModel

/// A window as the log keeps it beside its session.
public struct WindowRecord: Hashable, Sendable {
  public var activity: Activity
  /// The place where the window was last shown, in its own words.
  public var place: String
  /// The time at which the window last connected or disconnected, in milliseconds since 1970.
  public var since: UInt64
  /// The number of texts that are typed in the window and saved nowhere else.
  public var drafts: UInt32
  /// The number of edits that the window had not sent when it last reported it.
  public var unsent: UInt32
  /// The number of the last end of another window of its user that this window was told of.
  public var toldEnd: UInt64
  /// The window's end; nil while it may come back.
  public var end: End?

  public struct End: Hashable, Sendable {
    /// The number of this end among all ends of windows of the coordinator, from 1 on.
    public let number: UInt64
    public let reason: String
    public let author: Author
    public let time: UInt64

    public init(number: UInt64, reason: String, author: Author, time: UInt64) {
      self.number = number
      self.reason = reason
      self.author = author
      self.time = time
    }
  }

  public init(
    activity: Activity, place: String, since: UInt64, drafts: UInt32 = 0, unsent: UInt32 = 0,
    toldEnd: UInt64, end: End? = nil
  ) {
    self.activity = activity
    self.place = place
    self.since = since
    self.drafts = drafts
    self.unsent = unsent
    self.toldEnd = toldEnd
    self.end = end
  }

  /// Whether text or edits would be lost with the window. Both numbers come from the window, so
  /// their sum might overflow.
  public var holdsSomething: Bool { drafts > 0 || unsent > 0 }

  /// The tag of the extension of a session's record that holds the window.
  static let tag: UInt16 = 1

  init(_ bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    self = try reader.value()
    try reader.finish()
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.value(self)
    return writer.bytes
  }
}

extension WindowRecord: WireRecord {
  public static let layout = WireLayout(
    WindowRecord.init, WireField(\.activity), WireField(title: \.place), WireField(\.since),
    WireField(\.drafts), WireField(\.unsent), WireField(\.toldEnd), WireField(\.end))
}

extension WindowRecord.End: WireRecord {
  public static let layout = WireLayout(
    WindowRecord.End.init, WireField(\.number), WireField(title: \.reason), WireField(\.author),
    WireField(\.time))
}
