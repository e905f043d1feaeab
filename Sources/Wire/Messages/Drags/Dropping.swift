public import BoardModel

/// Asks for the content of a drag, in one of its media types.
public struct Load: Hashable, Sendable {
  public let drag: DragID
  /// The index of the item, counted from 0.
  public let item: UInt32
  /// The media type that is wanted.
  public let type: String
  /// The offset of the first byte that is wanted.
  public let offset: UInt64
  public let extensions: Extensions

  public init(
    drag: DragID, item: UInt32, type: String, offset: UInt64, extensions: Extensions = .none
  ) {
    self.drag = drag
    self.item = item
    self.type = type
    self.offset = offset
    self.extensions = extensions
  }
}

/// Answers LOAD.
public struct Part: Hashable, Sendable {
  /// The size of the whole representation, in bytes.
  public let total: UInt64
  /// The SHA-256 of the whole representation: parts with another digest belong to another one.
  public let digest: [UInt8]
  /// The bytes from the requested offset on.
  public let bytes: [UInt8]
  public let extensions: Extensions

  public init(total: UInt64, digest: [UInt8], bytes: [UInt8], extensions: Extensions = .none) {
    self.total = total
    self.digest = digest
    self.bytes = bytes
    self.extensions = extensions
  }
}

/// Asks to be the window that drops what is carried.
public struct Drop: Hashable, Sendable {
  public let drag: DragID
  public let proposal: DropProposal
  public let extensions: Extensions

  public init(drag: DragID, proposal: DropProposal, extensions: Extensions = .none) {
    self.drag = drag
    self.proposal = proposal
    self.extensions = extensions
  }
}

/// Answers DROP: this window, and no other, completes the drag.
public struct Dropped: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

extension Part {
  /// A representation that is sent in parts.
  public struct Whole: Hashable, Sendable {
    let bytes: [UInt8]
    let digest: [UInt8]

    public init(_ bytes: [UInt8]) {
      self.bytes = bytes
      digest = SHA256.hash(bytes)
    }
  }

  /// The most bytes of a representation in one part: a chunk without length, digest, count and
  /// extensions.
  private static let maximumBytes = Limits.chunkBytes - (8 + 32 + 4 + 2)

  /// Makes the largest part of a representation that begins at `offset`.
  public init(of whole: Whole, from offset: UInt64) {
    let start = Int(min(offset, UInt64(whole.bytes.count)))
    self.init(
      total: UInt64(whole.bytes.count), digest: whole.digest,
      bytes: Array(whole.bytes[start..<min(start + Part.maximumBytes, whole.bytes.count)]))
  }
}

extension Load: MessageBody {
  public static let type = FrameType.load

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    drag = try reader.identifier()
    item = try reader.uint32()
    type = try reader.title()
    offset = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(drag)
    writer.uint32(item)
    writer.string(type)
    writer.uint64(offset)
    writer.extensions(extensions)
  }
}

extension Part: MessageBody {
  public static let type = FrameType.part

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    total = try reader.uint64()
    digest = try reader.raw(32)
    bytes = try reader.data()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(total)
    writer.raw(digest)
    writer.data(bytes)
    writer.extensions(extensions)
  }
}

extension Drop: MessageBody {
  public static let type = FrameType.drop

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    drag = try reader.identifier()
    proposal = try reader.enumeration()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(drag)
    writer.uint8(proposal.rawValue)
    writer.extensions(extensions)
  }
}

extension Dropped: MessageBody {
  public static let type = FrameType.dropped

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.extensions(extensions)
  }
}
