public import BoardModel

/// Asks for a snapshot of the attached board.
public struct FetchSnapshot: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// A chunk of a snapshot, with MORE on all but the last. After that, COMMITTED begins at
/// `sequence` + 1.
public struct Snapshot: Hashable, Sendable {
  public let sequence: UInt64
  /// The number of entities in the chunks before this one.
  public let cursor: UInt32
  /// The number of entities in all chunks together.
  public let total: UInt32
  public let entities: [Entity]
  public let extensions: Extensions

  public init(
    sequence: UInt64, cursor: UInt32, total: UInt32, entities: [Entity],
    extensions: Extensions = .none
  ) {
    self.sequence = sequence
    self.cursor = cursor
    self.total = total
    self.entities = entities
    self.extensions = extensions
  }
}

/// Asks for operations of the attached board's log.
public struct FetchHistory: Hashable, Sendable {
  /// The first sequence number wanted; at least 1.
  public let from: UInt64
  /// The most operations wanted.
  public let count: UInt32
  public let extensions: Extensions

  public init(from: UInt64, count: UInt32, extensions: Extensions = .none) {
    self.from = from
    self.count = count
    self.extensions = extensions
  }
}

/// Answers a request for history with as many of the operations as fit a chunk, and at least one if
/// there is one.
public struct History: Hashable, Sendable {
  public let operations: [CommittedOperation]
  /// The sequence number of the board's last durable operation.
  public let sequence: UInt64
  public let extensions: Extensions

  public init(
    operations: [CommittedOperation], sequence: UInt64, extensions: Extensions = .none
  ) {
    self.operations = operations
    self.sequence = sequence
    self.extensions = extensions
  }
}

/// The window fell too far behind: COMMITTED pauses until it has fetched a snapshot.
public struct Resync: Hashable, Sendable {
  public let sequence: UInt64
  public let extensions: Extensions

  public init(sequence: UInt64, extensions: Extensions = .none) {
    self.sequence = sequence
    self.extensions = extensions
  }
}

/// The digest of the board as operation `sequence` left it.
public struct DigestMessage: Hashable, Sendable {
  public let sequence: UInt64
  public let digest: BoardDigest
  public let extensions: Extensions

  public init(sequence: UInt64, digest: BoardDigest, extensions: Extensions = .none) {
    self.sequence = sequence
    self.digest = digest
    self.extensions = extensions
  }
}

extension FetchSnapshot: MessageBody {
  public static let type = FrameType(rawValue: 0x0016)
  public static let layout = WireLayout(FetchSnapshot.init, WireField(\.extensions))
}

extension Snapshot: MessageBody {
  public static let type = FrameType(rawValue: 0x0017)
  public static let layout = WireLayout(
    Snapshot.init, WireField(\.sequence), WireField(\.cursor), WireField(\.total),
    WireField(\.entities), WireField(\.extensions))
}

extension FetchHistory: MessageBody {
  public static let type = FrameType(rawValue: 0x0018)
  public static let layout = WireLayout(
    FetchHistory.init, WireField(\.from), WireField(\.count), WireField(\.extensions))
}

extension History: MessageBody {
  public static let type = FrameType(rawValue: 0x0019)
  public static let layout = WireLayout(
    History.init, WireField(\.operations), WireField(\.sequence), WireField(\.extensions))
}

extension Resync: MessageBody {
  public static let type = FrameType(rawValue: 0x0022)
  public static let layout = WireLayout(Resync.init, WireField(\.sequence), WireField(\.extensions))
}

extension DigestMessage: MessageBody {
  public static let type = FrameType(rawValue: 0x0023)
  public static let layout = WireLayout(
    DigestMessage.init, WireField(\.sequence), WireField(\.digest), WireField(\.extensions))
}
