public import BoardModel
import Wire

/// What the log keeps of a window beside its session.
public struct WindowRecord: Hashable, Sendable {
  public var activity: Activity
  /// Where it was last shown, in its own words.
  public var place: String
  /// When it came or went last, milliseconds since 1970.
  public var since: UInt64
  /// What is typed in it and saved nowhere else.
  public var drafts: UInt32
  /// Edits that it had not sent when it said so last.
  public var unsent: UInt32
  /// The last end of another window of its user that it was told of.
  public var toldEnd: UInt64
  /// nil while it may come back.
  public var end: End?

  public struct End: Hashable, Sendable {
    /// Of all ends of windows of the coordinator, from 1 on.
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

  /// Whether something would be lost with it. Both numbers are the window's own: their sum may be
  /// more than fits.
  public var holdsSomething: Bool { drafts > 0 || unsent > 0 }

  /// Of the extension of a session's record that holds it.
  static let tag: UInt16 = 1

  init(_ bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    activity = try reader.activity()
    place = try reader.title()
    since = try reader.uint64()
    drafts = try reader.uint32()
    unsent = try reader.uint32()
    toldEnd = try reader.uint64()
    end = try reader.optional { (reader) throws(MalformedBytes) in
      End(
        number: try reader.uint64(), reason: try reader.title(), author: try reader.author(),
        time: try reader.uint64())
    }
    try reader.finish()
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.activity(activity)
    writer.string(place)
    writer.uint64(since)
    writer.uint32(drafts)
    writer.uint32(unsent)
    writer.uint64(toldEnd)
    writer.optional(end) { writer, end in
      writer.uint64(end.number)
      writer.string(end.reason)
      writer.author(end.author)
      writer.uint64(end.time)
    }
    return writer.bytes
  }
}
