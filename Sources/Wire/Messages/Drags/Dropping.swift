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
  public static let type = FrameType(rawValue: 0x0043)
  public static let layout = WireLayout(
    Load.init, WireField(\.drag), WireField(\.item), WireField(title: \.type), WireField(\.offset),
    WireField(\.extensions))
}

extension Part: MessageBody {
  public static let type = FrameType(rawValue: 0x0044)
  public static let layout = WireLayout(
    Part.init, WireField(\.total), WireField(raw: \.digest, count: 32), WireField(data: \.bytes),
    WireField(\.extensions))
}

extension Drop: MessageBody {
  public static let type = FrameType(rawValue: 0x0045)
  public static let layout = WireLayout(
    Drop.init, WireField(\.drag), WireField(\.proposal), WireField(\.extensions))
}

extension Dropped: MessageBody {
  public static let type = FrameType(rawValue: 0x0046)
  public static let layout = WireLayout(Dropped.init, WireField(\.extensions))
}
