public import BoardModel

/// Asks for the operations of the attached board's log that concern one card (SPEC.md HIS-006).
/// HISTORY answers it. Allowed only where the feature *card-history* is agreed.
public struct FetchCardHistory: Hashable, Sendable {
  public let card: CardID
  /// The first sequence number wanted.
  public let from: UInt64
  /// The most operations wanted.
  public let count: UInt32
  public let extensions: Extensions

  public init(card: CardID, from: UInt64, count: UInt32, extensions: Extensions = .none) {
    self.card = card
    self.from = from
    self.count = count
    self.extensions = extensions
  }
}

extension FetchCardHistory: MessageBody {
  public static let type = FrameType.fetchCardHistory

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    card = try reader.identifier()
    from = try reader.uint64()
    count = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(card)
    writer.uint64(from)
    writer.uint32(count)
    writer.extensions(extensions)
  }
}
