public import BoardModel

/// A session as the log keeps it. What its operations came to is not in here: that follows from
/// the board's log.
public struct SessionRecord: Hashable, Sendable {
  public let id: SessionID
  public let board: BoardID
  /// Whose; for a window, on the device that showed it last.
  public var author: Author
  public let configuration: Configuration
  public var instance: InstanceID
  public var epoch: UInt32
  /// The last counter whose outcome the window has.
  public var acknowledgedCounter: UInt64
  /// The last operation of the board the window has.
  public var acknowledgedSequence: UInt64
  /// When its window was last there, milliseconds since 1970.
  public var lastSeen: UInt64
  /// nil for a session whose window is not listed.
  public var window: WindowRecord?
  public let extensions: Extensions

  public init(
    id: SessionID, board: BoardID, author: Author, configuration: Configuration,
    instance: InstanceID, epoch: UInt32, acknowledgedCounter: UInt64,
    acknowledgedSequence: UInt64, lastSeen: UInt64, window: WindowRecord? = nil,
    extensions: Extensions = .none
  ) {
    self.id = id
    self.board = board
    self.author = author
    self.configuration = configuration
    self.instance = instance
    self.epoch = epoch
    self.acknowledgedCounter = acknowledgedCounter
    self.acknowledgedSequence = acknowledgedSequence
    self.lastSeen = lastSeen
    self.window = window
    self.extensions = extensions
  }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    id = try reader.identifier()
    board = try reader.identifier()
    author = try reader.author()
    configuration = try reader.enumeration()
    instance = try reader.identifier()
    epoch = try reader.uint32()
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
    writer.identifier(id)
    writer.identifier(board)
    writer.author(author)
    writer.uint8(configuration.rawValue)
    writer.identifier(instance)
    writer.uint32(epoch)
    writer.uint64(acknowledgedCounter)
    writer.uint64(acknowledgedSequence)
    writer.uint64(lastSeen)
    let window = window.map { Extensions.Entry(tag: WindowRecord.tag, bytes: $0.bytes) }
    writer.extensions(Extensions(entries: extensions.entries + [window].compactMap(\.self)))
  }
}

/// The operations of one board in one commit group: one row of the log.
public struct OperationRow: Hashable, Sendable {
  public let board: BoardID
  public let first: UInt64
  public let last: UInt64
  /// A count as u32 and that many committed operations, as in COMMITTED.
  public let bytes: [UInt8]

  public init(board: BoardID, first: UInt64, last: UInt64, bytes: [UInt8]) {
    self.board = board
    self.first = first
    self.last = last
    self.bytes = bytes
  }
}

/// What becomes durable together, in one transaction.
public struct CommitGroup: Hashable, Sendable {
  public var operations: [OperationRow]
  /// The boards of `operations` as they are after them.
  public var summaries: [BoardSummary]
  public var sessions: [SessionRecord]
  public var removedSessions: [SessionID]

  public init(
    operations: [OperationRow] = [], summaries: [BoardSummary] = [],
    sessions: [SessionRecord] = [], removedSessions: [SessionID] = []
  ) {
    self.operations = operations
    self.summaries = summaries
    self.sessions = sessions
    self.removedSessions = removedSessions
  }

  public var isEmpty: Bool {
    operations.isEmpty && sessions.isEmpty && removedSessions.isEmpty
  }
}

/// A board as the coordinator wrote it down at one sequence number, with the outcomes its sessions
/// may still ask for. The log keeps the bytes and does not look inside.
public struct StoredSnapshot: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  public let bytes: [UInt8]

  public init(board: BoardID, sequence: UInt64, bytes: [UInt8]) {
    self.board = board
    self.sequence = sequence
    self.bytes = bytes
  }
}

/// What a store holds when a coordinator opens it.
public struct StoreContents: Hashable, Sendable {
  public let incarnation: IncarnationID
  public let boards: [BoardSummary]
  public let sessions: [SessionRecord]

  public init(incarnation: IncarnationID, boards: [BoardSummary], sessions: [SessionRecord]) {
    self.incarnation = incarnation
    self.boards = boards
    self.sessions = sessions
  }
}
