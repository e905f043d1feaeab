public import BoardModel

/// Announces that the sender sends nothing more and will close.
public struct Goodbye: Hashable, Sendable {
  /// An error code, or 0 where nothing is wrong.
  public let reason: UInt16
  public let text: String
  public let extensions: Extensions

  public init(reason: UInt16, text: String, extensions: Extensions = .none) {
    self.reason = reason
    self.text = text
    self.extensions = extensions
  }
}

extension Goodbye: MessageBody {
  public static let type = FrameType.goodbye

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    reason = try reader.uint16()
    text = try reader.body()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint16(reason)
    writer.string(text)
    writer.extensions(extensions)
  }
}
