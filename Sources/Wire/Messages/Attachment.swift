public import BoardModel

/// The kind of window that a session belongs to.
public enum Configuration: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  case board = 1
  case card = 2
  case addColumn = 3
  case favourites = 4
  /// A command without a window: its session is neither listed nor restored, and ends with the
  /// command.
  case command = 5
}

/// Attaches this connection to a session. Of two processes that attach, the newer wins; the older
/// is told so and refused from then on.
public struct Attach: Hashable, Sendable {
  public let board: BoardID
  public let session: SessionID
  /// The identifier of this process, random at each start. The same process replaces its own
  /// earlier connection.
  public let instance: InstanceID
  public let configuration: Configuration
  /// The epoch the window had; 0 for a session that never attached.
  public let epoch: UInt32
  /// The store that the window knew; zero if none.
  public let incarnation: IncarnationID
  /// The sequence number of the last operation that the window has confirmed; 0 for none.
  public let sequence: UInt64
  /// The counter of the first operation that the window still holds or will make.
  public let firstPending: UInt64
  /// The newest model level that the window knows.
  public let level: UInt16
  /// Whether SNAPSHOT shall follow ATTACHED where the window needs one.
  public let wantsSnapshot: Bool
  public let extensions: Extensions

  public init(
    board: BoardID, session: SessionID, instance: InstanceID, configuration: Configuration,
    epoch: UInt32, incarnation: IncarnationID, sequence: UInt64, firstPending: UInt64,
    level: UInt16, wantsSnapshot: Bool = false, extensions: Extensions = .none
  ) {
    self.board = board
    self.session = session
    self.instance = instance
    self.configuration = configuration
    self.epoch = epoch
    self.incarnation = incarnation
    self.sequence = sequence
    self.firstPending = firstPending
    self.level = level
    self.wantsSnapshot = wantsSnapshot
    self.extensions = extensions
  }
}

/// The way in which a window that attaches gets the board's present state.
public enum CatchUp: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  /// The operations it missed follow as COMMITTED.
  case operations = 1
  /// The window gets a snapshot, or asks for it; the operations behind that follow as COMMITTED.
  case snapshot = 2
}

/// The outcome of one operation of a session.
public struct StoredOutcome: Hashable, Sendable {
  public let counter: UInt64
  public let sequence: UInt64
  public let time: UInt64
  public let outcome: Outcome

  public init(counter: UInt64, sequence: UInt64, time: UInt64, outcome: Outcome) {
    self.counter = counter
    self.sequence = sequence
    self.time = time
    self.outcome = outcome
  }

  /// The bytes of its encoding.
  public var byteCount: Int {
    // What nearly every operation comes to.
    if outcome == .applied { return StoredOutcome.appliedByteCount }
    var writer = ByteWriter(reservingCapacity: 64)
    writer.value(self)
    return writer.bytes.count
  }

  private static let appliedByteCount = {
    var writer = ByteWriter()
    writer.value(StoredOutcome(counter: 0, sequence: 0, time: 0, outcome: .applied))
    return writer.bytes.count
  }()
}

/// Answers ATTACH: the session is this connection's, and its epoch is durable. With MORE it is
/// followed by a snapshot.
public struct Attached: Hashable, Sendable {
  public let epoch: UInt32
  /// The counter of the last operation of this session that was ordered; the next operation carries
  /// one more.
  public let lastCounter: UInt64
  /// The sequence number of the board's last durable operation.
  public let sequence: UInt64
  public let level: UInt16
  public let catchUp: CatchUp
  /// The outcomes from the window's first pending counter on, as many as fit; the window gets the
  /// rest by sending those operations again.
  public let outcomes: [StoredOutcome]
  public let extensions: Extensions

  public init(
    epoch: UInt32, lastCounter: UInt64, sequence: UInt64, level: UInt16, catchUp: CatchUp,
    outcomes: [StoredOutcome], extensions: Extensions = .none
  ) {
    self.epoch = epoch
    self.lastCounter = lastCounter
    self.sequence = sequence
    self.level = level
    self.catchUp = catchUp
    self.outcomes = outcomes
    self.extensions = extensions
  }
}

/// Detaches this connection from its session.
public struct Detach: Hashable, Sendable {
  /// Whether the session is forgotten; otherwise the window can attach to it again.
  public let close: Bool
  public let extensions: Extensions

  public init(close: Bool, extensions: Extensions = .none) {
    self.close = close
    self.extensions = extensions
  }
}

/// Answers DETACH once it is durable.
public struct Detached: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

extension StoredOutcome: WireValue {
  public static var leastSize: Int { 25 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(
      counter: try reader.value(), sequence: try reader.value(), time: try reader.value(),
      outcome: try reader.value())
  }

  public func write(to writer: inout ByteWriter) {
    writer.value(counter)
    writer.value(sequence)
    writer.value(time)
    writer.value(outcome)
  }
}

extension Attach: MessageBody {
  public static let type = FrameType(rawValue: 0x0014)
  public static let layout = WireLayout(
    Attach.init, WireField(\.board), WireField(\.session), WireField(\.instance),
    WireField(\.configuration), WireField(\.epoch), WireField(\.incarnation),
    WireField(\.sequence), WireField(\.firstPending), WireField(\.level),
    WireField(\.wantsSnapshot), WireField(\.extensions))
}

extension Attached: MessageBody {
  public static let type = FrameType(rawValue: 0x0015)
  public static let layout = WireLayout(
    Attached.init, WireField(\.epoch), WireField(\.lastCounter), WireField(\.sequence),
    WireField(\.level), WireField(\.catchUp), WireField(\.outcomes), WireField(\.extensions))
}

extension Detach: MessageBody {
  public static let type = FrameType(rawValue: 0x001C)
  public static let layout = WireLayout(Detach.init, WireField(\.close), WireField(\.extensions))
}

extension Detached: MessageBody {
  public static let type = FrameType(rawValue: 0x001D)
  public static let layout = WireLayout(Detached.init, WireField(\.extensions))
}
