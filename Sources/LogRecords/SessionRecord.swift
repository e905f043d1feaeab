public import BoardModel
public import Wire

/// A session as the log keeps it. The outcomes of its operations are not in it, since they follow
/// from the board's log.
public struct SessionRecord: WireValue, Hashable, Sendable {
  public static var leastSize: Int { 88 }

  public let id: SessionID
  public let board: BoardID
  /// The session's user and device; for a window, the device that showed it last.
  public var author: Author
  public let configuration: Configuration
  public var instance: InstanceID
  public var epoch: UInt32
  /// The epoch that the session began with. What the board's log has under its identifier and a
  /// lower epoch is of a session that was forgotten.
  public let firstEpoch: UInt32
  /// The last counter whose outcome the window has.
  public var acknowledgedCounter: UInt64
  /// The sequence number of the board's last operation that the window has.
  public var acknowledgedSequence: UInt64
  /// The time at which its window was last connected, in milliseconds since 1970.
  public var lastSeen: UInt64
  /// The window's record; nil for a session whose window is not listed.
  public var window: WindowRecord?
  public let extensions: Extensions

  public init(
    id: SessionID, board: BoardID, author: Author, configuration: Configuration,
    instance: InstanceID, epoch: UInt32, firstEpoch: UInt32, acknowledgedCounter: UInt64,
    acknowledgedSequence: UInt64, lastSeen: UInt64, window: WindowRecord? = nil,
    extensions: Extensions = .none
  ) {
    self.id = id
    self.board = board
    self.author = author
    self.configuration = configuration
    self.instance = instance
    self.epoch = epoch
    self.firstEpoch = firstEpoch
    self.acknowledgedCounter = acknowledgedCounter
    self.acknowledgedSequence = acknowledgedSequence
    self.lastSeen = lastSeen
    self.window = window
    self.extensions = extensions
  }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    id = try reader.value()
    board = try reader.value()
    author = try reader.value()
    configuration = try reader.value()
    instance = try reader.value()
    epoch = try reader.uint32()
    firstEpoch = try reader.uint32()
    acknowledgedCounter = try reader.uint64()
    acknowledgedSequence = try reader.uint64()
    lastSeen = try reader.uint64()
    let entries = try reader.extensions().entries
    window = try entries.first { $0.tag == WindowRecord.tag }.map {
      (entry) throws(MalformedBytes) in try WindowRecord(entry.bytes)
    }
    extensions = Extensions(entries: entries.filter { $0.tag != WindowRecord.tag })
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(id)
    writer.value(board)
    writer.value(author)
    writer.value(configuration)
    writer.value(instance)
    writer.uint32(epoch)
    writer.uint32(firstEpoch)
    writer.uint64(acknowledgedCounter)
    writer.uint64(acknowledgedSequence)
    writer.uint64(lastSeen)
    let window = window.map { Extensions.Entry(tag: WindowRecord.tag, bytes: $0.bytes) }
    writer.extensions(Extensions(entries: extensions.entries + [window].compactMap(\.self)))
  }
}
