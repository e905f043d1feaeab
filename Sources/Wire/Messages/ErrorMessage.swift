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
  public static let type = FrameType(rawValue: 0x0003)
  public static let layout = WireLayout(
    ErrorMessage.init, WireField(\.code), WireField(body: \.text), WireField(\.offset),
    WireField(\.retryAfter), WireField(\.extensions))
}
