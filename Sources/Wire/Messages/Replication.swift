public import BoardModel

/// Asks for the next chunk of a snapshot of the attached board.
public struct FetchSnapshot: Hashable, Sendable {
  /// The sequence number that the first chunk named; 0 asks for a snapshot of the board as it is
  /// now.
  public let sequence: UInt64
  /// The number of entities that the window has already.
  public let cursor: UInt32
  public let extensions: Extensions

  public init(sequence: UInt64, cursor: UInt32, extensions: Extensions = .none) {
    self.sequence = sequence
    self.cursor = cursor
    self.extensions = extensions
  }
}

/// A chunk of a snapshot. After the last chunk, COMMITTED begins at `sequence` + 1.
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
  public static let type = FrameType.fetchSnapshot

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    sequence = try reader.uint64()
    cursor = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(sequence)
    writer.uint32(cursor)
    writer.extensions(extensions)
  }
}

extension Snapshot: MessageBody {
  public static let type = FrameType.snapshot

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    sequence = try reader.uint64()
    cursor = try reader.uint32()
    total = try reader.uint32()
    entities = try reader.list(minimum: 2) { (reader) throws(MalformedBytes) in
      try reader.entity()
    }
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(sequence)
    writer.uint32(cursor)
    writer.uint32(total)
    writer.list(entities) { $0.entity($1) }
    writer.extensions(extensions)
  }
}

extension FetchHistory: MessageBody {
  public static let type = FrameType.fetchHistory

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    from = try reader.uint64()
    count = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(from)
    writer.uint32(count)
    writer.extensions(extensions)
  }
}

extension History: MessageBody {
  public static let type = FrameType.history

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    operations = try reader.committedList()
    sequence = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.list(operations) { $0.committed($1) }
    writer.uint64(sequence)
    writer.extensions(extensions)
  }
}

extension Resync: MessageBody {
  public static let type = FrameType.resync

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    sequence = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(sequence)
    writer.extensions(extensions)
  }
}

extension DigestMessage: MessageBody {
  public static let type = FrameType.digest

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    sequence = try reader.uint64()
    digest = BoardDigest(
      lanes: [
        try reader.uint64(), try reader.uint64(), try reader.uint64(), try reader.uint64(),
      ])
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(sequence)
    writer.raw(digest.bytes)
    writer.extensions(extensions)
  }
}
