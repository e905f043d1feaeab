public import BoardModel

/// Reports an error: as the response to a request, or as an event about the session or the
/// connection.
public struct ErrorMessage: Hashable, Sendable, Error {
  public let code: ErrorCode
  /// Words for people: what went wrong, where, and what to do.
  public let text: String
  /// The offset of the byte at fault, from the start of the frame's payload.
  public let offset: UInt32?
  /// The milliseconds to wait before trying again, where the code says to try later.
  public let retryAfter: UInt32
  public let extensions: Extensions

  public init(
    code: ErrorCode, text: String, offset: UInt32? = nil, retryAfter: UInt32 = 0,
    extensions: Extensions = .none
  ) {
    self.code = code
    self.text = text
    self.offset = offset
    self.retryAfter = retryAfter
    self.extensions = extensions
  }
}

extension ErrorMessage: MessageBody {
  public static let type = FrameType.error

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    code = ErrorCode(rawValue: try reader.uint16())
    text = try reader.body()
    offset = try reader.optional { (reader) throws(MalformedBytes) in try reader.uint32() }
    retryAfter = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint16(code.rawValue)
    writer.string(text)
    writer.optional(offset) { $0.uint32($1) }
    writer.uint32(retryAfter)
    writer.extensions(extensions)
  }
}
